import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitIntoParts } from '../../../../src/lib/pipeline/text/parts.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { counterOf } from '../../../kit/base/counter.ts';
import { markdown } from './arbitraries.ts';

/** Runs of letters and digits cost one token per four, any other character one: near a real tokenizer, and exact. */
const tokens = counterOf(
  (text) => (text.match(/[\p{L}\p{N}]{1,4}|[^\p{L}\p{N}\s]|\n+/gu) ?? []).length + (text.match(/ {2,}/g) ?? []).length,
);
const characters = counterOf((text) => text.length);

/** Words in order, without the lines that say where a part goes on and without the fences that reopen code. */
function wordsOf(parts: readonly string[]): string {
  return parts
    .map((part, i) => (i > 0 && /^#{1,6} .* …\n/.test(part) ? part.slice(part.indexOf('\n')) : part))
    .join('')
    .replace(/`{3,}/g, '')
    .replace(/\s+/g, '');
}

const heading = (title: string) => `## ${title}`;
const paragraph = (seed: string, count: number) => `The ${seed} is one of many things. `.repeat(count).trim();

it('gives the text itself when it fits', async () => {
  expect(await splitIntoParts('', 10, tokens)).toEqual(['']);
  expect(await splitIntoParts('# A\r\n\r\nb', 10, tokens)).toEqual(['# A\r\n\r\nb']);
});

it('loses no word and says none twice, and every part fits', async () => {
  await fc.assert(
    fc.asyncProperty(markdown(), fc.integer({ min: 12, max: 400 }), async (text, max) => {
      const parts = await splitIntoParts(text, max, tokens);
      for (const part of parts) expect(await tokens.count(part)).toBeLessThanOrEqual(max);
      expect(wordsOf(parts)).toBe(wordsOf([text]));
      expect(await splitIntoParts(text, max, tokens)).toEqual(parts);
    }),
    { numRuns: 150 },
  );
});

it('takes any string at all, and never cuts a character in two', async () => {
  const anything = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(anything, fc.integer({ min: 16, max: 60 }), async (text, max) => {
      const parts = await splitIntoParts(text, max, characters);
      for (const part of parts) {
        expect(part).not.toMatch(/\p{Surrogate}/u);
        expect(part.length).toBeLessThanOrEqual(max);
      }
    }),
    { numRuns: 150 },
  );
});

it('cuts one giant unbroken line between graphemes', async () => {
  const flag = '🇩🇪';
  const parts = await splitIntoParts(flag.repeat(200), 50, characters);
  expect(parts.join('')).toBe(flag.repeat(200));
  for (const part of parts) expect(part.length % flag.length).toBe(0);
});

it('makes parts of like size', async () => {
  const text = Array.from({ length: 41 }, (_, i) => paragraph(`number ${i}`, 4)).join('\n\n');
  const max = Math.floor((await tokens.count(text)) / 1.03);
  const sizes = await Promise.all((await splitIntoParts(text, max, tokens)).map((part) => tokens.count(part)));
  expect(sizes).toHaveLength(2);
  expect(Math.min(...sizes)).toBeGreaterThan(0.8 * Math.max(...sizes));
});

it('begins parts at headings where it can, and repeats the headings a part goes on under', async () => {
  const sections = ['Alpha', 'Beta', 'Gamma'].map((name) => `${heading(name)}\n\n${paragraph(name, 12)}`);
  const parts = await splitIntoParts(`# Guide\n\n${sections.join('\n\n')}`, 160, tokens);
  expect(parts.map((part) => part.split('\n').slice(0, 3))).toEqual([
    ['# Guide', '', '## Alpha'],
    ['# Guide …', '', '## Beta'],
    ['# Guide …', '', '## Gamma'],
  ]);
  const long = await splitIntoParts(`# Guide\n\n## Alpha\n\n${paragraph('same', 60)}`, 160, tokens);
  for (const part of long.slice(1)) expect(part.split('\n')[0]).toBe('## Guide › Alpha …');
});

it('keeps code and tables whole where they fit, and closes every fence where they do not', async () => {
  const code = '```js\n' + 'const a = 1;\n\n'.repeat(6) + '```';
  const table = '| a | b |\n| - | - |\n' + '| 1 | 2 |\n'.repeat(8).trim();
  const text = [paragraph('one', 6), code, paragraph('two', 6), table, paragraph('three', 6)].join('\n\n');
  const parts = await splitIntoParts(text, 110, tokens);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.filter((part) => part.includes(code))).toHaveLength(1);
  expect(parts.filter((part) => part.includes(table))).toHaveLength(1);
  const pieces = await splitIntoParts('```js\n' + 'const a = 1;\n'.repeat(200) + '```', 100, tokens);
  for (const piece of pieces) expect(piece).toMatch(/^```(?:js)?\n[^`]+\n```$/);
});

it('counts each block a few times at most, whatever the length', async () => {
  const text = Array.from({ length: 400 }, (_, i) => paragraph(`number ${i}`, 3)).join('\n\n');
  let counted = 0;
  const counting = counterOf((piece) => ((counted += piece.length), tokens.count(piece)));
  await splitIntoParts(text, 500, counting);
  expect(counted).toBeLessThan(4 * text.length);
});

it('refuses a bound without room', async () => {
  await expect(splitIntoParts('a', 0, tokens)).rejects.toThrow(RangeError);
});
