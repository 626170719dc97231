import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import { checkQuotes } from '../../../../src/lib/pipeline/cite/check-quotes.ts';
import { checkClaims, listClaims } from '../../../../src/lib/pipeline/claims/check-claims.ts';
import { judgeClaims, loadPages, makeClaims } from '../../../kit/claims/claim-set.ts';
import { SEED } from '../../../kit/base/seed.ts';

/** The places of an answer's citations in a page. */
async function find(answer: string, markdown: string) {
  const source = openSource(markdown, 'en');
  const checked = await checkQuotes(answer, [source], { form: 'links' });
  return { source, places: checked.map(({ start, end, alignment: { place } }) => ({ start, end, place })) };
}

/** The mismatches of an answer's citations, each as "claim | source". */
async function check(answer: string, markdown: string, known = 'The harbour'): Promise<readonly (readonly string[])[]> {
  const { source, places } = await find(answer, markdown);
  const found = await checkClaims(answer, places, [{ source, known, language: 'en' }]);
  return found.map((mismatches) => mismatches.map(({ claim, source }) => `${claim} | ${source}`));
}

const PAGE = `# The harbour

The harbour was built in 1889. Its owner was Miller.

Traffic rose by 14 % in 2015, but some berths were not used. The new crane may lift up to 40 tonnes. Repairs cost $5 million.

- Small boats pay 12 euros.
- Large ones are never free.

| berth | depth |
| --- | --- |
| North | 9 m |
| South | 7 m |
`;

