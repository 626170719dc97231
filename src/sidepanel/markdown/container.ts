/** A quote, or an item of one line: its text without the marks is parsed by a stream of its own. */
import type { BlockContent, DefinitionContent, List, Root, RootContent } from 'mdast';
import { clampNesting } from './parse.ts';
import { isTooHeavy, MAX_PARSED } from './work.ts';

interface Container {
  readonly content: string;
  /** The text behind the container, once it has ended; null before. */
  readonly rest: string | null;
  /** For a long quote: its whole lines without their marks, and the text behind them. */
  readonly begun: { readonly content: string; readonly rest: string } | null;
  wrap(blocks: readonly RootContent[]): RootContent;
}

/** Each line has its mark, and no tab, whose width depends on its column. The last line may have only begun. */
const QUOTE = /^((?: {0,3}>[^\t\n]*(?:\n|$))*)( *)(?:$|\n(.*)$)/s;
const QUOTED_LINES = /^(?: {0,3}>[^\t\n]*\n)*/;
const QUOTE_MARK = /^ {0,3}> ?/gm;

/** An item of one line, whose first characters cannot begin a block of another kind, a task or a definition. */
const ITEM =
  /^( {0,3}(?:[-*+]|\d{1,9}[.)]) )((?:\\[^\s\\[]|(?:\*\*|~~(?!~)|[*_“"(`&$]|\[(?![xX]\]|[^\]\n]*\]:))?(?!\d+[.)])[\p{L}\p{N}])[^\t\n]*)(?:[\t\n](.*))?$/su;
const MIN_ITEM = 512;

/**
 * Null if `text` is not one container alone, or a line continues it without a mark. Such a line ends a long container.
 * `begun`: content of a quote's lines before `text`; '' for none.
 */
export function readContainer(text: string, begun: string, parse: (source: string) => Root): Container | null {
  return begun !== '' || /^ {0,3}>/.test(text) ? readQuote(text, begun) : readItem(text, parse);
}

function readQuote(text: string, begun: string): Container | null {
  const isLong = begun !== '' || isTooHeavy(text);
  const [, lines, , rest = null] = QUOTE.exec(text) ?? [];
  const quoted = lines ?? (isLong ? (QUOTED_LINES.exec(text)?.[0] ?? '') : null);
  if (quoted === null || (quoted === '' && begun === '')) return null;
  const after = lines === undefined ? text.slice(quoted.length) : rest;
  const whole = quoted.slice(0, quoted.lastIndexOf('\n') + 1);
  return {
    content: begun + stripMarks(quoted),
    rest: after,
    begun:
      after === null && whole !== '' && (begun !== '' || text.length > MAX_PARSED)
        ? { content: begun + stripMarks(whole), rest: text.slice(whole.length) }
        : null,
    wrap: (blocks) => ({ type: 'blockquote', children: blocks as BlockContent[] }),
  };
}

const stripMarks = (lines: string): string => clampNesting(lines).replace(QUOTE_MARK, '');

function readItem(text: string, parse: (source: string) => Root): Container | null {
  const item = text.length < MIN_ITEM ? null : ITEM.exec(text);
  if (item === null) return null;
  const [, mark = '', content = '', rest = null] = item;
  if (rest !== null && content.length < MAX_PARSED) return null;
  const [list] = parse(`${mark}x`).children;
  if (list?.type !== 'list') return null;
  return { content, rest, begun: null, wrap: (blocks) => wrapItem(list, blocks) };
}

function wrapItem(list: List, blocks: readonly RootContent[]): List {
  const children = blocks as (BlockContent | DefinitionContent)[];
  return { ...list, children: [{ type: 'listItem', spread: false, checked: null, children }] };
}
