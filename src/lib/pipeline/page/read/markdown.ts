/** Step three: converts content to GitHub-flavoured Markdown. The page's text must read back as text. */
import TurndownService from 'turndown';
import { escapeInline, escapeText } from './escape.ts';
import { renderTable } from './tables.ts';
import { tidy } from './tidy.ts';
import { makeShallow } from './nesting.ts';
import { truncateWithNotice } from './truncate-markdown.ts';

/** Consumes `root`. `cut`: the page continues beyond the copy. */
export function toMarkdown(root: Element, cut = false): string {
  tidy(root);
  makeShallow(root);
  escapeText(root);
  return truncateWithNotice(
    createTurndown()
      .turndown(root as HTMLElement)
      .trim(),
    cut,
  );
}

function createTurndown(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.escape = (text) => text; // escaped earlier (escape.ts), while line starts are known
  turndown.addRule('code-block', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_, node) => buildCodeBlock(node.textContent, (node as Element).getAttribute('data-kl-lang') ?? ''),
  });
  // Incremental: asking each item for its index would be quadratic.
  const lastNumber = new WeakMap<Element, number>();
  const nextNumber = (list: Element): number => {
    const start = Number(list.getAttribute('start') ?? 1);
    const number = (lastNumber.get(list) ?? (Number.isSafeInteger(start) && start >= 0 ? start : 1) - 1) + 1;
    lastNumber.set(list, number);
    return number;
  };
  turndown.addRule('list-item', {
    filter: 'li',
    replacement: (content, node) => {
      const li = node as Element;
      const list = li.parentElement;
      const check = li.getAttribute('data-kl-check');
      const box = check === null ? '' : check === 'true' ? '[x] ' : '[ ] ';
      const mark = list?.localName === 'ol' ? `${nextNumber(list)}. ` : '- ';
      const text = content.trim();
      if (text === '') return '';
      return `${mark}${box}${text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)}${li.nextElementSibling ? '\n' : ''}`;
    },
  });
  turndown.addRule('math', {
    filter: (node) => node.hasAttribute('data-kl-math'),
    replacement: (_, node) => {
      const block = (node as Element).getAttribute('data-kl-math') === 'block';
      return block ? `\n\n$$\n${node.textContent}\n$$\n\n` : `$${node.textContent}$`;
    },
  });
  turndown.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const text = joinLines(content);
      return text === '' ? '' : `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${text}\n\n`;
    },
  });
  turndown.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => {
      const text = joinLines(content);
      return text === '' ? '' : `[${text}](${escapeDestination((node as Element).getAttribute('href') ?? '')})`;
    },
  });
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const img = node as Element;
      return `![${escapeInline(joinLines(img.getAttribute('alt') ?? ''))}](${escapeDestination(img.getAttribute('src') ?? '')})`;
    },
  });
  turndown.addRule('caption', {
    filter: 'figcaption',
    replacement: (content) => (content.trim() === '' ? '' : `\n\n${emphasise(joinLines(content))}\n\n`),
  });
  turndown.addRule('strike', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? '' : `~~${content.trim()}~~`),
  });
  turndown.addRule('term', {
    filter: 'dt',
    replacement: (content) => `\n\n**${joinLines(content).replaceAll('**', '')}**\n`,
  });
  turndown.addRule('definition', { filter: 'dd', replacement: (content) => `\n${content.trim()}\n` });
  const cells = new WeakMap<Element, string>();
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      cells.set(node, joinLines(content));
      return '';
    },
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_, node) => {
      const table = node as HTMLTableElement;
      const caption = joinLines(table.caption?.textContent ?? '');
      const rows = renderTable(table, (cell) => cells.get(cell) ?? '');
      return `\n\n${caption === '' ? '' : `${emphasise(caption)}\n\n`}${rows}\n\n`;
    },
  });
  return turndown;
}

/** By lines: one expression over white space would be quadratic. */
const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

const emphasise = (text: string): string => `*${text.replace(/(?<!\\)\*/g, '')}*`;

const escapeDestination = (url: string): string =>
  url.replace(/[()<>\s\\]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** The fence must be longer than any run of backticks inside. */
function buildCodeBlock(text: string, language: string): string {
  if (text.trim() === '') return '';
  let longest = 2;
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  const mark = '`'.repeat(longest + 1);
  return `\n\n${mark}${language}\n${text}\n${mark}\n\n`;
}
