/** Spaces around the operators of a formula, which the engine does not see. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAtOperators } from '../../../../src/lib/pipeline/ocr/marks/split-operators.ts';
import type { PlacedWord } from '../../../../src/lib/pipeline/ocr/rows.ts';
import type { Gray } from '../../../../src/lib/pipeline/ocr/types.ts';

const [HEIGHT, SIGN, SPACE] = [20, 10, 8];

interface Drawn {
  readonly words: readonly PlacedWord[];
  readonly picture: Gray;
}

/** Text as blocks of ink: each sign one, `_` a space that the engine has not seen. Above it a line of words shows how wide a space is. */
function draw(...texts: readonly string[]): Drawn {
  const width = 1000;
  const data = new Uint8Array(width * 60).fill(255);
  const words: PlacedWord[] = [];
  const write = (line: readonly string[], top: number, number: number): void => {
    let x = 10;
    for (const text of line) {
      const start = x;
      for (const sign of text) {
        if (sign === '_') x += SPACE;
        else {
          for (let y = top; y < top + HEIGHT; y += 1) data.fill(0, y * width + x + 1, y * width + x + SIGN - 1);
          x += SIGN;
        }
      }
      const box = { x: start, y: top, width: x - start, height: HEIGHT };
      words.push({ text: text.replaceAll('_', ''), confidence: 90, box, line: number });
      x += SPACE;
    }
  };
  write(['so', 'much', 'of', 'it', 'was', 'read', 'by', 'us'], 0, 1);
  write(texts, 30, 2);
  return { words, picture: { width, height: 60, data } };
}

const split = (...texts: readonly string[]): readonly string[] => {
  const { words, picture } = draw(...texts);
  return splitAtOperators(words, picture)
    .slice(8)
    .map(({ text }) => text);
};

it('operators that stand free are words of their own', () => {
  expect(split('=_P(A)_/_P(B)')).toEqual(['=', 'P(A)', '/', 'P(B)']);
  expect(split('v_=_u_+_at')).toEqual(['v', '=', 'u', '+', 'at']);
  expect(split('E', '=_mc')).toEqual(['E', '=', 'mc']);
});

it('what stands close stays one word', () => {
  expect(split('a=b+c', 'and/or', '<div>')).toEqual(['a=b+c', 'and/or', '<div>']);
  expect(split('no_space')).toEqual(['nospace']); // without an operator the engine is believed
  expect(split('x=1_abcdef')).toEqual(['x=1abcdef']); // far from the operator
});

it('a picture of few words is left as it is', () => {
  const { words, picture } = draw('a_=_b');
  expect(splitAtOperators(words.slice(5), picture)).toEqual(words.slice(5));
});

it('no sign is lost, and parts stand beside each other in the box of their word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab=+/|_]{1,20}$/), (text) => {
      const { words, picture } = draw(text);
      const word = words[8];
      if (word === undefined || word.text === '') return;
      const parts = splitAtOperators([...words.slice(0, 8), word], picture).slice(8);
      expect(parts.map((part) => part.text).join('')).toBe(word.text);
      let left = word.box.x;
      for (const { text: own, box } of parts) {
        expect(own).not.toBe('');
        expect(box.x).toBeGreaterThanOrEqual(left);
        expect(box.width).toBeGreaterThan(0);
        left = box.x + box.width;
      }
      expect(left).toBeLessThanOrEqual(word.box.x + word.box.width);
    }),
  );
});
