import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toOneLine } from '../../../src/lib/base/one-line.ts';

it('is one line within its bound, without anything that cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (text, most) => {
      const line = toOneLine(text, most);
      expect(line.length).toBeLessThanOrEqual(most);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(toOneLine(line, most)).toBe(line);
    }),
  );
});

it.each([
  [' A\r\n title\u2028of\u202e two ', 40, 'A title of two'],
  ['A title that is long', 8, 'A title…'],
  ['🜚🜚🜚', 4, '🜚…'],
  [' '.repeat(100), 8, '…'],
])('makes %j, within %i, %j', (text, most, line) => {
  expect(toOneLine(text, most)).toBe(line);
});
