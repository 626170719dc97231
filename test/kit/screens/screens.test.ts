/** The generated screens, and the measure of an error. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../src/lib/pipeline/ocr/types.ts';
import { countSure, errorsOf } from './error.ts';
import { HELD_OUT, screensOf, TUNED_ON } from './index.ts';

describe('generated screens', () => {
  it('are the same for ever, and of other text for another seed', () => {
    expect(screensOf(7)).toEqual(screensOf(7));
    const truths = [...TUNED_ON, ...HELD_OUT].flatMap((seed) => screensOf(seed).map(({ truth }) => truth));
    expect(new Set(truths).size).toBe(truths.length);
  });

  it('are of one kind each, and load nothing', () => {
    const kinds = screensOf(1).map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    for (const { html } of screensOf(1)) expect(html).not.toMatch(/(?:src|href)=/);
  });

  it('have rules that a browser can read: an entity would end them', () => {
    for (const { html } of [1, 2, 3].flatMap((seed) => screensOf(seed)))
      expect(html.split('</style>')[0]).not.toContain('&quot;');
  });
});

describe('the error of a reading', () => {
  it('is the number of characters to change, white space counting as one space', () => {
    expect(errorsOf('a  b\n\nc', 'a b c')).toEqual({ wrong: 0, of: 5 });
    expect(errorsOf('', 'abc')).toEqual({ wrong: 3, of: 3 });
    expect(errorsOf('明天，\n下雨。\n\n今天', '明天，下雨。今天')).toEqual({ wrong: 0, of: 8 });
    expect(errorsOf('明 天', '明天').wrong).toBe(1);
    expect(errorsOf('kitten', 'sitting')).toEqual({ wrong: 3, of: 7 });
  });

  it('of words that are shown as sure is the share of them that do not stand there', () => {
    const read = (said: readonly (readonly [string, number])[]): Reading => {
      let text = '';
      const words = said.map(([word, confidence]) => {
        const start = text === '' ? 0 : text.length + 1;
        text += text === '' ? word : ` ${word}`;
        return { start, end: text.length, confidence, box: { x: 0, y: 0, width: 1, height: 1 } };
      });
      return { width: 1, height: 1, text, words, unread: [] };
    };
    const sure = [
      ['the', 90],
      ['old', 90],
      ['bridge', 90],
    ] as const;
    expect(countSure(read(sure), 'the old bridge')).toEqual({ wrong: 0, of: 3 });
    expect(countSure(read([...sure, ['fridge', 20]]), 'the old bridge')).toEqual({ wrong: 0, of: 3 });
    expect(countSure(read([...sure, ['old', 90], ['l', 90]]), 'the old bridge')).toEqual({ wrong: 1, of: 5 });
    expect(
      countSure(
        read([
          ['旧桥', 90],
          ['旧', 90],
        ]),
        '旧桥',
      ),
    ).toEqual({ wrong: 1, of: 2 });
  });

  it('is never more than the longer text, and none only between equal ones', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { wrong } = errorsOf(one, other);
        const plain = (said: string): string => said.replace(/\s+/g, ' ').trim();
        expect(wrong).toBeLessThanOrEqual(Math.max(plain(one).length, plain(other).length));
        expect(wrong === 0).toBe(plain(one) === plain(other));
      }),
    );
  });
});