describe('a claim beside its quote [R11.3]', () => {
  it.each([
    ['a number', 'Traffic rose by 40 % in 2015 [in 2015](#).', '40 % | 14 %'],
    ['a unit', 'The crane may lift up to 40 kilograms [The new crane](#).', '40 kilograms | 40 tonnes'],
    ['a currency', 'Repairs cost €5 million [Repairs cost](#).', '€5 million | $5 million'],
    ['a year', 'Traffic rose by 14 % in 2016 [Traffic rose](#).', '2016 | 2015'],
    ['a negation left out', 'Some berths were used [some berths were](#).', 'were used | were not used'],
    ['a negation put in', 'Traffic did not rise in 2015 [in 2015](#).', 'did not rise | in 2015'],
    ['a quantifier', 'All berths were not used [berths were](#).', 'All berths | some berths'],
    ['a hedge', 'The new crane will lift up to 40 tonnes [up to 40 tonnes](#).', 'will lift | may lift'],
    ['a bound', 'The crane may lift at least 40 tonnes [The new crane](#).', 'at least 40 tonnes | up to 40 tonnes'],
    ['a direction', 'Traffic fell by 14 % in 2015 [by 14 %](#).', 'fell | rose'],
    ['a name', 'The owner of the harbour was Smith [Its owner was](#).', 'Smith | Miller'],
    ['a cell of a table', 'The berth North has 7 m [North](#).', '7 m | 9 m'],
    ['an item of a list', '- Small boats pay 20 euros [Small boats](#)', '20 euros | 12 euros'],
  ])('is marked with both words for %s that is otherwise', async (_, answer, words) => {
    const [found = []] = await check(answer, PAGE);
    expect(
      found.map((pair) => pair.includes(words.split(' | ')[0] ?? '') && pair.includes(words.split(' | ')[1] ?? '')),
    ).toContain(true);
  });

  it.each([
    'In 2015 traffic rose by 14 percent [Traffic rose](#).',
    'The page says that the crane may lift 40 t at most, up to 40 tonnes [The new crane](#).',
    'According to the page, repairs cost 5,000,000 dollars [Repairs cost](#).',
    'Built in 1889 and owned by Miller, the harbour saw its traffic rise by 14 % in 2015 [rose by 14 %](#).',
    'Large boats aren’t free [Large ones are](#).',
    'Some berths weren’t used. [some berths](#)',
    'The Harbour’s northern berth is 9 m deep [North](#).',
    '**Cost of Repairs:** $5m [Repairs cost](#)',
    '[Small boats pay 12 euros](#)',
  ])('is left alone where it is faithful: %s', async (answer) => {
    expect(await check(answer, PAGE)).toEqual([[]]);
  });

  it.each([
    [
      'Two thirds of voters agree [of voters](#).',
      '67 % of voters agree.',
      '66 % of voters agree.',
      '33 % of voters agree.',
    ],
    [
      'Three quarters of voters agree [of voters](#).',
      '75% of voters agree.',
      '¾ of voters agree.',
      '25% of voters agree.',
    ],
    [
      'One fifth of voters agree [of voters](#).',
      '20 % of voters agree.',
      '1/5 of voters agree.',
      '25 % of voters agree.',
    ],
    [
      'The mean was 5.5 points [The mean](#).',
      'The mean was 5½ points.',
      'The mean was 5 ½ points.',
      'The mean was 5¾ points.',
    ],
    [
      'There are 10^23 of them [of them](#).',
      'There are 10²³ of them.',
      'There are $10^{23}$ of them.',
      'There are 10²⁴ of them.',
    ],
    [
      'String theory has 10⁵⁰⁰ vacua [String theory](#).',
      'String theory has 10⁵⁰⁰ vacua.',
      'String theory has 10^500 vacua.',
      'String theory has 10⁴⁰⁰ vacua.',
    ],
    [
      'In 1990 ½ of them left [of them left](#).',
      'In 1990 half of them left.',
      'In 1990, ½ of them left.',
      'In 1990 ¼ of them left.',
    ],
    ['It has 10 members [members](#).', 'It has 10³ members.', 'It has 10¹² members.', 'It has 11³ members.'],
    ['It has 10⁶ members [members](#).', 'It has 10⁶ members.', 'It has 10^6 members.', 'It has 10⁹ members.'],
    ['It ran until 1918 [It ran](#).', 'It ran 1914–18.', 'It ran 1914-18.', 'It ran 1914–16.'],
    [
      'It began on May 6, 2020 [It began](#).',
      'It began on 05/06/2020.',
      'It began on 06/05/2020.',
      'It began on 05/07/2020.',
    ],
  ])('%s is faithful to one page and another, and marked beside a third', async (answer, one, other, third) => {
    expect(await check(answer, one)).toEqual([[]]);
    if (!other.startsWith('1/5')) expect(await check(answer, other)).toEqual([[]]);
    expect((await check(answer, third))[0]).not.toEqual([]);
  });

  it('of a part in words is never held to be the number of its denominator, nor another part', async () => {
    const words = [
      ['Zwei Drittel', 2 / 3],
      ['Drei Viertel', 3 / 4],
      ['Zwei Fünftel', 2 / 5],
      ['Neun Zehntel', 9 / 10],
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...words), fc.integer({ min: 2, max: 99 }), async ([said, value], percent) => {
        const page = openSource(`${String(percent)} % der Wähler stimmen zu.`, 'de');
        const answer = `${said} der Wähler stimmen zu [der Wähler](#).`;
        const [quote] = await checkQuotes(answer, [page], { form: 'links' });
        const places = [{ start: quote?.start ?? 0, end: quote?.end ?? 0, place: quote?.alignment.place ?? null }];
        const [found] = await checkClaims(answer, places, [{ source: page, known: '', language: 'de' }]);
        expect(found?.length === 0).toBe(Math.abs(value * 100 - percent) <= 1);
      }),
    );
  });

  it('is held against all the quotes of its sentence, and marked at the one that follows the words', async () => {
    const answer = 'Traffic rose by 14 % [Traffic rose](#), and small boats pay 30 euros [Small boats pay](#).';
    expect(await check(answer, PAGE)).toEqual([[], ['30 euros | 12 euros']]);
  });

  it('is not held against a quote that was not found', async () => {
    expect(await check('Traffic rose by 40 % [nowhere to be found](#).', PAGE)).toEqual([[]]);
  });

  it('of another language is held only to numbers, units, dates and names', async () => {
    const german = 'Der Verkehr stieg 2015 nicht um alle 14 %, wie die Stadt und der Hafen es wollten.';
    expect(await check(`Traffic rose by 14 % in 2015 [stieg 2015](#).`, german)).toEqual([[]]);
    expect(await check(`Traffic rose by 40 % in 2015 [stieg 2015](#).`, german)).toEqual([['40 % | 14 %']]);
  });

  it('is bounded: a few words are shown, however long the text and the words are', async () => {
    const word = 'x'.repeat(5000);
    const page = `It is ${word} ${'not very good 12 km '.repeat(2000)}.`;
    const [found = []] = await check(`It isn’t ${word} ${'good 13 miles '.repeat(2000)} [It is](#).`, page);
    expect(found.every((pair) => pair.length < 200)).toBe(true);
  });

  it('of any words against any words throws nothing and gives one list per citation', async () => {
    const words = fc.string({
      unit: fc.constantFrom(...'not all 1.5 % km May 3, Ünal 三百 не «x» | # - \n [ ] ( ) $ '.split(/(?<=.)/u)),
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(words, words, async (said, page) => {
        const answer = `${said} [tides](#) and [not there](#)`;
        expect((await check(answer, `${page}\n\ntides ${page}`)).length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the claims that a second opinion is asked about [R11.14]', () => {
  const list = async (answer: string, markdown: string) => {
    const { source, places } = await find(answer, markdown);
    return listClaims(answer, places, [{ source, known: '', language: 'en' }], 3000);
  };

  it('stand at the last found quote of each sentence, with the whole sentences of its quotes', async () => {
    const answer =
      'Traffic rose by 14 % [Traffic rose](#), and small boats pay 30 euros [Small boats pay](#) [not there](#). It floats [nowhere](#).';
    const [first, second, third, fourth] = await list(answer, PAGE);
    expect([first, third, fourth]).toEqual([null, null, null]);
    expect(second?.text).toMatch(/^Traffic rose by 14 % ?, and small boats pay 30 euros/);
    expect(second?.source).toContain('Traffic rose');
    expect(second?.source).toContain('Small boats pay 12 euros');
  });

  it('are none where nothing is said beside a quote', async () => {
    expect(await list('[Traffic rose](#).', PAGE)).toEqual([null]);
  });

  it('are bounded lines, whatever answer and page are', async () => {
    const any = fc.string({ unit: fc.constantFrom(...'a. [b](#) tides \n # | x\u202e'.split('')), maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(any, any, async (said, page) => {
        const answer = `${said} It is so ${'very '.repeat(200)}[tides](#).`;
        const claims = await list(answer, `${page}\n\ntides ${page} ${'and more '.repeat(300)}`);
        expect(
          claims.reduce((sum, claim) => sum + (claim ? claim.text.length + claim.source.length : 0), 0),
        ).toBeLessThanOrEqual(3000);
        for (const claim of claims) {
          expect(claim?.text.length ?? 1).toBeLessThanOrEqual(400);
          expect(claim?.source.length ?? 1).toBeLessThanOrEqual(800);
          expect(`${claim?.text ?? ''}${claim?.source ?? ''}`).not.toMatch(/[\n\u202e]/);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('made claims over real pages [R11.3]', () => {
  it('are caught where they were turned and left alone where they are faithful, whatever the seed', async () => {
    const judged = await judgeClaims(makeClaims(loadPages().slice(0, 60), SEED, 40));
    const share = (isFlip: boolean): number => {
      const own = judged.filter((one) => one.isFlip === isFlip);
      return own.filter(({ mismatches }) => mismatches.length > 0).length / own.length;
    };
    expect(share(true), `seed ${SEED}`).toBeGreaterThanOrEqual(0.92);
    expect(share(false), `seed ${SEED}`).toBeLessThanOrEqual(0.05);
  }, 60_000);

  it('holds no quantifier against one that counts something else', async () => {
    const page =
      'The volunteers looked on. What they returned, to the alarm of several engineers, is nine centimetres.';
    const answer = 'Volunteers found that every reading was nine centimetres too high [is nine centimetres](#).';
    expect(await check(answer, page)).toEqual([[]]);
  });
});
