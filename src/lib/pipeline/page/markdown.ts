/**
 * Step three: content to GitHub-flavoured Markdown, by turndown with the rules it lacks. Rule: what the page wrote as
 * text reads back as text; only its structure becomes Markdown.
 */
import TurndownService from 'turndown';
import { escapeInline, escapeText } from './escape.ts';
import { makeShallow } from './shallow.ts';
import { tableToMarkdown } from './table.ts';
import { tidy } from './tidy.ts';

/** Characters of Markdown handed on. A longer page ends with a line that says so. */
export const MAX_MARKDOWN = 2_000_000;
/** Kept free for the line that ends a code block. */
const MAX_FENCE = 200;

/** Turns `root` (which is used up) into Markdown. `cut`: the page went on beyond what was copied. */
export function toMarkdown(root: Element, cut = false): string {
  tidy(root);
  makeShallow(root);
  escapeText(root);
  return bounded(
    service()
      .turndown(root as HTMLElement)
      .trim(),
    cut,
  );
}

/** Never cut in silence. */
export function bounded(text: string, cut = false): string {
  if (!cut && text.length <= MAX_MARKDOWN) return text;
  const kept = text.slice(0, MAX_MARKDOWN).trimEnd();
  return `${kept}${missingFence(kept)}\n\n*The page goes on; only its first part was read.*`;
}

/** The beginning of `text` that fits, cut after a line or word where one ends in its second half; a code block that is cut is closed. */
export function cutMarkdown(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = text.slice(0, max - MAX_FENCE);
  const end = [room.lastIndexOf('\n'), room.lastIndexOf(' ')].find((at) => at > room.length / 2);
  const kept = room
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  const fence = missingFence(kept);
  return fence.length <= MAX_FENCE ? kept + fence : kept;
}

/** The line that ends a code block which `text` leaves open, within the list or quote it stands in; '' where none is. */
function missingFence(text: string): string {
  let open: { around: string; mark: string } | null = null;
  for (const line of text.split('\n')) {
    const [, around = '', mark = '', info = ''] = /^((?:[ >]|[-+] |\d{1,9}\. )*)(`{3,})([^`]*)$/.exec(line) ?? [];
    if (mark === '') continue;
    if (open === null) open = { around: around.replace(/[^>]/g, ' '), mark };
    else if (mark.length >= open.mark.length && info.trim() === '') open = null;
  }
  return open === null ? '' : `\n${open.around}${open.mark}`;
}

function service(): TurndownService {
  const down = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  down.escape = (text) => text; // done before, where it is known what begins a line
  down.addRule('code-block', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_, node) => fence(node.textContent, (node as Element).getAttribute('data-kl-lang') ?? ''),
  });
  // Counted as they come: asking each item for its place would be quadratic in a long list.
  const last = new WeakMap<Element, number>();
  const numberIn = (list: Element): number => {
    const start = Number(list.getAttribute('start') ?? 1);
    const number = (last.get(list) ?? (Number.isSafeInteger(start) && start >= 0 ? start : 1) - 1) + 1;
    last.set(list, number);
    return number;
  };
  down.addRule('list-item', {
    filter: 'li',
    replacement: (content, node) => {
      const li = node as Element;
      const list = li.parentElement;
      const check = li.getAttribute('data-kl-check');
      const box = check === null ? '' : check === 'true' ? '[x] ' : '[ ] ';
      const mark = list?.localName === 'ol' ? `${numberIn(list)}. ` : '- ';
      const text = content.trim();
      if (text === '') return '';
      return `${mark}${box}${text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)}${li.nextElementSibling ? '\n' : ''}`;
    },
  });
  down.addRule('math', {
    filter: (node) => node.hasAttribute('data-kl-math'),
    replacement: (_, node) => {
      const block = (node as Element).getAttribute('data-kl-math') === 'block';
      return block ? `\n\n$$\n${node.textContent}\n$$\n\n` : `$${node.textContent}$`;
    },
  });
  down.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const text = oneLine(content);
      return text === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${text}\n\n`;
    },
  });
  down.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => {
      const text = oneLine(content);
      return text === '' ? '' : `[${text}](${destination((node as Element).getAttribute('href') ?? '')})`;
    },
  });
  down.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const img = node as Element;
      return `![${escapeInline(oneLine(img.getAttribute('alt') ?? ''))}](${destination(img.getAttribute('src') ?? '')})`;
    },
  });
  down.addRule('caption', {
    filter: 'figcaption',
    replacement: (content) => (content.trim() === '' ? '' : `\n\n*${oneLine(content).replace(/(?<!\\)\*/g, '')}*\n\n`),
  });
  down.addRule('strike', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? '' : `~~${content.trim()}~~`),
  });
  down.addRule('term', {
    filter: 'dt',
    replacement: (content) => `\n\n**${oneLine(content).replaceAll('**', '')}**\n`,
  });
  down.addRule('definition', { filter: 'dd', replacement: (content) => `\n${content.trim()}\n` });
  const cells = new WeakMap<Element, string>();
  down.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      cells.set(node, oneLine(content));
      return '';
    },
  });
  down.addRule('table', {
    filter: 'table',
    replacement: (_, node) => {
      const table = node as HTMLTableElement;
      const caption = oneLine(table.caption?.textContent ?? '');
      const rows = tableToMarkdown(table, (cell) => cells.get(cell) ?? '');
      return `\n\n${caption === '' ? '' : `*${caption.replace(/(?<!\\)\*/g, '')}*\n\n`}${rows}\n\n`;
    },
  });
  return down;
}

/** By lines, not by one expression over white space, which would be quadratic on long runs of it. */
const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

const destination = (url: string): string =>
  url.replace(/[()<>\s\\]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** A fence longer than any run of backticks inside. */
function fence(text: string, language: string): string {
  if (text.trim() === '') return '';
  let longest = 2;
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  const mark = '`'.repeat(longest + 1);
  return `\n\n${mark}${language}\n${text}\n${mark}\n\n`;
}
