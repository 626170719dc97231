import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBlocks, getHeadingText } from '../../../../src/lib/pipeline/text/blocks.ts';
import { markdown } from './arbitraries.ts';

const kinds = (text: string) => parseBlocks(text).map(({ kind }) => kind);

it('tells the kinds of blocks', () => {
  expect(kinds('# A\ntext\n\n- x\n  y\n\n> q\n\n---\n\n| a |\n| - |\n| b |\n\n```\n# no\n\n- no\n```\nend')).toEqual([
    'heading',
    'paragraph',
    'list',
    'quote',
    'rule',
    'table',
    'code',
    'paragraph',
  ]);
  expect(kinds('a | b\n--- | ---\nc | d')).toEqual(['table']);
  expect(parseBlocks('Title\n=====\n\nSub\n---')).toMatchObject([{ depth: 1 }, { depth: 2 }]);
  expect(kinds('- item\n\n  ```sh\n  # comment\n  ```')).toEqual(['list', 'code']);
});

it('reads a heading without its marks', () => {
  expect(parseBlocks('## A *b* ##\n# C#\n#').map(getHeadingText)).toEqual(['A *b*', 'C#', '']);
});

it('keeps every line that is not blank, in order', () => {
  const lines = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  fc.assert(
    fc.property(
      fc.oneof(markdown(), fc.string({ unit: fc.constantFrom('#', '-', '|', '`', ' ', '\n', 'a', '>') })),
      (text) => {
        expect(
          lines(
            parseBlocks(text)
              .map((block) => block.text)
              .join('\n'),
          ),
        ).toEqual(lines(text));
      },
    ),
  );
});
