import { describe, expect, it } from 'vitest';
import { isTried } from '../../../../src/lib/agent/rag/rewrite.ts';

describe('a query', () => {
  it.each([
    ['in another order', 'Hamburg tide'],
    ['in other case', 'TIDE hamburg'],
    ['with other punctuation', '“tide”, (Hamburg)!'],
    ['with a word twice', 'tide tide Hamburg'],
    ['in full-width letters', 'ｔｉｄｅ Hamburg'],
  ])('was tried where the same words were, %s [R5.2]', (_how, query) => {
    expect(isTried(query, ['storm surge', 'tide Hamburg'])).toBe(true);
  });

  it('was not where a word is more, less, or another', () => {
    for (const query of ['tide', 'tide Hamburg 1962', 'tides Hamburg'])
      expect(isTried(query, ['tide Hamburg'])).toBe(false);
    expect(isTried('埃菲尔铁塔', ['铁塔'])).toBe(false);
  });

  it('without a word is as good as tried', () => {
    for (const query of ['', '  ', '?!', '""']) expect(isTried(query, [])).toBe(true);
  });
});
