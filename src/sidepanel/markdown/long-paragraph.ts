/**
 * Cuts a long paragraph into pieces that are parsed apart, so that the time per update and the parser's worst cases are
 * bounded by a piece. A cut changes nothing unless markup stays open for `MAX_PIECE` characters: it is then text.
 */
import type { Nodes, Paragraph, RootContent, Text } from 'mdast';
import { MAX_FORMULA_LENGTH } from '../../lib/pipeline/text/tex.ts';

/** Characters. Shorter paragraphs are never cut. */
const MIN_PIECE = 512;
/** A citation of the longest quote is shorter. */
const MAX_PIECE = 1536;
/** Characters that are left when a piece is cut through open markup. */
const MIN_REST = 256;

/** Stands before a piece, so that it cannot begin another kind of block. */
export const PIECE_PREFIX = 'x';

export function dropPrefix<N extends RootContent>(node: N): N {
  if (node.type === 'text') return { ...node, value: node.value.slice(PIECE_PREFIX.length) };
  if (!('children' in node)) return node;
  const [first, ...rest] = node.children;
  return first === undefined ? node : { ...node, children: [dropPrefix(first), ...rest] };
}

/** Returns the source offset at which `paragraph`, from `begin` on, is cut; null if nowhere. */
export function findCut(paragraph: Paragraph, source: string, begin: number): number | null {
  const length = source.length - begin;
  if (length < MIN_PIECE) return null;
  const end = Math.min(findLastHeader(source), source.length - 1);
  let clean: number | null = null;
  let forced: number | null = null;
  let anywhere: number | null = null;
  const pending = createPendingMarkup();
  for (const node of paragraph.children) {
    const begins = node.position?.start.offset ?? 0;
    const isEarly = (i: number): boolean => i > begin + PIECE_PREFIX.length && i <= source.length - MIN_REST;
    if (isEarly(begins)) anywhere = begins;
    for (const text of iterateTexts(node)) {
      const [from, to] = [text.position?.start.offset ?? 0, text.position?.end.offset ?? 0];
      for (let i = from; i < to; i++) {
        if (text === node && i > begin + PIECE_PREFIX.length && i < end && i + 1 < to && isGap(source, i)) {
          if (!pending.isOpen(i)) clean = i;
          if (isEarly(i)) forced = i;
        }
        if (text === node && isEarly(i) && !/[\s\\\uDC00-\uDFFF]/.test(source.charAt(i))) anywhere = i;
        pending.read(source, i);
      }
    }
  }
  return clean ?? (length < MAX_PIECE ? null : (forced ?? anywhere));
}

/** The offset from which the last two lines could still become a table; long lines never do. */
function findLastHeader(source: string): number {
  let start = source.length;
  for (let lines = 0; lines < 2; lines++) {
    const before = source.lastIndexOf('\n', start - 1);
    if (start - before > MIN_PIECE) break;
    start = before;
  }
  return start + 1;
}

const WORDS_WITHOUT_SPACES = /^\p{Lo}{2}$/u;

/** Nothing beside the gap can be part of markup: one white space between words, or two letters of Chinese, Thai … */
function isGap(source: string, i: number): boolean {
  const around = source.slice(i - 1, i + 2);
  return /^[^\s\\]\s\S$/.test(around) || WORDS_WITHOUT_SPACES.test(around.slice(0, 2));
}

function* iterateTexts(node: Nodes): Generator<Text> {
  if (node.type === 'text') yield node;
  else if ('children' in node) for (const child of node.children) yield* iterateTexts(child);
}

/** Whether characters that were left as text may still begin markup that closes later. */
function createPendingMarkup() {
  let brackets = 0;
  let isMarked = false;
  let formulaEnd = 0;
  return {
    isOpen: (i: number): boolean => isMarked || brackets > 0 || i < formulaEnd,
    read(source: string, i: number): void {
      const char = source.charAt(i);
      if (char === '$' || (char === '\\' && /[([]/.test(source.charAt(i + 1)))) formulaEnd = i + MAX_FORMULA_LENGTH;
      if (char === '[') brackets += 1;
      else if (char === ']') brackets = Math.max(0, brackets - 1);
      else if (char === '`') isMarked = true;
      else if (char === '*' || (char === '~' && source.charAt(i - 1) === '~')) isMarked ||= isNonSpace(source, i + 1);
      else if (char === '_') isMarked ||= isNonSpace(source, i + 1) && !/[\p{L}\p{N}]/u.test(source.charAt(i - 1));
      else if (char === '<') isMarked ||= /[\p{L}/!?]/u.test(source.charAt(i + 1));
    },
  };
}

const isNonSpace = (source: string, i: number): boolean => /\S/.test(source.charAt(i));
