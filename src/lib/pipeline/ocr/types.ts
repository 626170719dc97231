/**
 * What reading a picture takes and gives. The one rule: places are in pixels of the picture as it was handed in, whatever was
 * done to it on the way to be read.
 */

/** Pixels row by row from the top, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The same with one byte each: 0 is black. */
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

/** A word as an engine reports it. */
export interface RawWord {
  readonly text: string;
  /** 0 … 100. */
  readonly confidence: number;
  /** In the picture that the engine was given. */
  readonly box: Box;
  /** Of its line: every word of one line has the same. Lines are numbered as the engine found them. */
  readonly line: number;
}

/** What an engine is told of a picture besides its pixels. `page`: text as it comes. `lines`: lines one below the other. */
export type Segmentation = 'page' | 'lines';

/** An engine that reads: one gray picture in, its words out. Rejects with a `TroubleError`, also when it is aborted. */
export type Recognise = (picture: Gray, segmentation: Segmentation) => Promise<readonly RawWord[]>;

/** A word of a reading. */
export interface ReadWord {
  /** Half-open range in the reading's text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** 0 … 100. */
  readonly confidence: number;
  readonly box: Box;
}

/** A picture as it was read. JSON-safe. */
export interface Reading {
  /** Of the picture. */
  readonly width: number;
  readonly height: number;
  /** In reading order: a line for each line, columns one after the other, code indented, '' where there is no text. */
  readonly text: string;
  /** In order of their place in the text. */
  readonly words: readonly ReadWord[];
}

/** Below this a word is doubtful, and is marked so. */
export const DOUBTFUL = 70;
