/**
 * Lines in reading order → headings, list items and paragraphs, by the room around them. The one rule: where the page
 * does not say, it is a paragraph that goes on; no line is lost and none changes place.
 */
import { median, type PlacedLine } from './columns.ts';
import { joined, type Vocabulary } from './join.ts';
import { weightOf } from './script.ts';

export interface PdfBlock {
  readonly kind: 'heading' | 'item' | 'paragraph';
  /** 3 to 5 for a heading: it stands below that of its page. */
  readonly depth: number;
  /** Of an item: `-`, or its number as it stands there, `3.` or `3)`; else ''. */
  readonly mark: string;
  readonly text: string;
}

/** What is usual in the document. */
export interface Habits {
  /** Size of the letters of running text. */
  readonly size: number;
  readonly vocabulary: Vocabulary;
}

const BULLET = /^[•◦‣▪▫■□●○∙·➢➤✓✔–—-] (?=\S)/u;
const NUMBER = /^(\d{1,3}[.)]) (?=\S)/;
const ENDS = /[.!?…:;。！？：；؟۔]["'”’»』」)\]]*$/u;
/** An entry of a table of contents: its dots, then its page. */
const ENTRY = / … [\p{N}ivxlc]{1,6}$/u;
/** Times the size of running text. */
const LARGE = 1.15;
const LARGEST = [1.7, 1.35] as const;
/** A heading is short, and no page is all heading. */
const HEADING_LENGTH = 200;
const HEADING_LINES = 4;

export function blocksIn(lines: readonly PlacedLine[], habits: Habits): PdfBlock[] {
  const pitch = pitchOf(lines);
  const groups: PlacedLine[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open === undefined || last === undefined || begins(line, last, open, pitch, habits)) groups.push([line]);
    else open.push(line);
  }
  return groups.map((group) => blockOf(group, habits));
}

/** From line to line in running text, in letter sizes. */
function pitchOf(lines: readonly PlacedLine[]): number {
  const steps = lines.flatMap((line, i) => {
    const last = lines[i - 1];
    const step = last?.stretch === line.stretch ? (line.y - last.y) / last.size : 0;
    return step > 0.8 && step < 2.5 ? [step] : [];
  });
  return steps.length === 0 ? 1.2 : median(steps);
}

/** Whether a line begins something new after the one before. */
function begins(
  line: PlacedLine,
  last: PlacedLine,
  open: readonly PlacedLine[],
  pitch: number,
  habits: Habits,
): boolean {
  if (line.turned || last.turned) return line.turned !== last.turned || ENDS.test(last.text);
  const size = Math.max(line.size, last.size);
  if (Math.abs(line.size - last.size) > 0.12 * size) return true;
  if (isLarge(line, habits) !== isLarge(last, habits)) return true;
  if (BULLET.test(line.text) || ENTRY.test(last.text)) return true;
  if (line.stretch !== last.stretch) return ENDS.test(last.text) || !/^[\p{Ll}\p{Lo}]/u.test(line.text);
  if (line.y - last.y > 1.3 * pitch * size) return true;
  if (NUMBER.test(line.text)) return ENDS.test(last.text) || NUMBER.test(open[0]?.text ?? '');
  const room = line.right - line.left;
  const item = open[0] !== undefined && (BULLET.test(open[0].text) || NUMBER.test(open[0].text));
  const indented = !item && line.x0 - last.x0 > 0.8 * size && last.x0 - line.left < 0.5 * size;
  const short = last.right - last.x1 > 0.2 * room && ENDS.test(last.text);
  return short || (indented && ENDS.test(last.text));
}

const isLarge = ({ size }: PlacedLine, habits: Habits): boolean => size >= LARGE * habits.size;

function blockOf(lines: readonly PlacedLine[], habits: Habits): PdfBlock {
  const text = joined(
    lines.map((line) => line.text),
    habits.vocabulary,
  );
  const [first] = lines;
  if (first !== undefined && isHeading(lines, text, first, habits)) {
    const larger = LARGEST.findIndex((times) => first.size >= times * habits.size);
    return { kind: 'heading', depth: larger < 0 ? 5 : 3 + larger, mark: '', text };
  }
  const bullet = BULLET.exec(text)?.[0];
  if (bullet !== undefined) return { kind: 'item', depth: 0, mark: '-', text: text.slice(bullet.length) };
  const [whole = '', mark = ''] = NUMBER.exec(text) ?? [];
  if (whole !== '') return { kind: 'item', depth: 0, mark, text: text.slice(whole.length) };
  return { kind: 'paragraph', depth: 0, mark: '', text };
}

function isHeading(lines: readonly PlacedLine[], text: string, first: PlacedLine, habits: Habits): boolean {
  if (first.turned || !isLarge(first, habits) || !/\p{L}/u.test(text)) return false;
  return lines.length <= HEADING_LINES && text.length <= HEADING_LENGTH && weightOf(text) >= 2;
}
