import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeInvisible, toLegibleText } from '../../../src/lib/base/escape-invisible.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';

const anything = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\\', 'u', '2', '0', 'E', '{', '}', '\u202E', '\u200D', '\u00A0', '\u0301', '\u{E0041}', '\uD800'),
    fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 1 }),
  ),
});

describe('text made visible', () => {
  it('shows two different texts differently, whatever hides in them', () => {
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        expect(escapeInvisible(a) === escapeInvisible(b)).toBe(a === b);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves nothing that turns, hides or breaks', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(escapeInvisible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{M}]/u);
        // oxlint-disable-next-line no-control-regex -- control characters are what this is about
        expect(toLegibleText(text)).not.toMatch(/[\0-\x08\v-\x1f\u202A-\u202E\u2066-\u2069\u200E\u200F]|\p{Cs}/u);
        expect(toLegibleText(toLegibleText(text))).toBe(toLegibleText(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('writes out what it finds', () => {
    expect(escapeInvisible('https://a.example/\u202Egnp.exe')).toBe('https://a.example/\\u202Egnp.exe');
    expect(escapeInvisible('a\u00A0b\u200Bc\u{E0041}\\')).toBe('a\\u00A0b\\u200Bc\\u{E0041}\\\\');
    expect(toLegibleText('one\r\ntwo\u0007 \u202Eturned')).toBe('one\ntwo\\u0007 \\u202Eturned');
  });

  it('leaves words of every script and emoji as they are where they are read', () => {
    for (const text of ['می‌خواهم', 'क्‍ष', '👩‍🔬 ❤️', 'naïve\ttext\nhere']) expect(toLegibleText(text)).toBe(text);
  });
});
