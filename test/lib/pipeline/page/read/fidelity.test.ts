import { expect, test } from 'vitest';
import { FIDELITY } from '../../../../kit/fidelity.ts';
import { markdownOf } from '../kit.ts';

test.each(FIDELITY.map(({ name, html, markdown }) => [name, html, markdown] as const))('%s', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test.each([
  ['fades in as it is reached', 'opacity:0;transition-duration:0.3s'],
  ['moves in as it is reached', 'opacity:0;transform:translateY(20px)'],
  ['has its height in its padding', 'height:0;padding-bottom:56%;overflow:hidden'],
])('what %s is read', (_, style) => {
  expect(markdownOf(`<p>Words before.</p><div style="${style}">Words within.</div>`)).toContain('Words within.');
});

test('a page that is not faded in yet is read', () => {
  expect(markdownOf('<div style="opacity:0"><main><p>The words of the page.</p></main></div>')).toBe(
    'The words of the page.',
  );
});

test('children of a box of no type size are read where they have one', () => {
  expect(markdownOf('<div style="font-size:0">gone<p style="font-size:16px">The words of the page.</p></div>')).toBe(
    'The words of the page.',
  );
});
