/** Splits a page into passages to find and cite, never across a heading into another section. */
import { type Block, getHeadingText, iterateBlocks } from './blocks.ts';
import { toInlineText } from './inline.ts';
import { iterateLines, type Range, iterateSentences, iterateWindows } from './ranges.ts';
import { createTimeSlicer } from './time-slices.ts';
import { countWords } from './terms.ts';
import { readTableRows, renderShown, type TableEnd, type TableRows } from './table-rows.ts';

export interface Passage extends Range {
  /** Hash of its own text, seven of 0–9 a–z; a repeated text gets `-2`, `-3` …. */
  readonly id: string;
  readonly text: string;
  /** Its text as it is searched and shown: tables with what their `〃` stand for, one that it begins within with its header. */
  readonly shown: string;
  /** Header and delimiter rows of the table that it begins within; '' elsewhere. */
  readonly tableHead: string;
  readonly path: readonly string[];
}

/** Shorter passages are merged, longer blocks cut to about the target size. */
const MIN_WORDS = 60;
const TARGET_WORDS = 130;
const MAX_WORDS = 180;
/** A caption stays with its block even beyond the maximum. */
const TINY_WORDS = 20;
/** Characters per word in text such as Base64 data. */
const MAX_WORD_LENGTH = 40;

/** [] for a blank page. Linear. `language`: BCP 47 tag, or ''. */
export function splitIntoPassages(markdown: string, language = ''): readonly Passage[] {
  return [...iteratePassages(markdown, language)].filter((passage) => passage !== null);
}

/** Does not block the event loop. Rejects with the signal's reason once aborted. */
export async function splitIntoPassagesAsync(
  markdown: string,
  language = '',
  signal?: AbortSignal,
): Promise<readonly Passage[]> {
  const slicer = createTimeSlicer(signal);
  const found: Passage[] = [];
  for (const passage of iteratePassages(markdown, language)) {
    if (passage !== null) found.push(passage);
    await slicer.yieldIfDue();
  }
  return found;
}

/** Null after each block that is read, so that the work can go in slices. */
function* iteratePassages(markdown: string, language: string): Generator<Passage | null, void, undefined> {
  const seen = new Map<string, number>();
  for (const section of iterateSections(markdown, language)) {
    if (section === null) {
      yield null;
      continue;
    }
    const { path, pieces } = section;
    for (const group of groupPieces(pieces)) {
      const { start, end } = group;
      const text = markdown.slice(start, end);
      const id = createPassageId(text);
      const times = (seen.get(id) ?? 0) + 1;
      seen.set(id, times);
      const shown = renderShown(markdown, group.pieces) ?? text;
      const tableHead = group.pieces[0]?.rows?.head ?? '';
      yield { id: times === 1 ? id : `${id}-${times}`, text, shown, tableHead, path, start, end };
    }
  }
}

interface Piece extends Range {
  readonly size: number;
  readonly heading: boolean;
  /** Present for rows of a table. */
  readonly rows?: TableRows;
}

interface Section {
  readonly path: readonly string[];
  readonly pieces: Piece[];
}

/** A heading directly above a deeper one joins its section. */
function* iterateSections(markdown: string, language: string): Generator<Section | null, void, undefined> {
  let above: readonly { depth: number; title: string }[] = [];
  let open: Section = { path: [], pieces: [] };
  let table: TableEnd | undefined;
  let depth = 0; // depth of the last heading while nothing is below it, else 0
  for (const block of iterateBlocks(markdown)) {
    if (block.kind === 'heading') {
      const inner = above.filter((heading) => heading.depth < block.depth);
      const pieces = depth > 0 && block.depth > depth ? open.pieces : [];
      if (pieces.length === 0) yield open;
      above = [...inner, { depth: block.depth, title: getSectionTitle(block) }];
      open = { path: above.map(({ title }) => title).filter((title) => title !== ''), pieces };
      pieces.push({ start: block.start, end: block.end, size: measureWords(block.text), heading: true });
    } else {
      const pieces = splitBlock(markdown, block, language);
      const rows = block.kind === 'table' ? readTableRows(markdown, block, pieces, table) : null;
      table = rows?.end;
      open.pieces.push(...(rows?.pieces ?? pieces));
    }
    depth = block.kind === 'heading' ? block.depth : 0;
    yield null;
  }
  yield open;
}

const TITLE_LENGTH = 80;

function getSectionTitle(block: Block): string {
  const title = toInlineText(getHeadingText(block).slice(0, 500)).text;
  if (title.length <= TITLE_LENGTH) return title;
  return `${title.slice(0, TITLE_LENGTH).replace(/\s\S*$|[\ud800-\udbff]$/u, '')} …`;
}

function measureWords(text: string): number {
  const visible = text.includes('](') ? toInlineText(text).text : text;
  return Math.max(countWords(visible), Math.floor(visible.length / MAX_WORD_LENGTH));
}

function splitBlock(markdown: string, block: Block, language: string): readonly Piece[] {
  const size = measureWords(block.text);
  if (size <= MAX_WORDS) return [{ start: block.start, end: block.end, size, heading: false }];
  const aim = size / Math.ceil(size / TARGET_WORDS);
  const pieces: { start: number; end: number; size: number; heading: false }[] = [];
  for (const atom of iterateAtoms(markdown, block, isProse(block), language)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.size + atom.size / 2 <= aim && last.size + atom.size <= MAX_WORDS) {
      last.end = atom.end;
      last.size += atom.size;
    } else pieces.push({ ...atom, heading: false });
  }
  return pieces;
}

const isProse = ({ kind }: Block): boolean => kind === 'paragraph' || kind === 'quote';

/** Sentences or lines; those that are too long are cut, lines at sentences and sentences at spaces. */
function* iterateAtoms(
  markdown: string,
  range: Range,
  prose: boolean,
  language: string,
): Generator<Range & { size: number }, void, undefined> {
  for (const { start, end } of prose ? iterateSentences(markdown, range, language) : iterateLines(markdown, range)) {
    const text = markdown.slice(start, end);
    if (text.trim() === '') continue;
    const size = measureWords(text);
    if (size <= MAX_WORDS) yield { start, end, size };
    else if (!prose) yield* iterateAtoms(markdown, { start, end }, true, language);
    else {
      const length = Math.max(1, Math.floor((text.length * TARGET_WORDS) / size));
      for (const piece of iterateWindows(markdown, { start, end }, length))
        yield { ...piece, size: measureWords(markdown.slice(piece.start, piece.end)) };
    }
  }
}

interface Group extends Range {
  readonly pieces: readonly Piece[];
}

function groupPieces(pieces: readonly Piece[]): readonly Group[] {
  const groups: { start: number; end: number; size: number; heading: boolean; pieces: Piece[] }[] = [];
  for (const [index, piece] of pieces.entries()) {
    const group = groups.at(-1);
    const sum = (group?.size ?? 0) + piece.size;
    const small = group !== undefined && group.size < MIN_WORDS && sum <= MAX_WORDS;
    const tiny = group !== undefined && group.size < TINY_WORDS && sum <= 1.25 * MAX_WORDS;
    const rest = index === pieces.length - 1 && piece.size < MIN_WORDS && sum <= MAX_WORDS;
    if (group !== undefined && (group.heading || small || tiny || rest)) {
      group.end = piece.end;
      group.size = sum;
      group.heading &&= piece.heading;
      group.pieces.push(piece);
    } else groups.push({ ...piece, pieces: [piece] });
  }
  return groups;
}

/** FNV-1a with a final mix: 32 bits suffice within a page; equal ids get a suffix. */
function createPassageId(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(36).padStart(7, '0');
}
