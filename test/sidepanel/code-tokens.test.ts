import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCodeTokens } from '../../src/sidepanel/markdown/find-code-tokens.ts';

const WORDS = [
  'if',
  'const',
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '//',
  '#',
  '\n',
  ' ',
  '{',
  '}',
  '<b>',
  '</b>',
  '12',
  'é',
  '😀',
  'x',
];
const codes = fc.array(fc.constantFrom(...WORDS)).map((words) => words.join(''));
const languages = fc.constantFrom('ts', 'python', 'html', 'bash', 'sql', 'json', 'css', 'unheard-of');

describe('tokens of code', () => {
  it('stand in the order of the text, within it, and never on each other', () => {
    fc.assert(
      fc.property(codes, languages, (code, language) => {
        let last = 0;
        for (const { start, end } of findCodeTokens(code, language)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(code.length);
      }),
    );
  });

  it('are the words of the language', () => {
    const code = 'const tide = "high"; // twice';
    const told = findCodeTokens(code, 'js').map(({ kind, start, end }) => [kind, code.slice(start, end)]);
    expect(told).toEqual([
      ['keyword', 'const'],
      ['string', '"high"'],
      ['comment', '// twice'],
    ]);
  });

  it('are none where the language is not known', () => {
    expect(findCodeTokens('const tide = 1', 'unheard-of')).toEqual([]);
  });
});
