/** What code makes of a search where no model judges or writes. */
import { describe, expect, it } from 'vitest';
import { createKeywordGrader, buildKeywordQueries } from '../../../../src/lib/toolbox/web/keyword-search.ts';

const NEED = 'How high did the Elbe tide rise in Hamburg in 1962?';
const result = (title: string, snippet = '') => ({ url: 'https://a.example/', title, snippet });

describe('a grade by words', () => {
  const grade = createKeywordGrader('en');

  it('finds a result relevant that has half of the words, in whatever form, and says which [R5.2]', () => {
    expect(grade(result('Tides of the Elbe', 'What the city of HAMBURG saw in 1962'), NEED)).toEqual({
      url: 'https://a.example/',
      relevance: 'relevant',
      confidence: 0.33,
      reason: '4 of 6 words (Elbe, tide, Hamburg, 1962)',
      by: 'rule',
    });
  });

  it('names some of many words', () => {
    const { reason } = grade(
      result('Tides of the Elbe', 'A flood that Hamburg and its dikes saw in 1962'),
      `${NEED} dikes`,
    );
    expect(reason).toMatch(/^[56] of 7 words \((?:\S+, ){4}…\)$/);
  });

  it('finds any other of no use, and is surer the fewer there are', () => {
    const [one, none] = [grade(result('Hamburg'), NEED), grade(result('Cats and dogs'), NEED)];
    expect([one.relevance, none.relevance]).toEqual(['not_relevant', 'not_relevant']);
    expect(none).toMatchObject({ confidence: 1, reason: '0 of 6 words' });
    expect(one.confidence).toBeLessThan(none.confidence);
  });

  it('finds words of scripts without spaces, single characters too', () => {
    const chinese = createKeywordGrader('zh')(result('埃菲尔铁塔', '塔高330米，建于1889年。'), '埃菲尔铁塔有多高？');
    expect(chinese).toMatchObject({ relevance: 'relevant', reason: '2 of 2 words (埃菲尔铁塔, 高)' });
    expect(
      createKeywordGrader('ja')(result('エッフェル塔', '高さは330メートル'), 'エッフェル塔の高さは？'),
    ).toMatchObject({
      relevance: 'relevant',
    });
    expect(createKeywordGrader('zh')(result('长城'), '埃菲尔铁塔有多高？').relevance).toBe('not_relevant');
  });

  it('finds nothing relevant to a need without a word', () => {
    expect(grade(result('Anything'), '???').relevance).toBe('not_relevant');
  });
});

describe('queries by words', () => {
  it('are fewer words first, then names and numbers with one word more, then single ones [R5.2]', () => {
    const queries = buildKeywordQueries(NEED, 'en').map(({ query, strategy }) => `${strategy}: ${query}`);
    expect(queries.slice(0, 4)).toEqual([
      'broader: high Elbe tide rise',
      'broader: high Elbe tide rise Hamburg',
      'broader: Elbe tide rise Hamburg 1962',
      'related: Elbe Hamburg 1962 high',
    ]);
    expect(queries).toContain('related: Elbe Hamburg 1962');
    expect(queries.at(-1)).toBe('related: 1962');
  });

  it('are bounded for a need that is long, and none without a word', () => {
    const long = buildKeywordQueries(Array.from({ length: 200 }, (_, i) => `word${String(i)}`).join(' '), 'en');
    expect(Math.max(...long.map(({ query }) => query.split(' ').length))).toBeLessThanOrEqual(13);
    expect(long.length).toBeLessThan(30);
    expect(buildKeywordQueries('???', 'en')).toEqual([]);
  });
});
