import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCodeTokens } from '../../../src/sidepanel/markdown/find-code-tokens.ts';

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

  it.each<[string, string]>([
    ['javascript js jsx mjs typescript ts tsx', 'const a = "b"; // c'],
    ['java kotlin kt scala csharp cs c# dart swift', 'class A { return 1; }'],
    ['c h cpp c++ objectivec rust rs go golang php', 'if (a) { return 1; } // b'],
    ['python py ruby rb elixir haskell hs lua perl r matlab', 'if a then "b"'],
    ['bash sh shell zsh console powershell ps1 makefile dockerfile docker', 'FROM a\n$ echo "b" # c\nif [ 1 ]; then'],
    ['html xml svg vue svelte markdown md latex tex', '# a\n\\section{b} <b c="d"></b>'],
    ['css scss less', '.a { color: red; }'],
    ['json jsonc json5 yaml yml toml ini', 'a: "b"\nc = "d"\n{"e": 1}'],
    ['sql graphql diff vb vbnet wasm Python JSON', 'SELECT "a" FROM b\n+ type c\nDim d = 1\nimport e'],
  ])('are found in %s', (names, code) => {
    for (const name of names.split(' ')) expect([name, findCodeTokens(code, name).length > 0]).toEqual([name, true]);
  });

  it('are none where the language is not known', () => {
    expect(findCodeTokens('const tide = 1', 'unheard-of')).toEqual([]);
  });
});
