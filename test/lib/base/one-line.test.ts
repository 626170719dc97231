import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, isolateLine, toOneLine } from '../../../src/lib/base/one-line.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';
import { HOSTILE_LINE } from '../../kit/base/hostile-line.ts';

it('is one line within its bound, without anything that cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (text, most) => {
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

it('a clean line is clean once and for all, whatever stood beside what was removed', () => {
  expect(cleanLine('!\t\u0000\t¡')).toBe('! ¡');
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 100 }), (text) => {
      const line = cleanLine(text);
      expect(cleanLine(line)).toBe(line);
    }),
  );
});

describe('a stranger’s words in a line', () => {
  const words = fc
    .array(
      fc.oneof(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), fc.constantFrom(HOSTILE_LINE, '\u200D', '\u0301')),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(''));

  it('hold nothing that reorders or hides, and pile up no marks [R11.7]', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 200 }), (text, most) => {
        const line = cleanLine(text, most);
        expect(line.length).toBeLessThanOrEqual(most);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F]/u);
        expect(line).not.toMatch(/[\p{M}\u200C\u200D]{7}/u);
        expect(line).not.toMatch(/^[\p{M}\u200C\u200D]/u);
      }),
    );
  });

  it('are isolated in a sentence if their direction could reorder it, and stay as they are otherwise', () => {
    expect(isolateLine(' How  tides\nwork ')).toBe('How tides work');
    expect(isolateLine('שלום')).toBe('\u2068שלום\u2069');
    expect(isolateLine('שלום\u2069')).toBe('\u2068שלום\u2069');
  });

  it.each(['ကြောင့်', 'क्षि', '👩‍👩‍👧', 'Tiếng Việt', 'می‌خواهم', 'ཧཱུྃ'])('keep what the script of %s needs', (text) => {
    expect(cleanLine(text)).toBe(text);
  });
});
