/** Splits a long text into pieces to combine into parts. All words are kept, once and in order. */
import type { TokenCounter } from '../../models/tokens/token-counter.ts';
import { type Block, parseBlocks, getHeadingText } from './blocks.ts';
import { toInlineText } from './inline.ts';
import { createTimeSlicer } from './time-slices.ts';
import { cutText, type Piece } from './cut-text.ts';

export interface Atom extends Piece {
  /** Outermost first; for a heading, excluding itself. */
  readonly path: readonly string[];
  readonly depth: number;
  /** Cost of starting a part here: 0 (a top heading) to 1 (inside a block). */
  readonly cost: number;
}

interface Heading {
  readonly depth: number;
  readonly title: string;
}

interface Run {
  readonly blocks: Block[];
  length: number;
  readonly above: readonly Heading[];
}

/** More would make the search for the best cuts slow. */
const MAX_ATOMS = 1500;

/** `max`: tokens per atom, exceeded only by a single character. */
export async function splitIntoAtoms(markdown: string, max: number, counter: TokenCounter): Promise<readonly Atom[]> {
  const slicer = createTimeSlicer();
  const atoms: Atom[] = [];
  for (const run of groupIntoRuns(markdown)) {
    atoms.push(...(await splitRun(run, max, counter)));
    await slicer.yieldIfDue();
  }
  return atoms;
}

function groupIntoRuns(markdown: string): readonly Run[] {
  const minLength = Math.max(200, Math.ceil(markdown.length / MAX_ATOMS));
  const runs: Run[] = [];
  let above: readonly Heading[] = [];
  let onlyHeadings = false;
  for (const block of parseBlocks(markdown)) {
    const heading = block.kind === 'heading';
    if (heading) above = above.filter(({ depth }) => depth < block.depth);
    const last = runs.at(-1);
    const joins = onlyHeadings || (!heading && block.text.length < minLength);
    if (last !== undefined && last.length < minLength && joins) {
      last.blocks.push(block);
      last.length += block.text.length;
      onlyHeadings &&= heading;
    } else {
      runs.push({ blocks: [block], length: block.text.length, above });
      onlyHeadings = heading;
    }
    if (heading) above = [...above, toHeading(block)];
  }
  return runs;
}

const TITLE_LENGTH = 80;

function toHeading(block: Block): Heading {
  const title = toInlineText(getHeadingText(block).slice(0, 500)).text;
  const short = title.length <= TITLE_LENGTH ? title : title.slice(0, title.lastIndexOf(' ', TITLE_LENGTH));
  return { depth: block.depth, title: short.length <= TITLE_LENGTH ? short : '' };
}

async function splitRun({ blocks, above }: Run, max: number, counter: TokenCounter): Promise<readonly Atom[]> {
  const text = blocks.map((block) => block.text).join('\n\n');
  const tokens = await counter.count(text);
  const first = blocks[0];
  if (tokens <= max && first !== undefined)
    return [{ text, tokens, gap: '\n\n', ...getHeadingFields(above), cost: getCutCost(first) }];
  const atoms: Atom[] = [];
  let headings = above;
  for (const block of blocks) {
    const whole = blocks.length === 1 ? tokens : await counter.count(block.text);
    const pieces =
      whole <= max ? [{ text: block.text, tokens: whole, gap: '\n\n' as const }] : await cutBlock(block, max, counter);
    atoms.push(
      ...pieces.map((piece, i) => ({ ...piece, ...getHeadingFields(headings), cost: i === 0 ? getCutCost(block) : 1 })),
    );
    if (block.kind === 'heading') headings = [...headings.filter(({ depth }) => depth < block.depth), toHeading(block)];
  }
  return atoms;
}

function getHeadingFields(above: readonly Heading[]): Pick<Atom, 'path' | 'depth'> {
  return { path: above.map(({ title }) => title).filter((title) => title !== ''), depth: above.at(-1)?.depth ?? 1 };
}

function getCutCost(block: Block): number {
  if (block.kind === 'heading') return 0.08 * (block.depth - 1);
  return block.kind === 'paragraph' || block.kind === 'rule' ? 0.5 : 0.7;
}

/** Each within `max` tokens; small ones balance parts better. */
async function cutBlock(block: Block, max: number, counter: TokenCounter): Promise<readonly Piece[]> {
  const lines = block.kind === 'code' || block.kind === 'list' || block.kind === 'table';
  const codeFence = block.kind === 'code' ? parseFence(block.text) : undefined;
  if (codeFence !== undefined) {
    const fences = (await counter.count(`${codeFence.open}\n\n${codeFence.mark}`)) + 2;
    if (fences * 4 <= max)
      return wrapInFences(codeFence, await cutText(codeFence.body, true, max - fences, max - fences, counter), counter);
  }
  return cutText(block.text, lines, Math.max(1, Math.ceil(max / 8)), max, counter);
}

interface Fence {
  readonly open: string;
  readonly mark: string;
  readonly body: string;
}

function parseFence(text: string): Fence | undefined {
  const [open = '', ...rest] = text.split('\n');
  const mark = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(open)?.[1];
  if (mark === undefined) return undefined;
  const closed = rest.at(-1)?.trim().startsWith(mark) === true;
  return { open, mark, body: (closed ? rest.slice(0, -1) : rest).join('\n') };
}

/** The end of one fence would otherwise open a new block. */
async function wrapInFences(fence: Fence, pieces: readonly Piece[], counter: TokenCounter): Promise<readonly Piece[]> {
  const blocks: Piece[] = [];
  for (const piece of pieces) {
    const text = `${blocks.length === 0 ? fence.open : fence.mark}\n${piece.text}\n${fence.mark}`;
    blocks.push({ text, tokens: await counter.count(text), gap: '\n\n' });
  }
  return blocks;
}
