/** Converts PDF pages to Markdown. Each begins with `## Page N`, so that a path tells its page (`#page=N`). */
import type { Article } from '../page/read/article.ts';
import { escapeInlineText, escapeMarkdown } from '../text/escape-markdown.ts';
import { detectLanguageByScript } from '../text/script.ts';
import { getPdfAuthor, getPdfDate, getPdfFileName, getPdfLanguage, getPdfTitle, type PdfInfo } from './pdf-metadata.ts';
import { groupIntoBlocks, type DocumentStyle, type PdfBlock } from './blocks.ts';
import { sortByReadingOrder } from './columns.ts';
import { buildLines, type Line, collectVocabulary } from './lines.ts';
import { toTextRuns, type PdfPage } from './text-run.ts';

/** A longer file ends with a note that says so. */
export const MAX_PDF_PAGES = 2000;
export const MAX_PDF_TEXT = 4_900_000;

export interface PdfContent {
  readonly url: string;
  readonly info: PdfInfo;
  readonly pages: readonly PdfPage[];
  readonly count: number;
  readonly broken: readonly number[];
}

/** Null if no page has text. */
export function buildPdfArticle({ url, info, pages, count, broken }: PdfContent): Article | null {
  const lines = removeRepeats(
    pages.map((page) => ({ number: page.number, height: page.height, lines: buildLines(toTextRuns(page)) })),
  );
  const style = measureStyle(lines);
  const readPages = pages.map(({ number }, i) => ({
    number,
    blocks: groupIntoBlocks(sortByReadingOrder(lines[i] ?? []), style),
  }));
  const sections = readPages
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ number, blocks }) => `## Page ${String(number)}\n\n${renderBlocks(blocks)}`);
  if (!readPages.some(({ blocks }) => blocks.some(({ mark, text }) => /[\p{L}\p{N}]/u.test(mark + text)))) return null;
  const blank = readPages.filter(({ blocks, number }) => blocks.length === 0 && !broken.includes(number));
  const notes = [
    formatPageNote(broken, 'could not be read'),
    formatPageNote(
      blank.map(({ number }) => number),
      'has no text of its own; text in pictures is not read',
    ),
  ];
  const body = [...sections, ...notes.filter((note) => note !== '')].join('\n\n');
  const markdown = truncateMarkdown(body, count - pages.length);
  return {
    url,
    title: getPdfTitle(info) || findTitleHeading(readPages[0]?.blocks ?? []) || getPdfFileName(url),
    byline: getPdfAuthor(info),
    published: getPdfDate(info),
    language: getPdfLanguage(info) || detectLanguageByScript(markdown.replace(/^## Page \d+$/gm, '')),
    site: '',
    markdown,
  };
}

function measureStyle(pages: readonly (readonly Line[])[]): DocumentStyle {
  const sizes = new Map<number, number>();
  for (const { size, text } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length);
  }
  let [size, most] = [10, 0];
  for (const [candidate, length] of sizes) if (length > most) [size, most] = [candidate, length];
  return { size, vocabulary: collectVocabulary(pages.flat().map(({ text }) => text)) };
}

function renderBlocks(blocks: readonly PdfBlock[]): string {
  let markdown = '';
  let last: PdfBlock | undefined;
  for (const block of blocks) {
    const tight = block.kind === 'item' && last?.kind === 'item';
    markdown += `${last === undefined ? '' : tight ? '\n' : '\n\n'}${renderBlock(block)}`;
    last = block;
  }
  return markdown;
}

function renderBlock({ kind, depth, mark, text }: PdfBlock): string {
  if (kind === 'heading') return `${'#'.repeat(depth)} ${escapeInlineText(text).replace(/#+$/, '\\$&')}`;
  return kind === 'item' ? `${mark} ${escapeMarkdown(text)}` : escapeMarkdown(text);
}

/** '' if there is none. */
function findTitleHeading(blocks: readonly PdfBlock[]): string {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const least = headings.reduce((smallest, { depth }) => Math.min(smallest, depth), 9);
  return headings.find(({ depth }) => depth === least)?.text ?? '';
}

const MAX_LISTED_PAGES = 20;

function formatPageNote(numbers: readonly number[], what: string): string {
  if (numbers.length === 0) return '';
  const named = numbers.slice(0, MAX_LISTED_PAGES).join(', ');
  const more = numbers.length > MAX_LISTED_PAGES ? ' and others' : '';
  return `*Page ${named}${more}: ${what}.*`;
}

function truncateMarkdown(markdown: string, unread: number): string {
  if (markdown.length <= MAX_PDF_TEXT && unread === 0) return markdown;
  return `${markdown
    .slice(0, MAX_PDF_TEXT)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}\n\n*The file goes on; only its first part was read.*`;
}

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

function removeRepeats(pages: readonly PageLines[]): Line[][] {
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
