import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignPassage } from '../../../../../src/lib/pipeline/page/locate/align.ts';

const quote = (exact: string, before = '', after = '') => ({ exact, before, after });
const pieces = (text: string, exact: string): readonly string[] | undefined =>
  alignPassage(text, quote(exact))?.places.map(({ start, end }) => text.slice(start, end));

const EXACT = 'steam tugs tied up at dusk by regulation and removed their purpose';

test('edited words are within the place, words put in between are not', () => {
  const text = `the story goes on steam tugs tied up at dusk by law and buy our lamps now removed their purpose and so on`;
  expect(pieces(text, EXACT)).toEqual(['steam tugs tied up at dusk by law and', 'removed their purpose']);
  expect(alignPassage(text, quote(EXACT))?.whole).toBe(false);
});

test('words that are all there, with something between, are whole', () => {
  expect(alignPassage(`x ${EXACT.replace('dusk', 'dusk advertisement')} y`, quote(EXACT))?.whole).toBe(true);
});

test('of two changed places the one whose surroundings fit is taken', () => {
  const changed = EXACT.replace('regulation', 'law');
  const text = `red green ${changed} blue. ${'other words here '.repeat(50)} one two ${changed} three four`;
  expect(alignPassage(text, quote(EXACT, 'one two', 'three four'))?.places[0]?.start).toBeGreaterThan(500);
});

test('a script without spaces is aligned by its characters', () => {
  const found = pieces('前言。到十二月底，罐子里已经有三千六百元。后来', '到十一月底，罐子里已经有两千六百元。');
  expect(found?.join('')).toContain('罐子里已经有');
});

test.each(['', 'too few words', '— …'])('%j says too little to be told from other words', (exact) => {
  expect(alignPassage('too few words are here', quote(exact))).toBeNull();
});

const word = fc.stringMatching(/^[a-m]{3,8}$/);
const other = fc.stringMatching(/^[n-z]{3,8}$/);

test('a passage is found wherever it stands, whichever fifth of its words is gone or another', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 10, maxLength: 40 }),
      fc.array(other, { maxLength: 80 }),
      fc.array(other, { maxLength: 80 }),
      fc.infiniteStream(fc.constantFrom('keep', 'keep', 'drop', 'edit')),
      (words, before, after, changes) => {
        let left = Math.floor(words.length / 5);
        const now = words.flatMap((w) => {
          const change: string = left > 0 ? (changes.next().value as string) : 'keep';
          if (change !== 'keep') left -= 1;
          return change === 'keep' ? [w] : change === 'drop' ? [] : ['zzzz'];
        });
        const text = [...before, ...now, ...after].join(' ');
        const found = alignPassage(text, quote(words.join(' ')));
        const kept = now.filter((w) => w !== 'zzzz');
        const shown =
          found?.places
            .map(({ start, end }) => text.slice(start, end))
            .join(' ')
            .split(' ') ?? [];
        expect(shown.filter((w) => words.includes(w))).toEqual(kept);
      },
    ),
    { numRuns: 200 },
  );
});

test('a passage of which nothing stands there is never found', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.array(other, { maxLength: 300 }), (words, page) => {
      expect(alignPassage(page.join(' '), quote(words.join(' ')))).toBeNull();
    }),
    { numRuns: 200 },
  );
});
