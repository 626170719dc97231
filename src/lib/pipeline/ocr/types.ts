/** Input and output of reading a picture. Coordinates are pixels of the original picture. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** RGBA, row by row from the top. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray;
}

/** One byte per pixel: 0 is black. */
export interface Gray extends Size {
  readonly data: Uint8Array;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export interface RawWord {
  readonly text: string;
  /** 0 … 100. */
  readonly confidence: number;
  readonly box: Box;
  readonly line: number;
}

/** For the engine. */
export interface EnginePicture extends Gray {
  /** Whether all text in it is darker than its ground. */
  readonly isDark?: boolean;
}

/** Rejects with a `UserFacingError`, also on abort. */
export type Recognise = (picture: EnginePicture) => Promise<readonly RawWord[]>;

export interface ReadWord {
  /** Half-open range in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** 0 … 100. */
  readonly confidence: number;
  readonly box: Box;
}

/** JSON-safe. */
export interface Reading extends Size {
  /** In reading order, columns one after the other, code indented; '' if there is no text. */
  readonly text: string;
  readonly words: readonly ReadWord[];
  /** Boxes in which something like text stands that could not be read; absent if there is none. */
  readonly unread?: readonly Box[];
}

/** For one band of a picture, without the time in the queue. */
export const READ_MS = 120_000;

export const MAX_UNREAD = 200;

export const DOUBTFUL_BELOW = 70;
