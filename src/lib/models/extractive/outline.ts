/** Reads the quotable units of a document: sentences, list items and table headers, but no code. */
import { type Block, parseBlocks, getHeadingText } from '../../pipeline/text/blocks.ts';
import { toInlineText } from '../../pipeline/text/inline.ts';
import type { TimeSlicer } from '../../pipeline/text/time-slices.ts';
import { getLastHeading } from '../../pipeline/text/parts.ts';
import { isLowSurrogate } from '../../pipeline/text/segment.ts';
import { extractTerms, countWords } from '../../pipeline/text/terms.ts';
import { splitSentences } from '../../pipeline/text/sentences.ts';

/** `label`: a line without end punctuation. `item`: the same in a list. `table`: a table's header. */
export type UnitKind = 'sentence' | 'item' | 'table' | 'label';

export interface Unit {
  readonly text: string;
  readonly kind: UnitKind;
  readonly config: readonly string[];
  readonly words: number;
  readonly order: number;
  readonly section: number;
  readonly block: number;
  readonly place: number;
  /** Share of its paragraph that is link text: 1 for a menu. */
  readonly linked: number;
  /** Words it represents: its own, or those of the whole table. */
  readonly weight: number;
  /** Number of the step it begins in a numbered list; else 0. */
  readonly step: number;
}

export interface Section {
  /** '' before the first heading. */
  readonly title: string;
  readonly depth: number;
}

export interface Outline {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly units: readonly Unit[];
}

export interface Source {
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  readonly text: string;
}

interface Draft {
  readonly text: string;
  readonly kind: UnitKind;
  readonly place: number;
  readonly linked: number;
  readonly step?: number;
  readonly weight?: number;
}

export async function buildOutline(sources: readonly Source[], slices: TimeSlicer): Promise<Outline> {
  const sections: Section[] = [{ title: '', depth: 0 }];
  const units: Unit[] = [];
  for (const [block, entry] of sources.flatMap((source) => parseBlocks(source.text)).entries()) {
    if (entry.kind === 'heading') openSection(entry, sections);
    for (const draft of iterateDrafts(entry, sources[0]?.language ?? '')) {
      const unit = { ...measureDraft(draft), order: units.length, section: sections.length - 1, block };
      if (unit.config.length > 0) units.push(unit);
      await slices.yieldIfDue();
    }
  }
  const title = sources[0]?.title.trim() ?? '';
  return { title: title === '' ? (sections[1]?.title ?? '') : title, sections, units };
}

function measureDraft(draft: Draft): Omit<Unit, 'order' | 'section' | 'block'> {
  const words = countWords(draft.text);
  return { weight: words, step: 0, ...draft, words, config: extractTerms(draft.text) };
}

function openSection(block: Block, sections: Section[]): void {
  const title = getLastHeading(toInlineText(getHeadingText(block)).text);
  if (title !== '' && sections.at(-1)?.title !== title) sections.push({ title, depth: block.depth });
}

const QUOTE_MARKS = /^ {0,3}>[> ]*/;

function* iterateDrafts(block: Block, language: string): Generator<Draft, void, undefined> {
  switch (block.kind) {
    case 'paragraph':
      return yield* iterateLineDrafts(splitParagraphLines(block.text), language);
    case 'quote':
      return yield* iterateLineDrafts(
        splitParagraphLines(block.text.split('\n').map(stripQuoteMarks).join('\n')),
        language,
      );
    case 'list':
      return yield* iterateListDrafts(block.text, language);
    case 'table':
      return yield {
        text: formatTableHeader(block.text),
        kind: 'table',
        place: 0,
        linked: 0,
        weight: countWords(block.text),
      };
    case 'heading':
    case 'code':
    case 'rule':
      return;
  }
}

const stripQuoteMarks = (line: string): string => stripListMarkers(line.replace(QUOTE_MARKS, ''));

function* iterateLineDrafts(lines: readonly string[], language: string): Generator<Draft, void, undefined> {
  let place = 0;
  for (const line of lines) {
    const { text, linked } = toInlineText(line);
    const parts = splitSentences(text, language);
    const kind = parts.length === 1 && isLabel(text) ? 'label' : 'sentence';
    for (const sentence of parts) {
      yield { text: sentence, kind, place, linked: Math.min(1, linked / text.length) };
      place += 1;
    }
  }
}

