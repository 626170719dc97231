import { expect, test } from 'vitest';
import { FIDELITY } from '../../../../kit/pages/fidelity.ts';
import { locateQuote } from '../../../../../src/lib/pipeline/page/locate/locate.ts';
import { articleOf, documentOf, markdownOf, openShadow, readFetched, URL_OF_PAGE } from '../kit.ts';

const cases = Object.values(FIDELITY).flat();

test.each(cases.map(({ name, html, markdown }) => [name, html, markdown] as const))('%s', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test.each([
  ['fades in as it is reached', 'opacity:0'],
  ['fades in over the page', 'position:absolute;opacity:0;transition-duration:0.3s'],
  ['is the name of a picture', 'text-indent:-9999px;background-image:url(a.png)'],
  ['moves in as it is reached', 'position:absolute;opacity:0;transform:translateY(20px)'],
  ['has its height in its padding', 'height:0;padding-bottom:56%;overflow:hidden'],
  ['stands in a flexible box without a size', 'width:0;height:0;overflow:hidden;padding-top:1px'],
])('what %s is read', (_, style) => {
  expect(markdownOf(`<p>Words before.</p><div style="${style}">Words within.</div>`)).toContain('Words within.');
});

test.each([
  ['a link', '<p>Read <a href="https://me:secret@e.org/x">it</a>.</p>', 'Read [it](https://e.org/x).'],
  [
    'an embed',
    '<p>Hear:</p><audio controls src="https://me:secret@e.org/x"></audio>',
    'Hear:\n\n[e.org](https://e.org/x)',
  ],
])('the address of %s is read without a name and a password', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

const OVEN = '<p>Bake it at <input value="180"> degrees for an hour.</p>';

test.each([
  ['is being filled in', (field: HTMLElement) => field.focus()],
  [
    'was filled in',
    (field: HTMLElement) => void Object.assign(field, { matches: (name: string) => name.includes(':user-valid') }),
  ],
])('a field that %s is not read, though the page may have its text as its own', (_, touch) => {
  const doc = documentOf(OVEN);
  touch(doc.querySelector('input') as HTMLElement);
  expect(articleOf(doc).markdown).toBe('Bake it at degrees for an hour.');
});

test('a sentence with a field that is hidden is found on its page', () => {
  const html = OVEN.replace('value', 'style="display:none" value');
  const quote = { exact: markdownOf(html), before: '', after: '' };
  expect(locateQuote(documentOf(html), openShadow, quote)?.found).toBe('exact');
});

test.each([
  ['left:-120px', 'Words within.'],
  ['left:-9999px', ''],
  ['text-indent:-100em', ''],
])('without a window, text at %s is read only where it can be in sight', (place, text) => {
  const body = `<p>Words before.</p><p style="position:relative;${place}">Words within.</p>`;
  const page = readFetched('html', body, URL_OF_PAGE);
  expect(page.kind === 'article' && page.article.markdown).toBe(`Words before.\n\n${text}`.trim());
});

test('a page that is not faded in yet is read', () => {
  expect(markdownOf('<div style="position:absolute;opacity:0"><main><p>The words of the page.</p></main></div>')).toBe(
    'The words of the page.',
  );
});

test('the text of a closed box is read where something opens it', () => {
  const html =
    '<button aria-expanded="false">Is it deep?</button><div style="height:0;overflow:hidden">In places.</div>';
  expect(markdownOf(html)).toContain('In places.');
});

test('children of a box of no type size are read where they have one', () => {
  expect(markdownOf('<div style="font-size:0">gone<p style="font-size:16px">The words of the page.</p></div>')).toBe(
    'The words of the page.',
  );
});
