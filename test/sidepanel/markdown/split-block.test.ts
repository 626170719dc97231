import fc from 'fast-check';
import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { describe, expect, it } from 'vitest';
import { writeMarkdown } from '../../../src/sidepanel/markdown/inert-markdown.ts';
import { parseClamped } from '../../../src/sidepanel/markdown/parse.ts';
import { toRichText } from '../../../src/sidepanel/markdown/rich-text.ts';
import { MAX_PART, measureNode, splitBlock } from '../../../src/sidepanel/markdown/split-block.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';

const word = fc.constantFrom(
  'tide',
  '*gauge*',
  'Zürich',
  '漢字',
  '`code`',
  '**two words**',
  '2.',
  '-',
  '#',
  '[a](#b)',
  '!',
);
const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const many = (one: fc.Arbitrary<string>, between: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(one, { minLength: 3, maxLength: 20 }), fc.integer({ min: 10, max: 40 }))
    .map(([all, times]) => Array.from({ length: times }, () => all.join(between)).join(between));
const item = (mark: string): fc.Arbitrary<string> => line.map((text) => `${mark} w ${text}`);
/** Of one block, longer than a part. */
const longBlocks: fc.Arbitrary<string> = fc.oneof(
  many(item('-'), '\n'),
  many(item('-'), '\n\n'),
  many(item('7.'), '\n'),
  many(item('- [x]'), '\n'),
  many(
    line.map((text) => `- w ${text}\n  - ${text}\n\n  more`),
    '\n',
  ),
  many(
    line.map((text) => `| ${text} | b |`),
    '\n',
  ).map((rows) => `| a | b |\n|:-:|---|\n${rows}`),
  many(line, ' ').map((text) => `w ${text}`),
  many(
    line.map((text) => `w ${text}`),
    '  \n',
  ),
);

const writeWhole = (root: Root): string =>
  toMarkdown(root, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: '-',
    rule: '-',
    emphasis: '*',
  }).trimEnd();

describe('a long block that is written a part at a time', () => {
  it('reads the same as if it were written at once, in both forms', () => {
    let split = 0;
    fc.assert(
      fc.property(longBlocks, (text) => {
        const root = parseClamped(text);
        const blocks = root.children.filter((block) => splitBlock(block).length > 1);
        for (const block of blocks) {
          const alone: Root = { type: 'root', children: [block] };
          expect(runAtOnce(writeMarkdown(alone))).toBe(writeWhole(alone));
          expect(runAtOnce(toRichText(alone))).toBe(toHtml(toHast(alone)));
        }
        split += blocks.length;
      }),
      { numRuns: 30, endOnFailure: true },
    );
    expect(split).toBeGreaterThan(10);
  });

  it.each([
    ['list', '- an *item* of the list, with words\n'],
    ['table', '| x *y* | z and more |\n'],
    ['paragraph of words', 'words of *all* kinds and more '],
    ['paragraph without a blank', 'wordsofallkinds'],
    ['paragraph of lines', 'a line  \n'],
  ])('has no part that grows with a %s of up to 100 KB', (name, unit) => {
    for (const size of [10_000, 100_000]) {
      const head = name === 'table' ? '| a | b |\n|---|---|\n' : '';
      const root = parseClamped(head + unit.repeat(Math.ceil(size / unit.length)));
      const parts = root.children.flatMap(splitBlock);
      expect(parts.length).toBeGreaterThan(size / (2 * MAX_PART));
      for (const { block } of parts) expect(measureNode(block)).toBeLessThan(2 * MAX_PART);
    }
  });
});
