import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadWord } from '../../../src/lib/pipeline/ocr/types.ts';
import { splitByMarks } from '../../../src/sidepanel/pictures/picture-text.tsx';

const box = { x: 0, y: 0, width: 1, height: 1 };

it('pieces put together are the text, whatever is marked in it', () => {
  const words = fc.array(fc.record({ start: fc.nat(60), length: fc.nat(12), confidence: fc.nat(100) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), words, fc.nat(11), (text, places, lit) => {
      const all: readonly ReadWord[] = places
        .map(({ start, length, confidence }) => ({ start, end: start + length, confidence, box }))
        .toSorted((a, b) => a.start - b.start);
      const pieces = splitByMarks(text, all, ({ confidence }) => confidence < 70, all[lit] ?? null);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
    { numRuns: 300 },
  );
});

it('marks doubtful words and the one that is pointed at, each as what it is', () => {
  const word = (start: number, end: number, confidence: number): ReadWord => ({ start, end, confidence, box });
  const words = [word(0, 3, 95), word(4, 7, 20), word(8, 11, 30)];
  const pieces = splitByMarks('one twu thre', words, ({ confidence }) => confidence < 70, words[1] ?? null);
  expect(pieces).toEqual([
    { text: 'one ', mark: '' },
    { text: 'twu', mark: 'doubtful lit' },
    { text: ' ', mark: '' },
    { text: 'thr', mark: 'doubtful' },
    { text: 'e', mark: '' },
  ]);
});
