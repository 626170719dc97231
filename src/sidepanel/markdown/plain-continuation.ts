/** Text that only lengthens the last text of what is parsed already, which then need not be parsed again. */
import type { RootContent, Text } from 'mdast';

/** Characters without meaning for Markdown in the middle of a line; single spaces. */
const PLAIN_TEXT = /^ ?[\p{L}\p{N},.;:!?'"()-]+(?: [\p{L}\p{N},.;:!?'"()-]+)* ?$/u;

/** Two letters: the line can no longer become a list marker, table rule or heading underline. */
const SETTLED_LINE = /\p{L}{2}[^\n]*$/u;

/** A dot or colon inside a word, or `www.`, may be a URL; other marks may be markup. */
const RISKY_WORD = /[.:;]\S|www\.|[^\s\p{L}\p{N},.;:!?'"()-]/iu;

/** Quotes and brackets end an unfinished link target. */
const LINK_MARKS = /['")]/;

/** Returns whether `delta` only lengthens the last text. `linkOpen`: the tail contains `](`. */
export function isPlainContinuation(tail: string, delta: string, linkOpen: boolean): boolean {
  if (delta.length > 200 || !PLAIN_TEXT.test(delta) || (linkOpen && LINK_MARKS.test(delta))) return false;
  if (tail.endsWith(' ') && delta.startsWith(' ')) return false;
  if (!SETTLED_LINE.test(tail.slice(-300))) return false;
  const word = tail.slice(Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n')) + 1);
  return word.length < 100 && !RISKY_WORD.test(word + delta);
}

/** One trailing space is allowed. */
export function endsInText(block: RootContent, source: string): boolean {
  const end = findLastText(block)?.position?.end.offset;
  if (end === undefined) return false;
  return end === source.length || (end === source.length - 1 && source.endsWith(' '));
}

/** Nodes off the path to the last text keep their identity. */
export function appendText<N extends RootContent>(block: N, text: string): N {
  if (block.type === 'text') return { ...block, value: block.value + text };
  if (!('children' in block)) return block;
  const last = block.children.at(-1);
  return last === undefined ? block : { ...block, children: [...block.children.slice(0, -1), appendText(last, text)] };
}

function findLastText(block: RootContent): Text | null {
  switch (block.type) {
    case 'text':
      return block;
    case 'paragraph':
    case 'heading':
    case 'blockquote':
    case 'list':
    case 'listItem': {
      const last = block.children.at(-1);
      return last === undefined ? null : findLastText(last);
    }
    default:
      return null;
  }
}
