/** Parses growing Markdown. Blocks must equal a full parse (property test); finished nodes keep identity. */
import type { RootContent } from 'mdast';
import { readContainer } from './container.ts';
import { closeOpen, continueOpen, findLineStart, joinOpen, settleBlock, type OpenBlock } from './open-block.ts';
import { clampNesting, normaliseLines } from './parse.ts';
import { appendText, endsInText, isPlainContinuation } from './plain-continuation.ts';
import { createPlainText, createWorkMeter, getWorkLimit, isTooHeavy, type WorkMeter } from './work.ts';

/** Long paragraphs are cut at multiples of it alone, so that the result does not depend on how the text came. */
const SLICE = 256;
/** Characters of plain text in one slice: many short lines take the browser a while to lay out. */
const PLAIN_SLICE = 4096;

interface MarkdownStream {
  /**
   * Takes the whole text so far, and parses about `work` more (Infinity: all of it). A text that does not continue the
   * previous one restarts the parser.
   */
  update(raw: string, work?: number): readonly RootContent[];
  /** Whether the last text was parsed to its end. */
  isComplete(): boolean;
  /** Whether a part of the text is shown without its formatting. */
  hasPlainText(): boolean;
}

/** Characters of a block, code excepted, behind which another of its kind begins: the browser lays out a block as a whole. */
const MAX_BLOCK = 16_384;
/** Likewise of its items or rows. */
const MAX_PARTS = 512;

/** Containers within containers that get a stream of their own; the parser reads deeper ones. */
const MAX_STREAMS = 2;

export function createMarkdownStream(meter: WorkMeter = createWorkMeter(), depth = 0): MarkdownStream {
  let previousText = '';
  let settled: RootContent[] = [];
  let open: OpenBlock | null = null;
  /** Settled characters of the open block. */
  let openLength = 0;
  /** Parsed behind the open block's prefix. */
  let tail = '';
  let blocks: readonly RootContent[] = [];
  let plainEnd: { readonly linkOpen: boolean } | null = null;
  /** Parses what the last quote or item holds. */
  let inner: MarkdownStream | null = null;
  /** Content of the whole lines of a long quote that `tail` continues. */
  let begunQuote = '';
  let isComplete = true;
  let isPlain = false;
  /** The text took too much work: the rest of it is plain text. */
  let isGivenUp = false;
  /** Work spent before the text that is now behind. */
  let spentBefore = 0;

  function closeBlock(): void {
    open = null;
    openLength = 0;
  }

  function parseTail(mayCut: boolean): void {
    if (parseContainer(mayCut)) return;
    const source = (open?.prefix ?? '') + clampNesting(tail);
    if (isTooHeavy(source, 2)) {
      makePlain();
      return;
    }
    const parsed = meter.parse(source).children;
    const shown = joinOpen(open, parsed);
    // A block is finished once a later one has a complete line; before, the line may be parsed differently.
    const independent = parsed.findLastIndex((block, i) => i > 0 && isIndependent(source, block, parsed[i - 1]));
    const isHeavy = mayCut && isTooHeavy(source);
    const cut = isHeavy && independent < 1 ? parsed.length - 1 : independent;
    let begin = 0;
    if (cut > 0) {
      begin = findLineStart(source, parsed[cut]);
      settled = [...settled, ...shown.splice(0, cut + shown.length - parsed.length)];
      closeBlock();
    }
    blocks = [...settled, ...shown];
    const last = parsed.at(-1);
    plainEnd = last !== undefined && endsInText(last, source) ? { linkOpen: source.includes('](', begin) } : null;

    const openCount = parsed.length - Math.max(cut, 0);
    const settledPart =
      openCount === 1 && last !== undefined && (mayCut || last.type !== 'paragraph')
        ? settleBlock(open, last, source, begin, meter.parse, mayCut)
        : null;
    const unsettled = Math.max(begin, open?.prefix.length ?? 0);
    tail = source.slice(settledPart?.from ?? unsettled);
    if (settledPart !== null) {
      openLength += settledPart.from - unsettled;
      open = settledPart.open;
      const parts = open.type === 'paragraph' ? 0 : open.done.length;
      if (mayCut && open.type !== 'code' && (openLength > MAX_BLOCK || parts > MAX_PARTS)) {
        settled = [...settled, ...closeOpen(open)];
        open = continueOpen(open);
        openLength = 0;
        plainEnd = null; // what comes next is parsed, so that it begins the new block however it comes
      }
    }
    if (isHeavy && isTooHeavy((open?.prefix ?? '') + tail)) makePlain();
  }

  /** Settles the tail as plain text, to its last line break if the rest is light. */
  function makePlain(): void {
    const lineStart = tail.lastIndexOf('\n') + 1;
    const end = lineStart === 0 || isTooHeavy(tail.slice(lineStart)) ? tail.length : lineStart;
    settled = [...settled, ...closeOpen(open), createPlainText(tail.slice(0, end))];
    isPlain = true;
    closeBlock();
    plainEnd = null;
    blocks = settled;
    tail = tail.slice(end);
    if (tail !== '') parseTail(false);
  }

  /** Returns whether the tail was a container alone, which a parser of its own has read. */
  function parseContainer(mayCut: boolean): boolean {
    const container =
      depth < MAX_STREAMS && (open === null || open.type === 'list')
        ? readContainer(tail, begunQuote, meter.parse)
        : null;
    if (container === null) {
      inner = null;
      return false;
    }
    inner ??= createMarkdownStream(meter, depth + 1);
    const node = container.wrap(inner.update(container.content));
    plainEnd = null;
    const shown = joinOpen(open, [node]);
    blocks = [...settled, ...shown];
    if (container.rest === null) {
      if (mayCut && container.begun !== null) {
        begunQuote = container.begun.content;
        tail = container.begun.rest;
      }
      return true;
    }
    isPlain ||= inner.hasPlainText();
    settled = [...settled, ...shown];
    closeBlock();
    inner = null;
    begunQuote = '';
    tail = container.rest;
    if (tail !== '') parseTail(false);
    return true;
  }

  function append(delta: string, mayCut: boolean): void {
    const last = blocks.at(-1);
    if (isGivenUp) {
      meter.spent += delta.length;
      tail += delta;
      while (tail.length > MAX_BLOCK) {
        const cut = findPlainCut(tail);
        settled = [...settled, createPlainText(tail.slice(0, cut))];
        tail = tail.slice(cut);
      }
      blocks = [...settled, createPlainText(tail)];
    } else if (
      !mayCut &&
      last !== undefined &&
      plainEnd !== null &&
      isPlainContinuation(tail, delta, plainEnd.linkOpen)
    ) {
      // A trailing space is part of the text only once a word follows.
      const gap = tail.endsWith(' ') ? ' ' : '';
      blocks = [...blocks.slice(0, -1), appendText(last, gap + delta.trimEnd())];
      tail += delta;
    } else {
      tail += delta;
      parseTail(mayCut);
    }
  }

  /** Shows the text from here on as plain text. */
  function giveUp(): void {
    settled = inner === null ? [...settled, ...closeOpen(open)] : [...blocks];
    if (inner !== null) tail = '';
    isGivenUp = true;
    isPlain = true;
  }

  function reset(): void {
    previousText = '';
    settled = [];
    closeBlock();
    tail = '';
    blocks = [];
    plainEnd = null;
    inner = null;
    begunQuote = '';
    isPlain = false;
    isGivenUp = false;
  }

  return {
    update(raw, work = Infinity) {
      const text = normaliseLines(raw);
      const begun = text.slice(0, previousText.length);
      if (begun !== previousText) reset(); // `startsWith` takes 0.1 ms at 20 KB
      if (isComplete) spentBefore = meter.spent;
      const until = meter.spent + work;
      let from = previousText.length;
      while (from < text.length && meter.spent < until) {
        if (!isGivenUp && meter.spent - spentBefore > getWorkLimit(text.length)) giveUp();
        const slice = isGivenUp ? PLAIN_SLICE : SLICE;
        const to = Math.min(text.length, from - (from % slice) + slice);
        append(text.slice(from, to), to % SLICE === 0);
        from = to;
      }
      isComplete = from === text.length;
      previousText = text.slice(0, from);
      return blocks;
    },
    isComplete: () => isComplete,
    hasPlainText: () => isPlain || (inner?.hasPlainText() ?? false),
  };
}

