/**
 * A long text → pieces small enough to be put into parts. The one rule: joined with their gaps, the pieces are the
 * text's words, once each and in order; each is within the bound (unless one character alone is not).
 */
import type { TokenCounter } from '../../models/tokens.ts';
import { type Block, blocksOf, headingText } from './blocks.ts';
import { cutBlock, type Gap } from './cut.ts';
import { inlineText } from './inline.ts';
import { slices } from './slice.ts';

export interface Atom {
  readonly text: string;
  readonly tokens: number;
  /** What stands before it when it does not begin a part. */
  readonly gap: Gap;
  /** Titles of the headings it stands under, the outermost first; of a heading, those above it. */
  readonly path: readonly string[];
  /** Depth of the innermost of them. */
  readonly depth: number;
  /** How bad a place to begin a part it is: 0 (a top heading) to 1 (the middle of a block). */
  readonly cost: number;
}

interface Heading {
  readonly depth: number;
  readonly title: string;
}

/** Blocks that go together, under the headings above the first of them. */
interface Run {
  readonly blocks: Block[];
  length: number;
  readonly above: readonly Heading[];
}

/** More pieces than this would make the search for the best cuts slow: small blocks are joined to at least this. */
const MOST_ATOMS = 1500;

/** `max` in tokens bounds every atom. A block is counted with its run, or alone when the run is too large. */
export async function atomsOf(markdown: string, max: number, counter: TokenCounter): Promise<readonly Atom[]> {
  const turns = slices();
  const atoms: Atom[] = [];
  for (const run of runsOf(markdown)) {
    atoms.push(...(await fit(run, max, counter)));
    await turns.turn();
  }
  return atoms;
}

/** Small neighbours together; a heading begins a new run and stays with what follows it. */
function runsOf(markdown: string): readonly Run[] {
  const least = Math.max(200, Math.ceil(markdown.length / MOST_ATOMS));
  const runs: Run[] = [];
  let above: readonly Heading[] = [];
  let onlyHeadings = false;
  for (const block of blocksOf(markdown)) {
    const heading = block.kind === 'heading';
    if (heading) above = above.filter(({ depth }) => depth < block.depth);
    const last = runs.at(-1);
    const joins = onlyHeadings || (!heading && block.text.length < least);
    if (last !== undefined && last.length < least && joins) {
      last.blocks.push(block);
      last.length += block.text.length;
      onlyHeadings &&= heading;
    } else {
      runs.push({ blocks: [block], length: block.text.length, above });
      onlyHeadings = heading;
    }
    if (heading) above = [...above, headingOf(block)];
  }
  return runs;
}

const TITLE_LENGTH = 80;

function headingOf(block: Block): Heading {
  const title = inlineText(headingText(block).slice(0, 500)).text;
  const short = title.length <= TITLE_LENGTH ? title : title.slice(0, title.lastIndexOf(' ', TITLE_LENGTH));
  return { depth: block.depth, title: short.length <= TITLE_LENGTH ? short : '' };
}

async function fit({ blocks, above }: Run, max: number, counter: TokenCounter): Promise<readonly Atom[]> {
  const text = blocks.map((block) => block.text).join('\n\n');
  const tokens = await counter.count(text);
  const first = blocks[0];
  if (tokens <= max && first !== undefined)
    return [{ text, tokens, gap: '\n\n', ...under(above), cost: costOf(first) }];
  const atoms: Atom[] = [];
  let here = above;
  for (const block of blocks) {
    const whole = blocks.length === 1 ? tokens : await counter.count(block.text);
    const pieces =
      whole <= max ? [{ text: block.text, tokens: whole, gap: '\n\n' as const }] : await cutBlock(block, max, counter);
    atoms.push(...pieces.map((piece, i) => ({ ...piece, ...under(here), cost: i === 0 ? costOf(block) : 1 })));
    if (block.kind === 'heading') here = [...here.filter(({ depth }) => depth < block.depth), headingOf(block)];
  }
  return atoms;
}

function under(above: readonly Heading[]): Pick<Atom, 'path' | 'depth'> {
  return { path: above.map(({ title }) => title).filter((title) => title !== ''), depth: above.at(-1)?.depth ?? 1 };
}

/** A part best begins with a heading, the higher the better; a list's later items and quotations least. */
function costOf(block: Block): number {
  if (block.kind === 'heading') return 0.08 * (block.depth - 1);
  return block.kind === 'paragraph' || block.kind === 'rule' ? 0.5 : 0.7;
}
