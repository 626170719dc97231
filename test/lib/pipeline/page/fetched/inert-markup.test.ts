import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMarkupInert } from '../../../../../src/lib/pipeline/page/fetched/inert-markup.ts';

const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** What a reader of the document has, and what would be applied or run. */
function lookAt(html: string) {
  const doc = parsed(html);
  const live = Array.from(doc.querySelectorAll('*')).filter((el) =>
    Array.from(el.attributes).some(({ name }) => name === 'style' || /^on[a-z]/.test(name)),
  ).length;
  const styles = doc.querySelectorAll('style').length;
  for (const el of doc.querySelectorAll('style, script, noscript, textarea, title')) el.remove();
  const rest = Array.from(doc.querySelectorAll('*'), (el) =>
    [
      el.localName,
      ...Array.from(el.attributes, ({ name, value }) => `${name}=${value}`).filter(
        (one) => !/^(?:style|on[a-z]|hidden)/.test(one),
      ),
    ].join(' '),
  );
  return { text: doc.documentElement.textContent, rest, live, styles };
}

const attribute = fc.constantFrom(
  ' style="color: red"',
  " style='display:none'",
  ' STYLE = "visibility: hidden"',
  ' style=display:none',
  ' onclick="alert(1 > 0)"',
  ' onload=\'x("y")\'',
  ' onerror=boom()',
  ' class="on style"',
  ' href="/a?style=b&onclick=c"',
  ' title="a > b"',
  ' data-style="x"',
  ' style',
  ' one="1"',
  '/',
);
const text = fc.constantFrom('Words. ', 'a < b ', 'on style="x" ', '&lt;p style="y"&gt; ', 'x > y ', '“quoted” ');
// not in pictures: there a style or a script may hold markup, which nobody reads
const tag = fc.constantFrom('p', 'div', 'b', 'section', 'img', 'br', 'h1', 'on-click');
const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 4,
    arbitrary: fc.tuple(tag, fc.array(attribute, { maxLength: 4 })).map(([name, all]) => `<${name}${all.join('')}>`),
  },
  { weight: 2, arbitrary: tag.map((name) => `</${name}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<style>p { color: red }</style>',
      '<style media=x>a<b></STYLE >',
      '<!-- <p style="x"> -->',
      '<script>if (a<b) "<p onclick=x>"</script>',
      '<!-->',
    ),
  },
);

describe('markup that is only to be read', () => {
  it('keeps its text and its elements, whatever it is made of, and nothing that would be applied or run', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const html = `<body>${pieces.join('')}`;
        const [before, after] = [lookAt(html), lookAt(makeMarkupInert(html))];
        expect([after.text, after.rest]).toEqual([before.text, before.rest]);
        expect([after.live, after.styles]).toEqual([0, 0]);
      }),
      { numRuns: 500 },
    );
  });

  it('is left alone by being made inert once more, and never fails', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (html) => {
          const once = makeMarkupInert(html);
          expect(makeMarkupInert(once)).toBe(once);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['<p style="display:none">x</p>', '<p hidden >x</p>'],
    ['<p class=a onclick="b()" id=c>x</p>', '<p class=a  id=c>x</p>'],
    ['<style>p{}</style>x', 'x'],
    ['<style>never closed', ''],
    ['<p style="never closed', '<p '],
    ['a < b', 'a < b'],
  ])('%j becomes %j', (html, inert) => {
    expect(makeMarkupInert(html)).toBe(inert);
  });
});
