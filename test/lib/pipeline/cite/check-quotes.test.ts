import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkQuotes, MAX_CHECKED_QUOTES, extractQuotes } from '../../../../src/lib/pipeline/cite/check-quotes.ts';
import { iterateQuotedSentences } from '../../../../src/lib/pipeline/cite/check-quotes.ts';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import { page, written } from './arbitraries.ts';

const TEXT = 'The river rose by 5 %. Nobody was hurt. The town paid for it.\n\nMore came later, they say.';
const verdicts = (all: readonly { alignment: { verdict: string } }[]) => all.map(({ alignment }) => alignment.verdict);

describe('an answer with links', () => {
  it('has each of its citations checked, in order', async () => {
    const answer =
      'It [rose by 5 %](#), [NOBODY was hurt](#x), [the town did not pay](#), see [there](https://a.example).';
    const checked = await checkQuotes(answer, [openSource(TEXT)], { form: 'links' });
    expect(verdicts(checked)).toEqual(['verbatim', 'close', 'missing']);
    expect(checked.map(({ quote, ref, start, end }) => ({ quote, ref, start, end }))).toEqual(extractQuotes(answer));
  });

  it('has no more of them looked up than there may be', async () => {
    const checked = await checkQuotes('[The river rose](#) '.repeat(MAX_CHECKED_QUOTES + 5), [openSource(TEXT)], {
      form: 'links',
    });
    expect(verdicts(checked)).toEqual([
      ...Array<string>(MAX_CHECKED_QUOTES).fill('verbatim'),
      ...Array<string>(5).fill('missing'),
    ]);
  });
});

describe('an answer of a source’s own sentences', () => {
  it('cites the runs that follow each other there', () => {
    const answer =
      '## A title here\n\n**Bold title here**\n\nNobody was hurt. The town paid for it.\n\n- Nobody was hurt. More came later, they say.\n- Of course not so.\n- hurt';
    expect([...iterateQuotedSentences(answer, [openSource(TEXT)])].map(({ quote }) => quote)).toEqual([
      'Nobody was hurt. The town paid for it.',
      'Nobody was hurt.',
      'More came later, they say.',
    ]);
  });

  it('is checked the same in slices, and cites nothing that is not there', async () => {
    await fc.assert(
      fc.asyncProperty(page, page, async (one, other) => {
        const sources = [openSource(one.markdown)];
        const answer = `${written(one.tokens.slice(0, 6))}\n\n${other.markdown}`;
        const checked = await checkQuotes(answer, sources, { form: 'sentences' });
        expect(checked).toEqual([...iterateQuotedSentences(answer, sources)].slice(0, MAX_CHECKED_QUOTES));
        for (const { alignment, quote, start, end } of checked) {
          expect(alignment.verdict).toBe('verbatim');
          expect(answer.slice(start, end)).toBe(quote);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('made to take time', () => {
  const LONG = 200_000;
  it.each([
    ['brackets', '['.repeat(LONG)],
    ['links in links', '[a](#'.repeat(LONG / 5)],
    ['emphasis', '*a '.repeat(LONG / 3)],
    ['ticks', '`a``'.repeat(LONG / 4)],
    ['tags', '<a b="'.repeat(LONG / 6)],
    ['one letter', 'a'.repeat(LONG)],
    ['letters that stand alone', '-a'.repeat(LONG / 2)],
    ['words again and again', 'aaa aaa aaa '.repeat(LONG / 12)],
    ['marks', '\u0301'.repeat(LONG)],
    ['quotations', '> '.repeat(LONG / 2)],
    ['pipes', '|'.repeat(LONG)],
    ['footnotes', 'a\\[1\\]'.repeat(LONG / 6)],
  ])('%s are read to the end, as source and as answer', async (_, text) => {
    const sources = [openSource(text)];
    const answer = `[a](#) [aaa aaa aab](#) [aaa aaa aaa … aaa aaa aab](#)\n\n${text}`;
    expect((await checkQuotes(answer, sources, { form: 'links' })).length).toBeGreaterThanOrEqual(3);
  });
});
