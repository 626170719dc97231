/** Converts PDF pages to Markdown. Each begins with `## Page N`, so that a path tells its page (`#page=N`). */
import { truncate } from '../../base/one-line.ts';
import type { Article } from '../page/read/article.ts';
import { escapeInlineText, escapeMarkdown } from '../text/escape-markdown.ts';
import { detectLanguageByScript } from '../text/script.ts';
import { getPdfAuthor, getPdfDate, getPdfFileName, getPdfLanguage, getPdfTitle, type PdfInfo } from './pdf-metadata.ts';
import { groupIntoBlocks, type DocumentStyle, type PdfBlock } from './blocks.ts';
import { sortByReadingOrder } from './columns.ts';
import { collectVocabulary } from './join-lines.ts';
import { buildLines, type Line } from './lines.ts';
import { removeRepeats } from './page-margins.ts';
import { toTextRuns, type PdfPage } from './text-run.ts';

/** A longer file ends with a note that says so. */
export const MAX_PDF_PAGES = 2000;
export const MAX_PDF_TEXT = 4_900_000;

interface PdfContent {
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
  const cut = body.length > MAX_PDF_TEXT || pages.length < count;
  const markdown = cut ? truncateMarkdown(body) : body;
  return {
    url,
    title: getPdfTitle(info) || findTitleHeading(readPages[0]?.blocks ?? []) || getPdfFileName(url),
    byline: getPdfAuthor(info),
    published: getPdfDate(info),
    language: getPdfLanguage(info) || detectLanguageByScript(markdown.replace(/^## Page \d+$/gm, '')),
    site: '',
    markdown,
    ...(cut && { cut }),
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
  const rendered = blocks.map((block, i) => {
    const isTight = block.kind === 'item' && blocks[i - 1]?.kind === 'item';
    return `${i === 0 ? '' : isTight ? '\n' : '\n\n'}${renderBlock(block)}`;
  });
  return rendered.join('');
}

function renderBlock({ kind, depth, mark, text }: PdfBlock): string {
  if (kind === 'heading') return `${'#'.repeat(depth)} ${escapeInlineText(text).replace(/(?<!#)#+$/, '\\$&')}`;
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

const truncateMarkdown = (markdown: string): string =>
  `${truncate(markdown, MAX_PDF_TEXT).trimEnd()}\n\n*The file goes on; only its first part was read.*`;
