import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderVisible } from '../../../../src/lib/pipeline/cite/visible-markdown.ts';
import { markdown } from '../text/arbitraries.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const words = (text: string, footnotes?: 'kept') => renderVisible(text, footnotes).text.replace(/\s+/g, ' ').trim();

it.each([
  ['# Title *one* #', 'Title one'],
  ['Title\n===\n\nText', 'Title Text'],
  ['- [x] done\n- **not**\n  done\n\n  > and quoted', 'done not done and quoted'],
  ['1. a\n2. b\n\n   more \\*b\\*', 'a b more *b*'],
  ['> ## On\n> - it\n>   goes', 'On it goes'],
  ['| a | `b\\|c` |\n| --- | :-: |\n| [d](https://e.example) | ![f](g) |', 'a b|c d'],
  ['```js\nconst *a* = b[1](c);\n```', 'const *a* = b[1](c);'],
  ['a ![no](b.png) [c](https://d.example "no")<br>e &amp; &#8217; \\[f\\]', 'a c e & ’ [f]'],
  ['fact[^1] and[\\[12\\]](#c) and\\[3\\].', 'fact and and.'],
  ['a\n\n---\n\nb', 'a b'],
  ['5*3*2 ~5 and ~6 <not> a_{1} + b_{2}', '5*3*2 ~5 and ~6 <not> a_{1} + b_{2}'],
])('shows of %j what a reader sees', (text, seen) => {
  expect(words(text)).toBe(seen);
});

it('keeps the marks of footnotes where told to', () => {
  expect(words('fact[^1] and[\\[12\\]](#c) and\\[3\\].', 'kept')).toBe('fact[^1] and[12] and[3].');
});

describe('whatever the text', () => {
  const any = fc.oneof(
    markdown(),
    fc.string({ unit: ANY_CHARACTER }),
    fc
      .array(
        fc.constantFrom(
          '[',
          ']',
          '(',
          ')',
          '`',
          '*',
          '|',
          '\n',
          '\r',
          '> ',
          '- ',
          '#',
          '&amp;',
          '\\',
          '<b>',
          'x',
          '```\n',
          '    ',
          '😀',
          '1. ',
        ),
        { maxLength: 60 },
      )
      .map((all) => all.join('')),
  );
  it('leads each character back into the text, in order', () => {
    fc.assert(
      fc.property(any, (text) => {
        const { text: seen, at, ends } = renderVisible(text);
        expect([at.length, ends.length]).toEqual([seen.length, seen.length]);
        for (let i = 0; i < seen.length; i += 1) {
          const [from = -1, to = -1] = [at[i], ends[i]];
          expect(from >= (at[i - 1] ?? 0) && to >= from && to <= text.length).toBe(true);
          if (to === from + 1 && !/[\s\\&<]/.test(text.charAt(from))) expect(text.charAt(from)).toBe(seen.charAt(i));
        }
      }),
      { numRuns: 500 },
    );
  });
});
