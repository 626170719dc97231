/** Reads a block quote or a list item that is a container of other blocks, so that its content is parsed apart. */
import type { BlockContent, DefinitionContent, List, RootContent } from 'mdast';
import { clampNesting, parseClamped } from './parse.ts';

export interface Container {
  readonly content: string;
  /** The text behind the container, once it has ended; null before. */
  readonly rest: string | null;
  wrap(blocks: readonly RootContent[]): RootContent;
}

/** Each line has its mark, and no tab, whose width depends on its column. The last line may have only begun. */
const QUOTE = /^((?: {0,3}>[^\t\n]*(?:\n|$))+)( *)(?:$|\n(.*)$)/s;

/** An item of one line. */
const ITEM = /^( {0,3}(?:[-*+]|\d{1,9}[.)]) )((?:\*\*|[*_“"(`])?\p{L}[^\t\n]*)$/u;
const MIN_ITEM = 512;

/** Null if `text` is not one container alone, or a line continues it without a mark. */
export function readContainer(text: string): Container | null {
  const quote = QUOTE.exec(text);
  if (quote !== null) {
    const [, lines = '', , rest = null] = quote;
    return {
      content: clampNesting(lines.replace(/\n$/, '')).replace(/^ {0,3}> ?/gm, ''),
      rest,
      wrap: (blocks) => ({ type: 'blockquote', children: blocks as BlockContent[] }),
    };
  }
  const item = text.length < MIN_ITEM ? null : ITEM.exec(text);
  if (item === null) return null;
  const [, mark = '', content = ''] = item;
  const [list] = parseClamped(`${mark}x`).children;
  if (list?.type !== 'list') return null;
  return { content, rest: null, wrap: (blocks) => wrapItem(list, blocks) };
}

function wrapItem(list: List, blocks: readonly RootContent[]): List {
  const children = blocks as (BlockContent | DefinitionContent)[];
  return { ...list, children: [{ type: 'listItem', spread: false, checked: null, children }] };
}
