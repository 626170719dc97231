/**
 * The short cut of the incremental parser: plain words that continue a line of running text change nothing but the
 * end of its last text node. The one rule: when in doubt, it says no, and the tail is parsed again.
 */
import type { RootContent, Text } from 'mdast';

/** Letters, digits and punctuation that mean nothing to Markdown in the middle of a line; single spaces between. */
const PLAIN = /^ ?[\p{L}\p{N},.;:!?'"()-]+(?: [\p{L}\p{N},.;:!?'"()-]+)* ?$/u;
/** Two letters on the line: no list marker, table rule or heading underline any more. */
const SETTLED_LINE = /\p{L}{2}[^\n]*$/u;
/** A dot or colon inside a word, or `www.`: perhaps an address. A word with any other mark: perhaps markup. */
const RISKY_WORD = /[.:;]\S|www\.|[^\s\p{L}\p{N},.;:!?'"()-]/iu;
/** With a link's target under way, quotes and brackets end it. */
const LINK_MARKS = /['")]/;

/** Whether `delta` can only lengthen the last text of `tail`. `linkOpen`: the tail holds `](`. */
export function isPlainContinuation(tail: string, delta: string, linkOpen: boolean): boolean {
  if (delta.length > 200 || !PLAIN.test(delta) || (linkOpen && LINK_MARKS.test(delta))) return false;
  if (tail.endsWith(' ') && delta.startsWith(' ')) return false;
  if (!SETTLED_LINE.test(tail.slice(-300))) return false;
  const word = tail.slice(Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n')) + 1);
  return word.length < 100 && !RISKY_WORD.test(word + delta);
}

/** Whether `block` ends, at the end of `source`, in running text. A space after it is allowed. */
export function endsInText(block: RootContent, source: string): boolean {
  const end = lastText(block)?.position?.end.offset;
  if (end === undefined) return false;
  return end === source.length || (end === source.length - 1 && source.endsWith(' '));
}

/** `block` with `text` added to its last text node; what is not on the way there keeps its identity. */
export function appendText<N extends RootContent>(block: N, text: string): N {
  if (block.type === 'text') return { ...block, value: block.value + text };
  if (!('children' in block)) return block;
  const last = block.children.at(-1);
  return last === undefined ? block : { ...block, children: [...block.children.slice(0, -1), appendText(last, text)] };
}

function lastText(block: RootContent): Text | null {
  switch (block.type) {
    case 'text':
      return block;
    case 'paragraph':
    case 'heading':
    case 'blockquote':
    case 'list':
    case 'listItem': {
      const last = block.children.at(-1);
      return last === undefined ? null : lastText(last);
    }
    default:
      return null;
  }
}
