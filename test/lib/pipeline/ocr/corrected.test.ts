import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCorrection } from '../../../../src/lib/pipeline/ocr/corrected.ts';
import type { ReadWord } from '../../../../src/lib/pipeline/ocr/types.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { readingOf } from '../../../kit/runs/seeing.ts';

const words = fc.constantFrom('the', 'tide', 'was', 'high', 'l0w', 'low', 'é', '🌊', '—');
const texts = fc
  .array(fc.tuple(words, fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0')), { maxLength: 60 })
  .map((parts) => parts.flat().join(''));
/** Whatever a user may make of a text. */
const any = fc.oneof(texts, fc.string({ unit: ANY_CHARACTER, maxLength: 80 }));

describe('a reading as a person corrected it', () => {
  it('says what they wrote to the last character, its words in order and inside it [J3]', () => {
    fc.assert(
      fc.property(texts, any, (was, text) => {
        const corrected = applyCorrection(readingOf(was), text);
        expect(corrected.text).toBe(text);
        let at = 0;
        for (const { start, end } of corrected.words) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).not.toMatch(/\s/);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 300 },
    );
  });

  it('has the cells of a table for its words, and not the marks between them', () => {
    const table = '| tide | low  |\n| ---- | ---- |\n| high |      |';
    const { words: all, ...page } = readingOf(table);
    const isCell = ({ start, end }: ReadWord): boolean => /[a-z]/.test(table.slice(start, end));
    const words = all.filter(isCell);
    const corrected = applyCorrection({ ...page, words }, table.replace('low ', 'ebb '));
    expect(corrected.words.map(({ box }) => box)).toEqual(words.map(({ box }) => box));
    expect(corrected.words.map(({ confidence }) => confidence)).toEqual([90, 100, 90]);
  });

  it('keeps every place where nothing was changed, or only the space between words', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(' ', '\n', '   '), (was, space) => {
        const reading = readingOf(was);
        expect(applyCorrection(reading, was)).toEqual(reading);
        const spaced = applyCorrection(reading, was.replace(/\s+/g, space));
        expect(spaced.words.map(({ box }) => box)).toEqual(reading.words.map(({ box }) => box));
      }),
      { numRuns: 100 },
    );
  });

  it('has no places that could not be read: the person has seen to them', () => {
    const unread = [{ x: 1, y: 1, width: 9, height: 9 }];
    expect(applyCorrection({ ...readingOf('the tlde'), unread }, 'the tide')).not.toHaveProperty('unread');
  });

  it('gives a word that stands in place of another its place, and no doubt', () => {
    const reading = readingOf('the tlde was high');
    const { words: after } = applyCorrection(reading, 'the tide was high');
    expect(after.map(({ box }) => box)).toEqual(reading.words.map(({ box }) => box));
    expect(after.map(({ confidence }) => confidence)).toEqual([90, 100, 90, 90]);
  });

  it('finds its words again after a long part that was taken out or put in, whatever else was changed', () => {
    const many = (mark: string, n: number): string[] => Array.from({ length: n }, (_, i) => `${mark}${String(i)}`);
    const [menu, story] = [many('menu', 90), many('word', 200)];
    const reading = readingOf([...menu, ...story].join(' '));
    const boxOf = (at: number) => reading.words[menu.length + at]?.box;
    const edited = story.with(150, 'changed');
    for (const text of [edited.join(' '), [...menu, ...many('new', 90), ...edited].join(' ')]) {
      const words = applyCorrection(reading, text).words.slice(-200);
      expect(words.map(({ box }) => box)).toEqual(story.map((_, at) => boxOf(at)));
    }
  });

  it('gives no place twice', () => {
    fc.assert(
      fc.property(texts, texts, (was, text) => {
        const places = applyCorrection(readingOf(was), text).words.map(({ box }) => `${box.x}/${box.y}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 200 },
    );
  });

  it('is made in time that grows with the text alone, also where nothing is as it was', () => {
    const of = (mark: string): string => Array.from({ length: 50_000 }, (_, i) => `${mark}${String(i)}`).join(' ');
    expect(applyCorrection(readingOf(of('a')), of('b')).words).toHaveLength(50_000);
  });
});
