/** Bounds parsing by counted work (a character is 1): what one parse may take, what is done at a time, when the rest is given up (SAFETY D17). */
import type { Paragraph, Root } from 'mdast';
import { parseClamped } from './parse.ts';

declare module 'mdast' {
  interface ParagraphData {
    /** Shown as it was written, since its markup would take too long to parse. */
    readonly plain?: true;
  }
}

/** Most work of a block that may be parsed together. */
export const MAX_PARSED = 4000;

/** For one frame; one more parse may follow. */
export const FRAME_WORK = 2000;

/** The parser's time grows with the square of some marks; lines that open blocks, entities and addresses take longest. */
const MARKS = /[*_~`|[\]<!\\$]/g;
const SLOW = /[\n&@]|:\/\/|www\./g;
const [MARK_WORK, SLOW_WORK] = [4, 12];

function weigh(source: string): number {
  const count = (pattern: RegExp): number => source.match(pattern)?.length ?? 0;
  return source.length + MARK_WORK * count(MARKS) + SLOW_WORK * count(SLOW);
}

/** `slack`: factor on the bound. */
export const isTooHeavy = (source: string, slack = 1): boolean => weigh(source) > MAX_PARSED * slack;

/** Work after which the rest of a text that is parsed at once is shown as plain text: linear in its length. */
export const getWorkLimit = (length: number): number => 500_000 + 6 * length;

export interface WorkMeter {
  readonly parse: (source: string) => Root;
  /** All so far. */
  spent: number;
  /** Work of the heaviest parse. */
  heaviest: number;
}

export function createWorkMeter(): WorkMeter {
  const meter = {
    spent: 0,
    heaviest: 0,
    parse: (source: string): Root => {
      const work = weigh(source);
      meter.spent += work;
      meter.heaviest = Math.max(meter.heaviest, work);
      return parseClamped(source);
    },
  };
  return meter;
}

export function createPlainText(text: string): Paragraph {
  return { type: 'paragraph', data: { plain: true }, children: [{ type: 'text', value: text.replace(/\n$/, '') }] };
}
