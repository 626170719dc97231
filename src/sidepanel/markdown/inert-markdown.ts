/** What was shown of a text, to copy: as Markdown, and as the tree that other formats are made of. Parsed within the bounds of the view. */
import type { Root, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown, type Options } from 'mdast-util-to-markdown';
import { formatFence } from '../../lib/agent/log/report-format.ts';
import type { Slices } from '../../lib/pipeline/text/time-slices.ts';
import { formulaToMarkdown } from '../math/to-markdown.ts';
import { createInertTree } from './inert-tree.ts';
import { stripActiveCharacters } from './safe-text.ts';
import { splitBlock, type BlockPart } from './split-block.ts';
import { createMarkdownStream } from './stream.ts';
import { createWorkMeter, FRAME_WORK, type WorkMeter } from './work.ts';

interface InertCopy {
  readonly markdown: string;
  readonly root: Root;
}

/** What another renderer loads or makes a link, as it is written; a block of a formula ends elsewhere where none is known. */
const LOADING = /!\[|\]:|<[a-z!/?]|\\\\[^\s\\]|\$\$[ \t]*$/im;

/** Text beside text may become a link once it is written down, so the result is looked at again. */
const MAX_ROUNDS = 3;

// Columns are not aligned: one long cell would be paid for in each row.
const OPTIONS: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), formulaToMarkdown],
  bullet: '-',
  rule: '-',
  emphasis: '*',
};

export function* createInertCopy(
  text: string,
  known: ReadonlySet<string>,
  meter: WorkMeter = createWorkMeter(),
): Slices<InertCopy> {
  const written = stripActiveCharacters(text);
  const seen = yield* createInertTree(yield* parseInSlices(written, meter), known);
  const { root } = seen;
  if (!seen.isChanged && !LOADING.test(written)) return { markdown: written, root };
  for (let next = seen, round = 0; round < MAX_ROUNDS; round++) {
    const markdown = yield* writeMarkdown(next.root);
    next = yield* createInertTree(yield* parseInSlices(markdown, meter), known);
    if (!next.isChanged) return { markdown, root };
  }
  return { markdown: formatFence(written, Infinity), root };
}

function* parseInSlices(text: string, meter: WorkMeter): Slices<readonly RootContent[]> {
  const stream = createMarkdownStream(meter);
  let blocks = stream.update(text, FRAME_WORK);
  while (!stream.isComplete()) {
    yield;
    blocks = stream.update(text, FRAME_WORK);
  }
  return blocks;
}

/** A part of a block at a time: writing a long answer takes longer than a frame. */
export function* writeMarkdown({ children }: Root): Slices<string> {
  const written: string[] = [];
  for (const group of groupLists(children)) {
    const [block, ...others] = group;
    if (block && others.length === 0) written.push(yield* writeBlock(block));
    else {
      written.push(write(group));
      yield;
    }
  }
  return written.join('\n\n');
}

const write = (children: RootContent[]): string => toMarkdown({ type: 'root', children }, OPTIONS).trimEnd();

function* writeBlock(block: RootContent): Slices<string> {
  let written = '';
  let before = '';
  for (const part of splitBlock(block)) {
    const text = write([part.block]);
    written += before + (block.type === 'table' && written !== '' ? text.replace(HEADER, '') : text);
    before = getSeparator(part);
    yield;
  }
  return written;
}

const HEADER = /^.*\n.*\n/;

function getSeparator({ block, gap }: BlockPart): string {
  if (block.type === 'list') return block.spread === false ? '\n' : '\n\n';
  if (block.type === 'table') return '\n';
  return gap === '\n' ? '\\\n' : gap;
}

/** Lists side by side are written together: the second gets other bullets, or both would be read as one. */
function groupLists(blocks: readonly RootContent[]): RootContent[][] {
  const groups: RootContent[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.type === 'list' && last?.at(-1)?.type === 'list') last.push(block);
    else groups.push([block]);
  }
  return groups;
}
