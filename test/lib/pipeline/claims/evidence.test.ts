import { describe, expect, it } from 'vitest';
import { checkQuotes } from '../../../../src/lib/pipeline/cite/check-quotes.ts';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import { checkClaims } from '../../../../src/lib/pipeline/claims/check-claims.ts';

/** What the source of each mismatch says, of a claim with its quote. */
async function check(claim: string, quote: string, markdown: string): Promise<readonly string[]> {
  const answer = `${claim} [${quote}](#).`;
  const source = openSource(markdown, 'en');
  const checked = await checkQuotes(answer, [source], { form: 'links' });
  const places = checked.map(({ start, end, alignment: { place } }) => ({ start, end, place }));
  expect(places[0]?.place, 'the quote is found').not.toBeNull();
  const found = await checkClaims(answer, places, [{ source, known: '', language: 'en' }]);
  return found.flat().map((mismatch) => mismatch.source);
}

const TOWNS =
  '# Towns\n\n| City | Year | People |\n| --- | --- | --- |\n| Basel | 2020 | 177,000 |\n| Bern | 2020 | 134,000 |\n| Genf | 2020 | 203,000 |';
const RAIN = '# Rain\n\n|  | 2020 | 2021 |\n| --- | --- | --- |\n| Rain | 5 mm | 7 mm |\n| Snow | 30 cm | 20 cm |';

describe('the evidence of a table’s cell', () => {
  it('is its row and its column: another row or column is none', async () => {
    expect(await check('Basel had 134,000 people', '134,000', TOWNS)).toEqual(['Bern']);
    expect(await check('Rain fell 7 mm in 2020', '7 mm', RAIN)).toEqual(['2021']);
  });

  it('is enough for what the row says', async () => {
    expect(await check('Bern had 134,000 people', '134,000', TOWNS)).toEqual([]);
    expect(await check('Bern had 134,000 people in 2020', '134,000', TOWNS)).toEqual([]);
    expect(await check('Rain fell 7 mm in 2021', '7 mm', RAIN)).toEqual([]);
    expect(await check('Bern had 134,000 people in 2020', 'Bern | 2020 | 134,000', TOWNS)).toEqual([]);
  });

  it('is found in a long table, too', async () => {
    const rows = Array.from(
      { length: 80 },
      (_, i) => `| Town${i} | ${100 + i} mm | ${300 + i} mm | of the old river bank |`,
    );
    const page = `| Town | 2020 | 2021 | Note |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
    expect(await check('Rain of 370 mm fell in Town70 in 2020', '370 mm', page)).toEqual(['2021']);
    expect(await check('Rain of 370 mm fell in Town70 in 2021', '370 mm', page)).toEqual([]);
  });
});

describe('the evidence of a list’s item', () => {
  it('is the line or heading that leads on to it, too', async () => {
    const rules = 'The house has rules. You must not do any of this:\n\n- Smoke indoors\n- Keep a dog';
    expect((await check('You may smoke indoors', 'Smoke indoors', rules)).length).toBeGreaterThan(0);
    expect(await check('You must not smoke indoors', 'Smoke indoors', rules)).toEqual([]);
    const advice = '# Headache\n\n## Not recommended\n\n- Aspirin\n- Sleeping pills';
    expect((await check('Aspirin is recommended', 'Aspirin', advice)).length).toBeGreaterThan(0);
    expect(await check('Aspirin is not recommended', 'Aspirin', advice)).toEqual([]);
  });
});
