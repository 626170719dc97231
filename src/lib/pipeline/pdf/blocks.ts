/** Groups lines into headings, list items and paragraphs by the space around them. No line is lost or moved. */
import { computeMedian } from '../../base/numbers.ts';
import type { PlacedLine } from './columns.ts';
import { joinLines, type Vocabulary } from './join-lines.ts';
import { measureTextWeight } from '../text/script.ts';

export interface PdfBlock {
  readonly kind: 'heading' | 'item' | 'paragraph';
  /** 3 to 5 for a heading. */
  readonly depth: number;
  /** For an item `-`, or its number as printed, `3.` or `3)`; else ''. */
  readonly mark: string;
  readonly text: string;
}

export interface DocumentStyle {
  readonly size: number;
  readonly vocabulary: Vocabulary;
}

const BULLET = /^[•◦‣▪▫■□●○∙·➢➤✓✔–—-] (?=\S)/u;
const NUMBER = /^(\d{1,3}[.)]) (?=\S)/;
const SENTENCE_END = /[.!?…:;。！？：；؟۔]["'”’»』」)\]]*$/u;
const CONTENTS_ENTRY = / … [\p{N}ivxlc]{1,6}$/u;
/** Multiples of the size of running text. */
const LARGE_TEXT = 1.15;
const HEADING_SIZES = [1.7, 1.35] as const;
/** A whole page of large text is no heading. */
const MAX_HEADING_LENGTH = 200;
const MAX_HEADING_LINES = 4;

export function groupIntoBlocks(lines: readonly PlacedLine[], style: DocumentStyle): PdfBlock[] {
  const pitch = measureLinePitch(lines);
  const groups: PlacedLine[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open === undefined || last === undefined || startsBlock(line, last, open, pitch, style)) groups.push([line]);
    else open.push(line);
  }
  return groups.map((group) => buildBlock(group, style));
}

/** In letter sizes. */
function measureLinePitch(lines: readonly PlacedLine[]): number {
  const steps = lines.flatMap((line, i) => {
    const last = lines[i - 1];
    const step = last?.stretch === line.stretch ? (line.y - last.y) / last.size : 0;
    return step > 0.8 && step < 2.5 ? [step] : [];
  });
  return steps.length === 0 ? 1.2 : computeMedian(steps);
}

function startsBlock(
  line: PlacedLine,
  last: PlacedLine,
  open: readonly PlacedLine[],
  pitch: number,
  style: DocumentStyle,
): boolean {
  if (line.turned || last.turned) return line.turned !== last.turned || SENTENCE_END.test(last.text);
  const size = Math.max(line.size, last.size);
  if (Math.abs(line.size - last.size) > 0.12 * size) return true;
  if (isLarge(line, style) !== isLarge(last, style)) return true;
  if (BULLET.test(line.text) || CONTENTS_ENTRY.test(last.text)) return true;
  if (line.stretch !== last.stretch) return SENTENCE_END.test(last.text) || !/^[\p{Ll}\p{Lo}]/u.test(line.text);
  if (line.y - last.y > 1.3 * pitch * size) return true;
  if (NUMBER.test(line.text)) return SENTENCE_END.test(last.text) || NUMBER.test(open[0]?.text ?? '');
  const width = line.right - line.left;
  const item = open[0] !== undefined && (BULLET.test(open[0].text) || NUMBER.test(open[0].text));
  const indented = !item && line.x0 - last.x0 > 0.8 * size && last.x0 - line.left < 0.5 * size;
  const short = last.right - last.x1 > 0.2 * width && SENTENCE_END.test(last.text);
  return short || (indented && SENTENCE_END.test(last.text));
}

const isLarge = ({ size }: PlacedLine, style: DocumentStyle): boolean => size >= LARGE_TEXT * style.size;

function buildBlock(lines: readonly PlacedLine[], style: DocumentStyle): PdfBlock {
  const text = joinLines(
    lines.map((line) => line.text),
    style.vocabulary,
  );
  const [first] = lines;
  if (first !== undefined && isHeading(lines, text, first, style)) {
    const larger = HEADING_SIZES.findIndex((times) => first.size >= times * style.size);
    return { kind: 'heading', depth: larger < 0 ? 5 : 3 + larger, mark: '', text };
  }
  const bullet = BULLET.exec(text)?.[0];
  if (bullet !== undefined) return { kind: 'item', depth: 0, mark: '-', text: text.slice(bullet.length) };
  const [whole = '', mark = ''] = NUMBER.exec(text) ?? [];
  if (whole !== '') return { kind: 'item', depth: 0, mark, text: text.slice(whole.length) };
  return { kind: 'paragraph', depth: 0, mark: '', text };
}

function isHeading(lines: readonly PlacedLine[], text: string, first: PlacedLine, style: DocumentStyle): boolean {
  if (first.turned || !isLarge(first, style) || !/\p{L}/u.test(text)) return false;
  return lines.length <= MAX_HEADING_LINES && text.length <= MAX_HEADING_LENGTH && measureTextWeight(text) >= 2;
}
