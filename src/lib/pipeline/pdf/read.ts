/**
 * The pages of a PDF → an article in Markdown. The one rule: each page begins with the heading `## Page N`, so that a
 * passage knows by its path where in the file it stands (`#page=N`).
 */
import type { Article } from '../page/article.ts';
import { escapeInline, escapeMarkdown } from '../text/plain.ts';
import { languageByScript } from '../text/script.ts';
import { authorIn, dateIn, fileNameOf, languageIn, titleIn, type PdfInfo } from './about.ts';
import { blocksIn, type Habits, type PdfBlock } from './blocks.ts';
import { inReadingOrder } from './columns.ts';
import { vocabularyOf } from './join.ts';
import { linesOf, type Line } from './lines.ts';
import { withoutRepeats } from './repeats.ts';
import { runsOf, type PdfPage } from './run.ts';

/** Pages and characters of text that are read. A longer file ends with a line that says so. */
export const MOST_PAGES = 2000;
export const MOST_TEXT = 4_900_000;

export interface PdfContent {
  readonly url: string;
  readonly info: PdfInfo;
  readonly pages: readonly PdfPage[];
  /** Pages of the file, also those that were not read. */
  readonly count: number;
  /** Numbers of pages that could not be read. */
  readonly broken: readonly number[];
}

/** Null when no page has text. */
export function articleFrom({ url, info, pages, count, broken }: PdfContent): Article | null {
  const lines = withoutRepeats(
    pages.map((page) => ({ number: page.number, height: page.height, lines: linesOf(runsOf(page)) })),
  );
  const habits = habitsOf(lines);
  const read = pages.map(({ number }, i) => ({ number, blocks: blocksIn(inReadingOrder(lines[i] ?? []), habits) }));
  const sections = read
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ number, blocks }) => `## Page ${String(number)}\n\n${markdownOf(blocks)}`);
  if (!read.some(({ blocks }) => blocks.some(({ mark, text }) => /[\p{L}\p{N}]/u.test(mark + text)))) return null;
  const blank = read.filter(({ blocks, number }) => blocks.length === 0 && !broken.includes(number));
  const notes = [
    listed(broken, 'could not be read'),
    listed(
      blank.map(({ number }) => number),
      'has no text of its own; text in pictures is not read',
    ),
  ];
  const body = [...sections, ...notes.filter((note) => note !== '')].join('\n\n');
  const markdown = boundedAt(body, count - pages.length);
  return {
    url,
    title: titleIn(info) || headingOf(read[0]?.blocks ?? []) || fileNameOf(url),
    byline: authorIn(info),
    published: dateIn(info),
    language: languageIn(info) || languageByScript(markdown.replace(/^## Page \d+$/gm, '')),
    site: '',
    markdown,
  };
}

/** The size in which most of the text is set. */
function habitsOf(pages: readonly (readonly Line[])[]): Habits {
  const sizes = new Map<number, number>();
  for (const { size, text } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length);
  }
  let [size, most] = [10, 0];
  for (const [candidate, length] of sizes) if (length > most) [size, most] = [candidate, length];
  return { size, vocabulary: vocabularyOf(pages.flat().map(({ text }) => text)) };
}

function markdownOf(blocks: readonly PdfBlock[]): string {
  let markdown = '';
  let last: PdfBlock | undefined;
  for (const block of blocks) {
    const tight = block.kind === 'item' && last?.kind === 'item';
    markdown += `${last === undefined ? '' : tight ? '\n' : '\n\n'}${written(block)}`;
    last = block;
  }
  return markdown;
}

function written({ kind, depth, mark, text }: PdfBlock): string {
  if (kind === 'heading') return `${'#'.repeat(depth)} ${escapeInline(text).replace(/#+$/, '\\$&')}`;
  return kind === 'item' ? `${mark} ${escapeMarkdown(text)}` : escapeMarkdown(text);
}

/** What the first page calls itself: its first heading, if it is among the largest. */
function headingOf(blocks: readonly PdfBlock[]): string {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const least = headings.reduce((smallest, { depth }) => Math.min(smallest, depth), 9);
  return headings.find(({ depth }) => depth === least)?.text ?? '';
}

const NAMED_PAGES = 20;

function listed(numbers: readonly number[], what: string): string {
  if (numbers.length === 0) return '';
  const named = numbers.slice(0, NAMED_PAGES).join(', ');
  const more = numbers.length > NAMED_PAGES ? ' and others' : '';
  return `*Page ${named}${more}: ${what}.*`;
}

/** Never cut in silence. */
function boundedAt(markdown: string, unread: number): string {
  if (markdown.length <= MOST_TEXT && unread === 0) return markdown;
  return `${markdown
    .slice(0, MOST_TEXT)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}\n\n*The file goes on; only its first part was read.*`;
}
