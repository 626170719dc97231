/**
 * Incremental Markdown: text that only grows → blocks, of which all but the open tail are finished for good. The one
 * rule: after every update the blocks say the same as a full parse of the whole text (a property test holds it), and
 * nodes of finished blocks keep their identity, so that nothing finished is parsed or rendered again.
 */
import type { RootContent } from 'mdast';
import { appendText, endsInText, isPlainContinuation } from './append.ts';
import { joinOpen, settleInside, type Open } from './open.ts';
import { clampNesting, normaliseLines, parseClamped } from './parse.ts';

export interface MarkdownStream {
  /** Takes the whole text so far, returns its blocks. A text that does not continue the last one starts anew. */
  update(text: string): readonly RootContent[];
}

export function createMarkdownStream(): MarkdownStream {
  let seen = '';
  let settled: RootContent[] = [];
  let open: Open | null = null;
  /** Text after everything settled; the parser sees it behind the open block's prefix. */
  let tail = '';
  let blocks: readonly RootContent[] = [];
  let plain: { readonly linkOpen: boolean } | null = null;

  function parseTail(): void {
    const source = (open?.prefix ?? '') + clampNesting(tail);
    const parsed = parseClamped(source).children;
    const shown = joinOpen(open, parsed);
    // A block is finished once a later one has a whole line to itself; before that the line may turn out otherwise.
    const cut = parsed.findLastIndex((block, i) => i > 0 && standsAlone(source, block, parsed[i - 1]));
    let begin = 0;
    if (cut > 0) {
      begin = lineStart(source, startOf(parsed[cut]));
      settled = [...settled, ...shown.splice(0, cut + shown.length - parsed.length)];
      open = null;
    }
    blocks = [...settled, ...shown];
    const last = parsed.at(-1);
    plain = last !== undefined && endsInText(last, source) ? { linkOpen: source.includes('](', begin) } : null;

    const rest = parsed.length - Math.max(cut, 0);
    const inside = rest === 1 && last !== undefined ? settleInside(open, last, source, begin) : null;
    if (inside !== null) open = inside.open;
    tail = source.slice(inside?.from ?? Math.max(begin, open?.prefix.length ?? 0));
  }

  function reset(): void {
    seen = '';
    settled = [];
    open = null;
    tail = '';
    blocks = [];
    plain = null;
  }

  return {
    update(raw) {
      const text = normaliseLines(raw);
      if (text === seen) return blocks;
      if (!text.startsWith(seen)) reset();
      const delta = text.slice(seen.length);
      const last = blocks.at(-1);
      if (last !== undefined && plain !== null && isPlainContinuation(tail, delta, plain.linkOpen)) {
        // A space at the end is no part of the text until a word follows it.
        const gap = tail.endsWith(' ') ? ' ' : '';
        blocks = [...blocks.slice(0, -1), appendText(last, gap + delta.trimEnd())];
        tail += delta;
      } else {
        tail += delta;
        parseTail();
      }
      seen = text;
      return blocks;
    },
  };
}

function startOf(block: RootContent | undefined): number {
  return block?.position?.start.offset ?? 0;
}

function lineStart(source: string, offset: number): number {
  return source.lastIndexOf('\n', offset - 1) + 1;
}

/** Lines that begin the same block wherever they stand. */
const PLAIN_START = /^ {0,3}(?:\p{L}|#{1,6} |(?:[-*+]|1[.)]) {1,3}\p{L}|> )/u;

/**
 * Whether what begins with `block` parses without what stands above it as it does below it. Its first line must be whole,
 * a table's second too. Right under another block, or under code that may reach over blank lines, some lines are read
 * otherwise (`2. so`, `-`, `+` above a table's rule): there only a plain start will do. Indented code is never cut off from
 * what stands above it.
 */
function standsAlone(source: string, block: RootContent, above: RootContent | undefined): boolean {
  const start = startOf(block);
  const secondLine = source.indexOf('\n', start) + 1;
  if (secondLine === 0 || (block.type === 'table' && !source.includes('\n', secondLine))) return false;
  const line = lineStart(source, start);
  if (block.type === 'code' && !/^[`~]/.test(source.slice(start, start + 1))) return false;
  if (PLAIN_START.test(source.slice(line, start + 8))) return true;
  return above?.type !== 'code' && /\n[ \t]*\n$/.test(source.slice(0, line));
}
