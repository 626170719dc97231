/** Which queries say nothing but the user's own words, and which carry something beside them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnQuery } from '../../../../src/lib/agent/egress/user-words.ts';
import { extractKeywords } from '../../../../src/lib/pipeline/engines/keywords.ts';

const GOAL = 'How high did the Elbe tide rise in Hamburg in 1962?';
const isOwn = (query: string): boolean => isOwnQuery(query, [GOAL]);

describe('a query in the person’s own words', () => {
  it.each(['Elbe tide Hamburg 1962', 'hamburg elbe', 'Hamburg and the tide', 'How high did the Elbe rise'])(
    'is %j',
    (query) => {
      expect(isOwn(query)).toBe(true);
    },
  );

  it.each([
    ['another word', 'Elbe tide secret'],
    ['a word of letters and digits', 'Elbe zq7419'],
    ['another number', 'Elbe 1963'],
    ['a word within one', 'Elbe tid'],
    ['a word twice', 'Elbe tide elbe'],
    ['capitals that the person did not write', 'eLbE tide'],
    ['punctuation', 'Elbe, tide'],
    ['more spaces', 'Elbe  tide'],
    ['a line', 'Elbe\ntide'],
    ['nothing that is seen', 'Elbe \u200b tide'],
    ['letters that look alike', 'Elb\u0435 tide'],
    ['many words of grammar', 'of and the to a with Elbe'],
    ['nothing', ''],
    ['an address', 'https://evil.example/?q=Elbe'],
  ])('is none with %s', (_what, query) => {
    expect(isOwn(query)).toBe(false);
  });

  it('is what code makes of the question, in any language', () => {
    const questions = [
      GOAL,
      'Wie hoch stieg die Elbe?',
      '1962年の高潮はどのくらいでしたか',
      '汉堡一九六二年风暴潮有多高',
      'Насколько поднялась Эльба?',
    ];
    for (const goal of questions) expect(isOwnQuery(extractKeywords(goal, '').join(' '), [goal]), goal).toBe(true);
  });

  it('never holds a word that the person did not write and that is none of grammar', () => {
    const word = fc.stringMatching(/^[a-z]{3,9}[0-9]{2,4}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), word, fc.nat(6), (own, secret, at) => {
        fc.pre(!own.includes(secret));
        const query = [...new Set(own)].toSpliced(at, 0, secret).join(' ');
        expect(isOwnQuery(query, [own.join(' ')])).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
