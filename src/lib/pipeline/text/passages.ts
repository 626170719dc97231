/**
 * A page → passages: what can be found in it, cited from it and shown again. The one rule: every character that is not
 * white space is in exactly one passage, and a passage never goes on past a heading into another section.
 */
import { type Block, headingText } from './blocks.ts';
import { inlineText } from './inline.ts';
import { linesIn, locatedBlocks, type Range, sentencesIn, windowsIn } from './ranges.ts';
import { slices } from './slice.ts';
import { wordCount } from './words.ts';

export interface Passage extends Range {
  /** From the passage's own text, the same wherever it stands: seven of 0–9 a–z; a repeated text has `-2`, `-3` …. */
  readonly id: string;
  /** Markdown, as in the page from `start` to `end`. */
  readonly text: string;
  /** Titles of the headings it stands under, the outermost first; with the one it begins with. */
  readonly path: readonly string[];
}

/** In words. Below the first, neighbours are joined; beyond the last, a block is cut into pieces of about the second. */
const LEAST = 60;
const AIM = 130;
const MOST = 180;
/** So little before a block (a caption, "In short:") stays with it although together they pass the bound. */
const TINY = 20;
/** What has no words to count, such as data in Base64, is measured in characters. */
const LONGEST_WORD = 40;

/** All passages in order; [] for a blank page. Linear in the page. `language` is a BCP 47 tag, or ''. */
export function passagesOf(markdown: string, language = ''): readonly Passage[] {
  return [...readPassages(markdown, language)];
}

/** The same without holding the event loop. Rejects with the signal's reason once it is aborted. */
export async function passagesInSlices(
  markdown: string,
  language = '',
  signal?: AbortSignal,
): Promise<readonly Passage[]> {
  const turns = slices(signal);
  const found: Passage[] = [];
  for (const passage of readPassages(markdown, language)) {
    found.push(passage);
    await turns.turn();
  }
  return found;
}

function* readPassages(markdown: string, language: string): Generator<Passage, void, undefined> {
  const seen = new Map<string, number>();
  for (const { path, pieces } of sections(markdown, language)) {
    for (const { start, end } of grouped(pieces)) {
      const text = markdown.slice(start, end);
      const id = idOf(text);
      const times = (seen.get(id) ?? 0) + 1;
      seen.set(id, times);
      yield { id: times === 1 ? id : `${id}-${times}`, text, path, start, end };
    }
  }
}

interface Piece extends Range {
  readonly size: number;
  readonly heading: boolean;
}

interface Section {
  readonly path: readonly string[];
  readonly pieces: Piece[];
}

/** Blocks from heading to heading. A heading right above a deeper one goes with it. */
function* sections(markdown: string, language: string): Generator<Section, void, undefined> {
  let above: readonly { depth: number; title: string }[] = [];
  let open: Section = { path: [], pieces: [] };
  let depth = 0; // of the last heading, while there is nothing under it
  for (const located of locatedBlocks(markdown)) {
    const { block } = located;
    if (block.kind === 'heading') {
      const inner = above.filter((heading) => heading.depth < block.depth);
      const pieces = depth > 0 && block.depth > depth ? open.pieces : [];
      if (pieces.length === 0) yield open;
      above = [...inner, { depth: block.depth, title: titleOf(block) }];
      open = { path: above.map(({ title }) => title).filter((title) => title !== ''), pieces };
      pieces.push({ start: located.start, end: located.end, size: sizeOf(block.text), heading: true });
    } else {
      open.pieces.push(...piecesOf(markdown, located, block, language));
    }
    depth = block.kind === 'heading' ? block.depth : 0;
  }
  yield open;
}

const TITLE_LENGTH = 80;

function titleOf(block: Block): string {
  const title = inlineText(headingText(block).slice(0, 500)).text;
  if (title.length <= TITLE_LENGTH) return title;
  return `${title.slice(0, TITLE_LENGTH).replace(/\s\S*$|[\ud800-\udbff]$/u, '')} …`;
}

/** Words a reader sees; more for what is long without being words. */
function sizeOf(text: string): number {
  const visible = text.includes('](') ? inlineText(text).text : text;
  return Math.max(wordCount(visible), Math.floor(visible.length / LONGEST_WORD));
}

/** A block that fits, whole; else pieces of like size, cut where a reader would. */
function piecesOf(markdown: string, range: Range, block: Block, language: string): readonly Piece[] {
  const size = sizeOf(block.text);
  if (size <= MOST) return [{ start: range.start, end: range.end, size, heading: false }];
  const aim = size / Math.ceil(size / AIM);
  const pieces: { start: number; end: number; size: number; heading: false }[] = [];
  for (const atom of atomsOf(markdown, range, block, language)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.size + atom.size / 2 <= aim && last.size + atom.size <= MOST) {
      last.end = atom.end;
      last.size += atom.size;
    } else pieces.push({ ...atom, heading: false });
  }
  return pieces;
}

/** Lines where lines mean something, else sentences; what is too long as that, cut at spaces. None beyond the bound. */
function* atomsOf(
  markdown: string,
  range: Range,
  block: Block,
  language: string,
): Generator<Range & { size: number }, void, undefined> {
  const running = block.kind === 'paragraph' || block.kind === 'quote';
  for (const { start, end } of running ? sentencesIn(markdown, range, language) : linesIn(markdown, range)) {
    const text = markdown.slice(start, end);
    const size = sizeOf(text);
    if (text.trim() === '') continue;
    if (size <= MOST) yield { start, end, size };
    else if (!running) yield* atomsOf(markdown, { start, end }, { ...block, kind: 'paragraph' }, language);
    else
      for (const piece of windowsIn(markdown, { start, end }, Math.max(1, Math.floor((text.length * AIM) / size))))
        yield { ...piece, size: sizeOf(markdown.slice(piece.start, piece.end)) };
  }
}

/** Neighbours joined until they are worth reading on their own. Headings stay with what follows them. */
function grouped(pieces: readonly Piece[]): readonly Range[] {
  const groups: { start: number; end: number; size: number; heading: boolean }[] = [];
  for (const [index, piece] of pieces.entries()) {
    const open = groups.at(-1);
    const sum = (open?.size ?? 0) + piece.size;
    const small = open !== undefined && open.size < LEAST && sum <= MOST;
    const tiny = open !== undefined && open.size < TINY && sum <= 1.25 * MOST;
    const rest = index === pieces.length - 1 && piece.size < LEAST && sum <= MOST;
    if (open !== undefined && (open.heading || small || tiny || rest)) {
      open.end = piece.end;
      open.size = sum;
      open.heading &&= piece.heading;
    } else groups.push({ ...piece });
  }
  return groups;
}

/** FNV-1a over UTF-16 units, stirred: 32 bits tell the passages of a page apart, and equal ids get a suffix. */
function idOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(36).padStart(7, '0');
}
