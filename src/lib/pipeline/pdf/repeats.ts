/**
 * Running heads and feet. The one rule: only what stands again and again at the same place is dropped, and of words the
 * first stays; numbers that count the pages go altogether, since every page says its own.
 */
import type { Line } from './lines.ts';

export interface PageLines {
  readonly number: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** Of the page's height, at top and bottom. */
const MARGIN = 0.13;
/** Pages that say it. */
const LEAST = 3;
const LEAST_NUMBERED = 2;
/** Longest line that is looked at. */
const LONGEST = 200;
/** Lines whose height differs by less stand at the same place. */
const PLACE = 6;

const NUMBER_ALONE =
  /^[^\p{L}\p{N}]{0,4}(?:\p{L}{1,10}\.? )?(\d{1,5})(?: ?(?:\/|of|von|sur|de|di|из|\p{L}{1,4}) ?\d{1,5})?[^\p{L}\p{N}]{0,4}$/u;
const DENSE_NUMBER = /^第? ?(\d{1,5}) ?[页頁ページ쪽]{0,3}$/u;

/** The lines of each page without those that only repeat. */
export function withoutRepeats(pages: readonly PageLines[]): Line[][] {
  const words = new Map<string, number>();
  const numbers = new Map<string, number>();
  const each = pages.map((page) => page.lines.map((line) => (atEdge(page, line) ? placed(page, line) : null)));
  for (const page of each) {
    const seen = new Set(
      page.filter((found) => found !== null).flatMap(({ word, count }) => (count === null ? [word] : [word, count])),
    );
    for (const key of seen) {
      const counted = key.startsWith('#') ? numbers : words;
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
  }
  const said = new Set<string>();
  return pages.map((page, i) =>
    page.lines.filter((_, j) => {
      const found = each[i]?.[j];
      if (!found) return true;
      if (found.count !== null && (numbers.get(found.count) ?? 0) >= LEAST_NUMBERED) return false;
      if ((words.get(found.word) ?? 0) < LEAST) return true;
      const again = said.has(found.word);
      said.add(found.word);
      return !again;
    }),
  );
}

const atEdge = ({ height }: PageLines, { y, text, turned }: Line): boolean =>
  !turned && text.length <= LONGEST && (y < MARGIN * height || y > (1 - MARGIN) * height);

interface Placed {
  /** The words and where they stand, whatever numbers are among them. */
  readonly word: string;
  /** For a number alone: how far it is off the page's own, at the top or at the bottom. */
  readonly count: string | null;
}

function placed({ number, height }: PageLines, { text, y }: Line): Placed {
  const place = Math.round(y / PLACE);
  const alone = (NUMBER_ALONE.exec(text) ?? DENSE_NUMBER.exec(text))?.[1];
  return {
    word: `${String(place)} ${text.replace(/\d+/g, '0')}`,
    count: alone === undefined ? null : `#${String(Number(alone) - number)} ${y < height / 2 ? 'top' : 'bottom'}`,
  };
}
