import { expect, test } from 'vitest';
import { isCutOpen, isNotice } from '../../../../src/lib/models/extractive/unfit-sentences.ts';

test.each([
  'In terms of GDP, Germany is the largest economy in Europe.',
  'The terms of the peace deal were published on Monday.',
  'State-sponsored hackers stole the data of 5 million people.',
  'Television advertising grew by 8 percent last year.',
  'Users can subscribe to the event stream with one call.',
])('no notice: %s', (text) => {
  expect(isNotice(text, false)).toBe(false);
});

test.each([
  'By going on you accept the terms of use.',
  'This text is sponsored by a maker of oars.',
  'Subscribe to our weekly channel.',
])('a notice: %s', (text) => {
  expect(isNotice(text, false)).toBe(true);
});

test.each([
  ['”Det är bra”, säger Anna till tidningen.', false],
  ['Options are a) yes and b) no, the paper says.', false],
  ['The end of it”, he said.', true],
  ['The end of (it, he said.', true],
  ['It was small) and old.', true],
])('%s is cut open: %j', (text, wanted) => {
  expect(isCutOpen(text)).toBe(wanted);
});
