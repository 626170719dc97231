import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterByQuery, findTrigger } from '../../../src/sidepanel/composer/suggestions.tsx';

const query = fc.stringMatching(/^[a-z0-9]{0,8}$/);

describe('what asks for suggestions', () => {
  it.each([
    ['/', { sign: '/', query: '', rest: '' }],
    ['/Sum', { sign: '/', query: 'sum', rest: '' }],
    ['Compare it with @moo', { sign: '@', query: 'moo', rest: 'Compare it with ' }],
    ['@', { sign: '@', query: '', rest: '' }],
    ['/etc/hosts', null],
    ['/read this', null],
    ['mail me@example', null],
    ['and/or', null],
    ['@moon and', null],
  ])('“%s”', (text, trigger) => {
    expect(findTrigger(text)).toEqual(trigger);
  });

  it('is always taken out whole: what stays is the beginning of the text, and asks for nothing', () => {
    fc.assert(
      fc.property(fc.string(), query, fc.constantFrom('/', '@'), (before, word, sign) => {
        const text = sign === '/' ? `/${word}` : `${before} @${word}`;
        const trigger = findTrigger(text);
        expect(trigger).toMatchObject({ sign, query: word });
        expect(text).toBe(`${trigger?.rest ?? ''}${sign}${word}`);
      }),
    );
  });

  it('offers what has a word with that beginning, in order, and everything for nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), query, (labels, word) => {
        const items = labels.map((label) => ({ label }));
        const found = filterByQuery(items, word);
        expect(found).toEqual(items.filter((item) => found.includes(item)));
        if (word === '') expect(found).toEqual(items);
        expect(filterByQuery([{ label: `One (${word})` }], word)).toHaveLength(1);
      }),
    );
  });
});
