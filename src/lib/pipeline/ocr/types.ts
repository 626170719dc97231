/**
 * Input and output of reading a picture. All coordinates are pixels of the original picture, whatever scaling happened.
 */

/** Four bytes per pixel, row by row from the top: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** One byte per pixel: 0 is black. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A word as the engine reports it. */
export interface RawWord {
  readonly text: string;
  /** 0 … 100. */
  readonly confidence: number;
  /** In the picture given to the engine. */
  readonly box: Box;
  /** Number of its line, as the engine found it. */
  readonly line: number;
}

/** The engine's segmentation mode. `page`: any text. `lines`: lines below each other. */
export type Segmentation = 'page' | 'lines';

/** Recognises one gray picture. Rejects with a `UserFacingError`, also on abort. */
export type Recognise = (picture: Gray, segmentation: Segmentation) => Promise<readonly RawWord[]>;

export interface ReadWord {
  /** Half-open range in the reading's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** 0 … 100. */
  readonly confidence: number;
  readonly box: Box;
}

/** JSON-safe. */
export interface Reading {
  /** Size of the picture. */
  readonly width: number;
  readonly height: number;
  /** In reading order, one line per line, columns one after the other, code indented; '' if there is no text. */
  readonly text: string;
  /** In text order. */
  readonly words: readonly ReadWord[];
}

/** Words below this confidence are marked as doubtful. */
export const DOUBTFUL_BELOW = 70;
