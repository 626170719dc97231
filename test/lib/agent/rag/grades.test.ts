/** What a model's reply says of results, in the shapes that models give it. */
import { describe, expect, it } from 'vitest';
import { renderGradingPrompt, readGrades } from '../../../../src/lib/agent/rag/grades.ts';

const RESULTS = ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/`, title: name, snippet: '' }));

/** By place: + relevant, - not, . nothing said. */
const said = (text: string): string =>
  readGrades(text, RESULTS)
    .map((grade) => (grade === undefined ? '.' : grade.relevance === 'relevant' ? '+' : '-'))
    .join('');

const grade = (index: unknown, relevance: unknown): object => ({ index, relevance, confidence: 0.8, reason: 'So.' });

describe('the grades in a reply', () => {
  it('are read as they are asked for [R5.2]', () => {
    const [first] = readGrades(JSON.stringify([grade(1, 'relevant')]), RESULTS);
    expect(first).toEqual({
      url: 'https://a.example/',
      relevance: 'relevant',
      confidence: 0.8,
      reason: 'So.',
      by: 'model',
    });
  });

  it.each([
    ['under a name', JSON.stringify({ grades: [grade(1, 'relevant'), grade(3, 'not_relevant')] }), '+.-'],
    ['one alone, without a list', JSON.stringify(grade(2, 'relevant')), '.+.'],
    [
      'in a fence, with words before it',
      `Here you are:\n\`\`\`json\n${JSON.stringify([grade(1, 'relevant')])}\n\`\`\``,
      '+..',
    ],
    ['a line each', `${JSON.stringify(grade(1, 'relevant'))}\n${JSON.stringify(grade(2, 'not_relevant'))}`, '+-.'],
    ['cut off', '[{"index": 1, "relevance": "relevant"}, {"index": 2, "rele', '+..'],
    ['numbers as texts', JSON.stringify([grade('2', 'relevant')]), '.+.'],
    ['yes and no', JSON.stringify([grade(1, true), grade(2, false)]), '+-.'],
    ['in other words', JSON.stringify([grade(1, 'Relevant'), grade(2, 'Not relevant'), grade(3, 'irrelevant')]), '+--'],
    ['what was thought before does not count', `<think>[${JSON.stringify(grade(1, 'relevant'))}]</think>[]`, '...'],
  ])('are read in other shapes: %s', (_shape, text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it.each([
    ['prose', 'All of them are relevant, trust me.'],
    [
      'results that were not listed',
      JSON.stringify([grade(0, 'relevant'), grade(4, 'relevant'), grade(1.5, 'relevant')]),
    ],
    ['a word that is no grade', JSON.stringify([grade(1, 'maybe'), grade(2, null), grade(3, 1)])],
    ['nothing', ''],
    ['other JSON', '[1, null, "relevant", [[]]]'],
  ])('are none in %s', (_what, text) => {
    expect(said(text)).toBe('...');
  });

  it('count once: of two for one result the first', () => {
    expect(said(JSON.stringify([grade(1, 'not_relevant'), grade(1, 'relevant')]))).toBe('-..');
  });

  it('have a confidence between 0 and 1, and a reason of one short line', () => {
    for (const confidence of [7, -1, 'high', null]) {
      const [first] = readGrades(JSON.stringify([{ index: 1, relevance: 'relevant', confidence }]), RESULTS);
      expect(first).toMatchObject({ confidence: 0.5, reason: '' });
    }
    const reason = `Because\nof ${'much '.repeat(100)}`;
    const [long] = readGrades(JSON.stringify([{ index: 1, relevance: 'relevant', reason }]), RESULTS);
    expect(long?.reason).toMatch(/^Because of much/);
    expect(long?.reason.length).toBeLessThanOrEqual(121);
  });
});

describe('the request to grade', () => {
  it('numbers the results from 1, and gives of each one bounded line', () => {
    const results = [{ url: 'https://a.example/x?y', title: 'One\ntwo', snippet: 'long '.repeat(500) }];
    const text = renderGradingPrompt({ need: 'How high?', results });
    expect(text).toContain('How high?');
    expect(text).toMatch(/^1\. title: .*One two/m);
    expect(text).toContain('a.example');
    expect(text.length).toBeLessThan(2500);
  });
});