/** Behind a line, or not within a character. */
function findPlainCut(text: string): number {
  const line = text.lastIndexOf('\n', MAX_BLOCK - 1) + 1;
  if (line > 0) return line;
  return /[\uDC00-\uDFFF]/.test(text.charAt(MAX_BLOCK)) ? MAX_BLOCK - 1 : MAX_BLOCK;
}

/** Lines that begin the same kind of block in any context. */
const PLAIN_START = /^ {0,3}(?:\p{L}|#{1,6} |(?:[-*+]|1[.)]) {1,3}\p{L}|> )/u;

/** Characters of an incomplete line that can no longer be parsed differently. */
const LONG_LINE = 200;

/**
 * Whether the text from `block` on parses the same alone. Its first line must be complete or long, a table's second too.
 * Directly under another block or code, its start must be plain, because some lines (`2. so`, `-`) parse differently
 * there.
 */
function isIndependent(source: string, block: RootContent, above: RootContent | undefined): boolean {
  const start = block.position?.start.offset ?? 0;
  const secondLine = source.indexOf('\n', start) + 1;
  if (
    (secondLine === 0 && source.length - start < LONG_LINE) ||
    (block.type === 'table' && !source.includes('\n', secondLine))
  )
    return false;
  const line = findLineStart(source, block);
  if (block.type === 'code' && !/^[`~]/.test(source.slice(start, start + 1))) return false;
  if (PLAIN_START.test(source.slice(line, start + 8))) return true;
  return above?.type !== 'code' && /\n[ \t]*\n$/.test(source.slice(0, line));
}
