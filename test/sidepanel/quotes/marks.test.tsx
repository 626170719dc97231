import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../src/lib/agent/frames/frames.ts';
import { QuoteViewerContext } from '../../../src/sidepanel/quotes/quote-viewer.ts';
import { anyCitation, missing, quoted, refs } from '../../kit/runs/citations.ts';
import { markdownTexts } from '../markdown/markdown-arbitraries.ts';
import { trimOpenMark } from '../../../src/sidepanel/quotes/answer-text.tsx';
import { Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';

const idle = {
  showing: null,
  show: () => undefined,
  close: () => undefined,
  sheet: null,
  findPicture: () => null,
  findWebSource: () => null,
};

function dom(text: string, citations: readonly Citation[] | null): DocumentFragment {
  const html = renderToStaticMarkup(
    <QuoteViewerContext value={idle}>
      <Markdown text={text} citations={citations} />
    </QuoteViewerContext>,
  );
  return document.createRange().createContextualFragment(html);
}

const chips = (page: DocumentFragment): string[] =>
  [...page.querySelectorAll<HTMLElement>('.quote-mark')].map((chip) => chip.dataset['number'] ?? '');
const doubts = (page: DocumentFragment): string[] =>
  [...page.querySelectorAll<HTMLElement>('[data-mark=unverified]')].map((mark) => mark.textContent);

describe('a mark in a finished answer', () => {
  const CLAIM = 'The gates close more often [31 times instead of 19](#p1).';

  it('is a number behind its claim, and no word of it', () => {
    const page = dom(CLAIM, [quoted('31 times instead of 19')]);
    expect(page.textContent).toBe('The gates close more often.');
    expect(chips(page)).toEqual(['1']);
    expect(page.querySelector('button')?.getAttribute('aria-label')).toBe(
      'Quote 1, word for word: “31 times instead of 19” Show on the page',
    );
    expect(page.querySelector('button')?.title).toBe('“31 times instead of 19”\nTides › Why twice');
  });

  it('shows its words where they are the claim, or where its sentence introduces them', () => {
    const found = [quoted('31 times')];
    const claim = dom('- [31 times](#p1), not 19.', found);
    expect(claim.querySelector('q')?.textContent).toBe('31 times');
    expect(claim.textContent).toBe('31 times, not 19.');
    expect(dom('The page says: [31 times](#p1).', found).textContent).toBe('The page says: 31 times.');
    const own = dom('The page says “[31 times](#p1)”.', found);
    expect(own.textContent).toBe('The page says “31 times”.');
    expect(dom('**[31 times](#p1)** is more.', found).textContent).toBe('31 times is more.');
    expect(dom('**Often** [31 times](#p1).', found).textContent).toBe('Often.');
  });

  it('says that its words were not found, and offers no way to them', () => {
    for (const citations of [[missing('31 times instead of 19')], []]) {
      const page = dom(CLAIM, citations);
      expect(page.textContent).toBe('The gates close more often 31 times instead of 19.');
      expect(doubts(page)).toEqual(['31 times instead of 19']);
      expect(page.querySelector('[data-mark]')?.getAttribute('title')).toBe('This quote wasn’t found in the sources.');
      expect(page.querySelector('button, a, q')).toBeNull();
    }
  });

  it('cites only what has exactly its words and its id', () => {
    for (const other of [quoted('31 times instead of 1'), quoted('31 times instead of 19', { ref: 'p2' })])
      expect(chips(dom(CLAIM, [other]))).toEqual([]);
    const twice = `${CLAIM} ${CLAIM}`;
    expect(chips(dom(twice, [quoted('31 times instead of 19')]))).toEqual(['1']);
    expect(doubts(dom(twice, [quoted('31 times instead of 19')]))).toHaveLength(1);
  });

  it('is known by its words, whether they were noted with their markup or without, over lines and with an empty id', () => {
    for (const quote of ['31 *times*  instead', '31 times instead'])
      expect(chips(dom('Often [31 *times*\ninstead](#).', [quoted(quote, { ref: '' })]))).toEqual(['1']);
  });

  it('keeps its number where the page’s title stood above the answer, and where marks were passed over', () => {
    const citations = [quoted('in code'), quoted('first'), missing('second'), quoted('third'), quoted('first')];
    const page = dom('`[in code](#p1)` A [first](#p1). B [second](#p1). C [third](#p1). D [first](#p1).', citations);
    expect(chips(page)).toEqual(['2', '3', '2']);
    expect(doubts(page)).toEqual(['second']);
  });

  it('tells words that differ in case or punctuation from those that do not', () => {
    const page = dom(CLAIM, [quoted('31 times instead of 19', { verdict: 'close' })]);
    expect(page.querySelector('button')?.dataset['verdict']).toBe('close');
    expect(page.querySelector('button')?.getAttribute('aria-label')).toContain('near match (case or punctuation)');
  });

  it('stands in tables, headings and quotations too', () => {
    const page = dom(
      '# A [x](#p1)\n\n> B [y](#p1)\n\n| C [z](#p1) |\n|---|\n| D [w](#p1) |',
      ['x', 'y', 'z', 'w'].map((q) => quoted(q)),
    );
    expect(chips(page)).toEqual(['1', '2', '3', '4']);
    expect(page.textContent).toBe('ABCD');
  });

  it('leaves addresses inside a page that are no ids what they were', () => {
    const page = dom('See [this](#a_heading) and [that](https://example.org/#p1).', []);
    expect(doubts(page)).toEqual([]);
    expect(page.textContent).toBe('See this and that https://example.org/#p1.');
  });
});

describe('sentences that are quotes themselves', () => {
  const words = { form: 'words', ref: '' } as const;

  it('have their number at the end of their block', () => {
    const page = dom('- Tides rise\n  twice a day. Mostly.\n- They are 3 \\* 2 m high.', [
      quoted('Tides rise twice a day.', words),
      quoted('They are 3 \\* 2 m high.', words),
    ]);
    expect(
      [...page.querySelectorAll('li')].map((item) =>
        item.querySelector('p > :last-child > button')?.getAttribute('data-number'),
      ),
    ).toEqual(['1', '2']);
    expect(page.textContent).toBe('Tides rise\ntwice a day. Mostly.They are 3 * 2 m high.');
  });

  it('are doubted there where they were not found', () => {
    const page = dom('Tides rise.', [missing('Tides rise.', words)]);
    expect(chips(page)).toEqual([]);
    expect(page.querySelectorAll('[data-mark=unverified]')).toHaveLength(1);
    expect(page.textContent).toBe('Tides rise.');
  });

  it('have no number where no block says them', () => {
    expect(chips(dom('Tides rise.', [quoted('Tides fall.', words)]))).toEqual([]);
  });
});

describe('a mark in an answer on its way', () => {
  it('is a point without meaning, which nobody can press', () => {
    const page = dom('Often [31 times](#p1).', null);
    expect(page.textContent).toBe('Often.');
    expect(page.querySelector('.uncited')?.getAttribute('aria-hidden')).toBe('true');
    expect(page.querySelector('button, a, [data-mark]')).toBeNull();
  });

  it('is not shown before it is whole', () => {
    for (const begun of ['[', '[31 ti', '[31 times]', '[31 times](', '[31 times](#p', '[31 times](#'])
      expect(trimOpenMark(`Often ${begun}`)).toBe('Often ');
    for (const text of ['Often [31 times](#p1)', '[x](https://e', `[${'long '.repeat(100)}`, 'a] b', '[a\nb', ''])
      expect(trimOpenMark(text)).toBe(text);
    fc.assert(
      fc.property(markdownTexts, (text) => {
        expect(text.startsWith(trimOpenMark(text))).toBe(true);
      }),
    );
  });
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

interface Part {
  readonly says: string;
  readonly mark: null | { readonly ref: string; readonly verdict: Citation['verdict']; readonly checked: boolean };
}

const mark = fc.record({
  ref: refs,
  verdict: fc.constantFrom('verbatim', 'close', 'shortened', 'missing'),
  checked: fc.boolean(),
});
const part: fc.Arbitrary<Part> = fc.record({ says: phrase, mark: fc.option(mark) });
/** Blocks of an answer; each mark's words occur once. */
const answers = fc
  .array(fc.array(part, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .map((blocks) => {
    let n = 0;
    return blocks.map((parts) => parts.map((p) => (p.mark === null ? p : { ...p, says: `${p.says} ${++n}` })));
  });

const isFound = (p: Part): boolean => p.mark !== null && p.mark.checked && p.mark.verdict !== 'missing';
const written = ({ says, mark: m }: Part): string => (m === null ? says : `[${says}](#${m.ref})`);
const citationsOf = (blocks: readonly (readonly Part[])[]): readonly Citation[] =>
  blocks.flat().flatMap(({ says, mark: m }) => {
    if (!m?.checked) return [];
    return [m.verdict === 'missing' ? missing(says, { ref: m.ref }) : quoted(says, { ref: m.ref, verdict: m.verdict })];
  });

describe('any answer with any citations', () => {
  it('shows each quote that was found as one number, doubts all others, and says the answer’s words, no other', () => {
    fc.assert(
      fc.property(answers, (blocks) => {
        const text = blocks.map((parts) => `- ${parts.map(written).join(' ')}`).join('\n');
        const page = dom(text, citationsOf(blocks));
        expect(chips(page)).toHaveLength(blocks.flat().filter(isFound).length);
        expect(doubts(page)).toEqual(
          blocks
            .flat()
            .filter((p) => p.mark !== null && !isFound(p))
            .map(({ says }) => says),
        );
        const read = blocks.map((parts) =>
          parts
            .filter((p, i) => i === 0 || !isFound(p))
            .map(({ says }) => says)
            .join(' '),
        );
        expect([...page.querySelectorAll('li')].map((item) => item.textContent)).toEqual(read);
      }),
      { numRuns: 100 },
    );
  });

  const vocabulary = fc.constantFrom('a', 'b c', '**b** c', '`d`', '31', 'e\\*');
  const texts = fc
    .array(
      fc.oneof(
        markdownTexts,
        fc.tuple(vocabulary, refs).map(([w, ref]) => ` [${w}](#${ref}) `),
        fc.constantFrom(
          '[<img src=x onerror=alert(1)>](#p1)',
          '![31](#p1)',
          '[31](#p1 "t")',
          '[[31](#p1)](https://x.y)',
          '[x](#javascript:a)',
        ),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''));

  it('has no button for what is missing or unsettled, none too many, and no link into a page', () => {
    fc.assert(
      fc.property(texts, fc.array(anyCitation(vocabulary), { maxLength: 6 }), (text, citations) => {
        expect(dom(text, null).querySelector('.quote-mark')).toBeNull();
        const lost = citations.map((citation): Citation => ({ ...citation, verdict: 'missing', place: null }));
        expect(dom(text, lost).querySelector('.quote-mark')).toBeNull();
        const page = dom(text, citations);
        expect(chips(page).length).toBeLessThanOrEqual(citations.filter(({ place }) => place !== null).length);
        for (const link of page.querySelectorAll('[href]')) expect(link.getAttribute('href')).toMatch(/^https?:/);
        for (const element of page.querySelectorAll('*')) {
          expect(['SCRIPT', 'IMG', 'STYLE', 'IFRAME']).not.toContain(element.tagName);
          for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^src/);
        }
      }),
      { numRuns: 75 },
    );
  });
});
