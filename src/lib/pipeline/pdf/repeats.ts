/**
 * Running heads and feet. The one rule: only what stands again and again at the same place is dropped, and of words the
 * first stays; a number that counts the pages goes altogether, since every page says its own.
 */
import type { Line } from './lines.ts';

export interface PageLines {
  readonly number: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** Of the page's height, at top and bottom. */
const MARGIN = 0.13;
/** Longest line that is looked at. */
const LONGEST = 200;
/** Lines whose height differs by less stand at the same place. */
const PLACE = 6;
/** Pages that have to say the same, or count on; and the share of all pages that count on with words beside. */
const LEAST = 3;
const LEAST_NUMBERS = 2;
const SHARE = 0.3;

/** What calls a page's number by its name. A table or a figure at the top of each page has another. */
const NAMES =
  'pages?|p\\.|pg\\.?|seite|s\\.|página|pagina|pág\\.|pag\\.|sida|side|strona|str\\.|страница|стр\\.|sayfa|الصفحة|עמוד';
const ALONE = new RegExp(
  `^[^\\p{L}\\p{N}]{0,4}(?:(?:${NAMES}) ?)?(\\d{1,5})(?: ?(?:/|of|von|sur|de|di|av|af|z|из|מתוך|من) ?\\d{1,5})?[^\\p{L}\\p{N}]{0,4}$`,
  'iu',
);
const ALONE_DENSE = /^第? ?(\d{1,5}) ?(?:页|頁|ページ|쪽)$/u;
/** A number at either end of a line of words. */
const BESIDE = /^(\d{1,5}) |(?<= )(\d{1,5})$/;

/** The lines of each page without those that only repeat. */
export function withoutRepeats(pages: readonly PageLines[]): Line[][] {
  const each = pages.map((page) => page.lines.map((line) => (atEdge(page, line) ? keyOf(page, line) : null)));
  const times = new Map<string, number>();
  for (const keys of each)
    for (const key of new Set(keys.flatMap((found) => found?.all ?? []))) times.set(key, (times.get(key) ?? 0) + 1);
  const said = new Set<string>();
  return pages.map(({ lines }, i) =>
    lines.filter((_, j) => {
      const found = each[i]?.[j];
      if (!found) return true;
      const often = (key: string | null, least: number): boolean => key !== null && (times.get(key) ?? 0) >= least;
      if (often(found.number, LEAST_NUMBERS)) return false;
      const counted = often(found.counted, Math.max(LEAST, SHARE * pages.length)) ? found.counted : null;
      const key = counted ?? (often(found.exact, LEAST) ? found.exact : null);
      if (key === null) return true;
      const again = said.has(key);
      said.add(key);
      return !again;
    }),
  );
}

const atEdge = ({ height }: PageLines, { y, text, turned }: Line): boolean =>
  !turned && text.length <= LONGEST && (y < MARGIN * height || y > (1 - MARGIN) * height);

/** By what a line may be known again. */
interface Key {
  /** Its place and words. */
  readonly exact: string;
  /** The same with the number at its end as what it is off the page's own. */
  readonly counted: string | null;
  /** For a number alone: what it is off, and at which end of the page it stands. */
  readonly number: string | null;
  readonly all: readonly string[];
}

function keyOf({ number: page, height }: PageLines, { text, y }: Line): Key {
  const place = String(Math.round(y / PLACE));
  const alone = (ALONE.exec(text) ?? ALONE_DENSE.exec(text))?.[1];
  const off = (digits: string): string => `#${String(Number(digits) - page)}`;
  const number = alone === undefined ? null : `${y < height / 2 ? 'top' : 'bottom'} ${off(alone)}`;
  const counted = number === null && BESIDE.test(text) ? `${place} ${text.replace(BESIDE, off)}` : null;
  const exact = `${place} ${text}`;
  return { exact, counted, number, all: [exact, counted, number].filter((key) => key !== null) };
}
