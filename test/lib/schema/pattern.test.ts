import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Effort } from '../../../src/lib/schema/effort.ts';
import { compilePattern } from '../../../src/lib/schema/pattern.ts';

/** Patterns of everything that the matcher knows. */
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      'é',
      '😀',
      '.',
      '\\d',
      '\\W',
      '\\s',
      '[a-c]',
      '[^a]',
      '[\\]a]',
      '\\u{1F600}',
      '\\uD83D\\uDE00',
    ),
    fc.constantFrom(
      '\\x61',
      '\\n',
      '\\.',
      '\\p{L}',
      '\\P{L}',
      '^',
      '$',
      '\\b',
      '\\B',
      '[]',
      '[^]',
      '\\/',
      '-',
      '\\u0061',
    ),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(?<n>${inner.replaceAll('?<n>', '')})`),
  ),
  pattern: fc
    .array(
      fc.tuple(tie('term'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '{1,2}?', '|')),
      { maxLength: 4 },
    )
    .map((config) =>
      config.map(([term, count]) => (/^(\^|\$|\\b|\\B)$/.test(term) && count !== '|' ? term : term + count)).join(''),
    ),
}));

/** The matcher; null for a pattern that grows past the bound on states when its counts are written out. */
function withinBounds(source: string): ReturnType<typeof compilePattern> | null {
  try {
    return compilePattern(source, '');
  } catch (thrown) {
    if (thrown instanceof Error && thrown.message.includes('states')) return null;
    throw thrown;
  }
}

describe('the linear matcher', () => {
  it('finds what RegExp finds', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'é', '😀', ' ', '\n', '1', '.', '-', '\uD83D', '/'),
      maxLength: 8,
    });
    let compared = 0;
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        let native: RegExp;
        try {
          native = new RegExp(source, 'u');
        } catch {
          return; // the same group name twice
        }
        // V8 looks for \B inside a pair of surrogates too, where the language's own rules never stop
        if (source.includes('\\B') && /[\ud800-\udbff][\udc00-\udfff]/.test(value)) return;
        const own = withinBounds(source);
        if (own === null) return;
        compared += 1;
        expect(own(value, new Effort())).toBe(native.test(value));
      }),
      { numRuns: 10_000 },
    );
    expect(compared).toBeGreaterThan(5_000);
  });

  it('takes steps in proportion to the text', () => {
    const steps = (length: number): number => {
      let spent = 0;
      const effort = new (class extends Effort {
        override spend(count = 1): void {
          spent += count;
        }
      })();
      compilePattern('^(([a-z])+.)+[A-Z]([a-z])+$', '')('a'.repeat(length), effort);
      return spent;
    };
    expect(steps(20_000)).toBeLessThan(2.1 * steps(10_000));
  });
});
