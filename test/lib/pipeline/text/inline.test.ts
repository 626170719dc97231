import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toInlineText } from '../../../../src/lib/pipeline/text/inline.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

it.each([
  ['a [link *t*](http://a.example/c_(d) "Title") here', 'a link t here'],
  ['before ![alt *x*](u) after', 'before after'],
  ['[![alt](b.png)](c) text', 'text'],
  ['fact[12]. note[^1] cited[[3]](#cite-3)', 'fact. note cited'],
  ['[sic] and [ref][1] stay', '[sic] and ref stay'],
  ['**bold _both_** ~~old~~ snake_case 2 * 3', 'bold both old snake_case 2 * 3'],
  ['`a *b*` and ``c`d``', 'a *b* and c`d'],
  ['\\*not\\* x &amp; y &#65; 5 < 6 <b>t</b> a<br>b', '*not* x & y A 5 < 6 t a b'],
  ['see <https://a.example/x>', 'see https://a.example/x'],
  ['open **never closed', 'open **never closed'],
  ['two\nlines', 'two lines'],
])('reads %j', (markdown, text) => {
  expect(toInlineText(markdown).text).toBe(text);
});

it('says how much of the text is links', () => {
  expect(toInlineText('[home](/) and [news](/n)').linked).toBe(8);
});

it('takes any string, and leaves words without marks as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      expect(toInlineText(text).text).toBe(toInlineText(text).text.trim());
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('river', 'Über', '市议会', '3.5', "don't", '(see)', 'a-b', 'ไทย', 'x,', 'end.'), {
        maxLength: 20,
      }),
      (words) => {
        expect(toInlineText(words.join(' ')).text).toBe(words.join(' '));
      },
    ),
  );
});
