/** Step three: converts content to GitHub-flavoured Markdown. The page's text must read back as text. */
import type { Slices } from '../../text/time-slices.ts';
import { collapseWhitespace, convertTree, findLines, type Rule, type Rules } from './convert.ts';
import { escapeInline, escapeText } from './escape.ts';
import { countItems } from './list-numbers.ts';
import { renderTable } from './tables.ts';
import { tidy } from './tidy.ts';
import { makeShallow } from './nesting.ts';
import { truncateWithNotice, type Content } from './truncate-markdown.ts';

/** Consumes `root`. `cut`: the page continues beyond the copy. */
export function* toMarkdown(root: Element, cut = false): Slices<Content> {
  yield* tidy(root);
  yield* makeShallow(root);
  yield* escapeText(root);
  yield* collapseWhitespace(root);
  return truncateWithNotice((yield* convertTree(root, createRules())).trim(), cut);
}

const LEAVES = new Set('pre code img'.split(' '));
const MEANINGFUL = new Set('img br hr td th table'.split(' '));

function createRules(): Rules {
  const rules = new Map(listRules().flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)));
  return {
    find: (el) => findByAttribute(el) ?? rules.get(el.localName),
    isLeaf: (el) => LEAVES.has(el.localName) || el.hasAttribute('data-kl-math') || el.hasAttribute('data-kl-note'),
    isMeaningful: ({ localName }) => MEANINGFUL.has(localName),
  };
}

function listRules(): readonly (readonly [names: string, rule: Rule])[] {
  const emphasis =
    (mark: string): Rule =>
    (content) =>
      mark + content + mark;
  return [
    ['p', (content) => `\n\n${content}\n\n`],
    ['br', () => '  \n'],
    ['hr', () => '\n\n---\n\n'],
    ['em i', emphasis('*')],
    ['strong b', emphasis('**')],
    ['del s', emphasis('~~')],
    ['code', buildInlineCode],
    ['pre', (_, pre) => buildCodeBlock(pre.textContent, pre.getAttribute('data-kl-lang') ?? '')],
    ['blockquote', (content) => `\n\n${content.slice(...findLines(content)).replace(/^/gm, '> ')}\n\n`],
    ['ul ol', convertList],
    ['li', createItemRule()],
    [
      'h1 h2 h3 h4 h5 h6',
      (content, { localName }) => `\n\n${'#'.repeat(Number(localName[1]))} ${joinLines(content)}\n\n`,
    ],
    ['a', convertLink],
    ['img', convertImage],
    ['figcaption', (content) => `\n\n${emphasise(joinLines(content))}\n\n`],
    ['dt', (content) => `\n\n**${joinLines(content).replaceAll('**', '')}**\n`],
    ['dd', (content) => `\n${content.trim()}\n`],
    ...createTableRules(),
  ];
}

function findByAttribute(el: Element): Rule | undefined {
  if (el.hasAttribute('data-kl-math')) return convertMath;
  if (el.hasAttribute('data-kl-note')) return (_, mark) => `[^${mark.getAttribute('data-kl-note') ?? ''}]`;
  return el.hasAttribute('data-kl-note-text') ? convertNote : undefined;
}

/** Without the mark that it begins with; it may have several paragraphs. */
const convertNote: Rule = (content, el) => {
  const label = el.getAttribute('data-kl-note-text') ?? '';
  const [start = ''] = /^\S+\s+/.exec(content.trimStart()) ?? [];
  const isLabel = start.replace(/[\\[\]().:]/g, '').trim() === label;
  const text = isLabel ? content.trimStart().slice(start.length) : content;
  return `\n\n[^${label}]: ${text.trim().replace(/\n(?=[^\n])/g, '\n    ')}\n\n`;
};

const convertMath: Rule = (tex, el) =>
  el.getAttribute('data-kl-math') === 'block' ? `\n\n$$\n${tex}\n$$\n\n` : `$${tex}$`;

const convertList: Rule = (content, list) => {
  const isLastInItem = list.parentElement?.localName === 'li' && list.nextElementSibling === null;
  return isLastInItem ? `\n${content}` : `\n\n${content}\n\n`;
};

function createItemRule(): Rule {
  // Once per list: asking each item for its index would be quadratic.
  const numbers = new WeakMap<Element, number>();
  const getNumber = (list: Element, item: Element): number => {
    if (!numbers.has(item)) {
      const items = Array.from(list.children).filter(({ localName }) => localName === 'li');
      for (const [i, number] of countItems(list, items).entries()) numbers.set(items[i] ?? item, number);
    }
    return numbers.get(item) ?? 1;
  };
  return (content, item) => {
    const list = item.parentElement;
    const check = item.getAttribute('data-kl-check');
    const box = check === null ? '' : check === 'true' ? '[x] ' : '[ ] ';
    const mark = list?.localName === 'ol' ? `${getNumber(list, item)}. ` : '- ';
    const text = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
    return `${mark}${box}${text}${item.nextElementSibling ? '\n' : ''}`;
  };
}

const convertLink: Rule = (content, link) => {
  const href = link.getAttribute('href');
  return href === null ? content : `[${joinLines(content)}](${escapeDestination(href)})`;
};

const convertImage: Rule = (_, img) => {
  const alt = escapeInline(joinLines(img.getAttribute('alt') ?? ''));
  const mark = img.hasAttribute('data-kl-embed') ? '' : '!';
  return `${mark}[${alt}](${escapeDestination(img.getAttribute('src') ?? '')})`;
};

function createTableRules(): readonly (readonly [string, Rule])[] {
  const cells = new WeakMap<Element, string>();
  return [
    [
      'td th',
      (content, cell) => {
        cells.set(cell, joinLines(content));
        return '';
      },
    ],
    [
      'table',
      function* (_, table) {
        const captions = Array.from(table.querySelectorAll('caption'), ({ textContent }) => joinLines(textContent));
        const caption = captions.filter((text) => text !== '').join(' ');
        const rows = yield* renderTable(table as HTMLTableElement, (cell) => cells.get(cell) ?? '');
        return `\n\n${caption === '' ? '' : `${emphasise(caption)}\n\n`}${rows}\n\n`;
      },
    ],
  ];
}

/** Joins line by line: one expression over white space would be quadratic. */
const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

const emphasise = (text: string): string => `*${text.replace(/(?<!\\)\*/g, '')}*`;

const escapeDestination = (url: string): string =>
  url.replace(/[()<>\s\\]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** The marks must be longer than any run of backticks inside. */
function buildInlineCode(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map(({ length }) => length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const mark = '`'.repeat(length);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return mark + space + text.replace(/[\r\n]+/g, ' ') + space + mark;
}

/** The fence must be longer than any run of backticks inside. */
function buildCodeBlock(text: string, language: string): string {
  if (text.trim() === '') return '';
  let longest = 2;
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  const mark = '`'.repeat(longest + 1);
  return `\n\n${mark}${language}\n${text}\n${mark}\n\n`;
}
