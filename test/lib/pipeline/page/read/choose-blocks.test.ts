import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markBlocks } from '../../../../../src/lib/pipeline/page/read/blocks/blocks.ts';
import { chooseBlocks } from '../../../../../src/lib/pipeline/page/read/blocks/choose-blocks.ts';
import { selectBlocks } from '../../../../../src/lib/pipeline/page/read/blocks/select-blocks.ts';
import { runAtOnce } from '../../../../kit/base/run-at-once.ts';
import { documentOf } from '../kit.ts';

interface Text {
  /** In words. */
  readonly length: number;
  readonly chance: number;
  readonly isKept: boolean;
}

/** The texts that are chosen, and those that the corrected rules select, of a page of paragraphs with these chances. */
function choose(texts: readonly Text[]) {
  const blocks = runAtOnce(
    markBlocks(documentOf(texts.map(({ length }) => `<p>${'a '.repeat(length)}</p>`).join('')).body),
  );
  const kept = new Set([...texts.keys()].filter((at) => texts[at]?.isKept));
  const measured = { blocks, rows: [], kept, leftOut: new Set<Node>() };
  const chances = texts.map(({ chance }) => chance);
  return { chosen: runAtOnce(chooseBlocks(measured, chances)), corrected: runAtOnce(selectBlocks(measured, chances)) };
}

const article = { length: 1000, chance: 0.95, isKept: true };

test('texts beside the content that the rules keep go, however long, where all the rest is surely content', () => {
  const menu = { length: 200, chance: 0.11, isKept: true };
  const { chosen, corrected } = choose([article, ...Array.from({ length: 4 }, () => menu)]);
  expect(corrected.size).toBe(5);
  expect([...chosen]).toEqual([0]);
});

test('what may well be content stays with the rest where a tenth of it would go', () => {
  const doubtful = { length: 800, chance: 0.25, isKept: true };
  expect(choose([article, doubtful, doubtful]).chosen.size).toBe(3);
});

test('what the rules leave out comes back only if it is more likely content than not', () => {
  const [unlikely, likely] = [0.45, 0.55].map((chance) => ({ length: 300, chance, isKept: false }));
  const menu = { length: 400, chance: 0.15, isKept: true };
  if (unlikely && likely) expect([...choose([article, unlikely, likely, menu]).chosen]).toEqual([0, 2]);
});

test('whatever the chances, no choice loses a tenth of what is likely content in the corrected rules’ text', () => {
  const texts = fc.array(
    fc.record({
      length: fc.integer({ min: 1, max: 39 }),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      isKept: fc.boolean(),
    }),
    { maxLength: 10 },
  );
  let changed = 0;
  fc.assert(
    fc.property(texts, (given) => {
      const { chosen, corrected } = choose(given);
      const sumLikely = (indexes: ReadonlySet<number>): number =>
        [...indexes].reduce((sum, at) => sum + (given[at]?.length ?? 0) * (given[at]?.chance ?? 0), 0);
      expect(sumLikely(chosen)).toBeGreaterThanOrEqual(0.9 * sumLikely(corrected) - 1e-9);
      if (chosen.size !== corrected.size) changed += 1;
    }),
  );
  expect(changed).toBeGreaterThan(0);
});

test('a figure, a table of data and a short text that the rules keep stay, whatever their chances', () => {
  const filler = 'The river is slow here and deep, and the boats lie along its banks. '.repeat(6);
  const { body } = documentOf(
    `<p>Rivers</p><p>${filler}</p><p>46</p><p>${filler}</p><figure><figcaption>${filler.slice(0, 200)}</figcaption></figure>
     <table><tr><th>Port</th><th>Days</th></tr><tr><td>${filler.slice(0, 100)}</td><td>5</td></tr></table><p>${filler}</p><p>${filler.slice(0, 130)}</p>`,
  );
  const blocks = runAtOnce(markBlocks(body));
  const chances = blocks.map(({ text }) => (text.length > 400 ? 0.95 : 0.12));
  const measured = { blocks, rows: [], kept: new Set(blocks.keys()), leftOut: new Set<Node>() };
  const chosen = runAtOnce(chooseBlocks(measured, chances));
  expect(blocks.flatMap(({ element }, at) => (chosen.has(at) ? [] : [element.textContent]))).toEqual([
    filler.slice(0, 130),
  ]);
});
