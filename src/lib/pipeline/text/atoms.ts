/** Splits a long text into pieces to combine into parts. All words are kept, once and in order. */
import type { TokenCounter } from '../../models/tokens/token-counter.ts';
import { type Block, parseBlocks, getHeadingText } from './blocks.ts';
import { cutBlock, type Gap } from './cut.ts';
import { toInlineText } from './inline.ts';
import { createTimeSlicer } from './slice.ts';

export interface Atom {
  readonly text: string;
  readonly tokens: number;
  readonly gap: Gap;
  /** Outermost first; for a heading, excluding itself. */
  readonly path: readonly string[];
  readonly depth: number;
  /** Of starting a part here: 0 (a top heading) to 1 (inside a block). */
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
