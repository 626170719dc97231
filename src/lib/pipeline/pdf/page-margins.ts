/** Finds the lines that repeat at the top and bottom of pages: running heads and page numbers. */
import type { Line } from './lines.ts';

interface PageLines {
  readonly number: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** Share of the page's height, at top and bottom. */
const MARGIN = 0.13;

const MAX_LENGTH = 200;

const PLACE_HEIGHT = 6;

/** Pages with the same text, or with counting numbers; share of pages with text beside a number. */
const MIN_REPEATS = 3;

const MIN_NUMBERS = 2;

const MIN_COUNTED_SHARE = 0.3;

/** Tables or figures at the top of each page use other words. */
const PAGE_WORDS =
  'pages?|p\\.|pg\\.?|seite|s\\.|página|pagina|pág\\.|pag\\.|sida|side|strona|str\\.|страница|стр\\.|sayfa|الصفحة|עמוד';

const NUMBER_ALONE = new RegExp(
  `^[^\\p{L}\\p{N}]{0,4}(?:(?:${PAGE_WORDS}) ?)?(\\d{1,5})(?: ?(?:/|of|von|sur|de|di|av|af|z|из|מתוך|من) ?\\d{1,5})?[^\\p{L}\\p{N}]{0,4}$`,
  'iu',
);

const CJK_NUMBER_ALONE = /^第? ?(\d{1,5}) ?(?:页|頁|ページ|쪽)$/u;

const NUMBER_BESIDE = /^(\d{1,5}) |(?<= )(\d{1,5})$/;

/** Keeps the first of each running head; drops page numbers. */
export function removeRepeats(pages: readonly PageLines[]): Line[][] {
  const keysByPage = pages.map((page) =>
    page.lines.map((line) => (isAtEdge(page, line) ? buildLineKey(page, line) : null)),
  );
  const counts = new Map<string, number>();
  for (const keys of keysByPage)
    for (const key of new Set(keys.flatMap((found) => found?.all ?? []))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  return pages.map(({ lines }, i) =>
    lines.filter((_, j) => {
      const found = keysByPage[i]?.[j];
      if (!found) return true;
      const isFrequent = (key: string | null, least: number): boolean =>
        key !== null && (counts.get(key) ?? 0) >= least;
      if (isFrequent(found.number, MIN_NUMBERS)) return false;
      const counted = isFrequent(found.counted, Math.max(MIN_REPEATS, MIN_COUNTED_SHARE * pages.length))
        ? found.counted
        : null;
      const key = counted ?? (isFrequent(found.exact, MIN_REPEATS) ? found.exact : null);
      if (key === null) return true;
      const isRepeated = seen.has(key);
      seen.add(key);
      return !isRepeated;
    }),
  );
}

const isAtEdge = ({ height }: PageLines, { y, text, turned }: Line): boolean =>
  !turned && text.length <= MAX_LENGTH && (y < MARGIN * height || y > (1 - MARGIN) * height);

interface LineKey {
  readonly exact: string;
  readonly counted: string | null;
  readonly number: string | null;
  readonly all: readonly string[];
}

function buildLineKey({ number: page, height }: PageLines, { text, y }: Line): LineKey {
  const place = String(Math.round(y / PLACE_HEIGHT));
  const alone = (NUMBER_ALONE.exec(text) ?? CJK_NUMBER_ALONE.exec(text))?.[1];
  const formatOffset = (digits: string): string => `#${String(Number(digits) - page)}`;
  const number = alone === undefined ? null : `${y < height / 2 ? 'top' : 'bottom'} ${formatOffset(alone)}`;
  const counted =
    number === null && NUMBER_BESIDE.test(text) ? `${place} ${text.replace(NUMBER_BESIDE, formatOffset)}` : null;
  const exact = `${place} ${text}`;
  return { exact, counted, number, all: [exact, counted, number].filter((key) => key !== null) };
}