function* iterateListDrafts(list: string, language: string): Generator<Draft, void, undefined> {
  for (const item of parseListItems(list)) {
    const { text, linked } = toInlineText(item.text);
    for (const [place, sentence] of splitSentences(text, language).entries()) {
      const kind = isLabel(sentence) ? 'item' : 'sentence';
      yield {
        text: sentence,
        kind,
        place,
        linked: Math.min(1, linked / text.length),
        step: place === 0 ? item.number : 0,
      };
    }
  }
}

const MAX_LABEL_WORDS = 20;
const UNMARKED_SCRIPTS = /[\u0e00-\u0eff]/;

function isLabel(text: string): boolean {
  const hasEnd = /[.!?。！？…।؟:;；：]["'”’»」』)\]]*$/u.test(text) || UNMARKED_SCRIPTS.test(text);
  return !hasEnd && countWords(text) < MAX_LABEL_WORDS;
}

const MARKER = /^[ \t]*(?:([-*+])|(\d{1,9})[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/;

/** In characters; shorter lines are paragraphs of their own. */
const MIN_WRAP_WIDTH = 40;

const MAX_WRAP_WIDTH = 120;

function splitParagraphLines(paragraph: string): readonly string[] {
  const lines = paragraph.split('\n').filter((line) => !/^\s*\|.*\|\s*$/.test(line.slice(0, 4000)));
  const isWrapped = lines.slice(0, -1).every((line) => line.length >= MIN_WRAP_WIDTH && line.length <= MAX_WRAP_WIDTH);
  const result: string[] = [];
  let joins = false;
  for (const line of lines) {
    const breaks = !isWrapped || /(?: {2}|\\)$/.test(line);
    const text = line.trim().replace(/\\$/, '');
    const last = result.length - 1;
    if (joins && last >= 0) result[last] = `${result[last] ?? ''} ${text}`;
    else result.push(text);
    joins = !breaks;
  }
  return result.flatMap(splitLongLine);
}

/** In characters; a longer line is split. */
const MAX_LINE_LENGTH = 16_000;

/** Splits at the last sentence end that fits, else the last space, else between characters. */
function splitLongLine(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > MAX_LINE_LENGTH) {
    const piece = line.slice(start, start + MAX_LINE_LENGTH);
    const stop = Math.max(piece.lastIndexOf('. ') + 1, piece.lastIndexOf('。') + 1);
    const space = stop > 0 ? stop : piece.lastIndexOf(' ') + 1;
    const whole = isLowSurrogate(line.charCodeAt(start + MAX_LINE_LENGTH)) ? MAX_LINE_LENGTH - 1 : MAX_LINE_LENGTH;
    const length = space > 0 ? space : whole;
    pieces.push(line.slice(start, start + length));
    start += length;
  }
  return [...pieces, line.slice(start)];
}

const NESTED_MARKERS = /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,9}|$)){1,9}/;

function stripListMarkers(line: string): string {
  return line.replace(NESTED_MARKERS, '');
}

interface ListItem {
  readonly text: string;
  /** Its number in a numbered list, else 0. */
  readonly number: number;
}

function parseListItems(list: string): readonly ListItem[] {
  const items: { text: string; number: number }[] = [];
  for (const line of list.split('\n')) {
    const mark = MARKER.exec(line.slice(0, 200));
    const last = items.at(-1);
    if (mark !== null) items.push({ text: stripListMarkers(line.slice(mark[0].length)), number: Number(mark[2] ?? 0) });
    else if (last === undefined) items.push({ text: line.trim(), number: 0 });
    else last.text += ` ${line.trim()}`;
  }
  return items;
}

/** `Plan · Price · Storage`; '' when the cells are empty. */
export function formatTableHeader(table: string): string {
  const [header = ''] = table.split('\n', 1);
  return splitCells(header)
    .map((cell) => toInlineText(cell).text)
    .filter((cell) => cell !== '')
    .join(' · ');
}

function splitCells(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .slice(0, 100);
}
