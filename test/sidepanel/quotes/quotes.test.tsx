import axe from 'axe-core';
import fc from 'fast-check';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { QuotePlace, ShowQuote, ShowQuoteResult } from '../../../src/chrome/page/show-quote.ts';
import type { Citation } from '../../../src/lib/agent/frames/frames.ts';
import { missing, PLACE, quoted } from '../../kit/runs/citations.ts';
import { acted } from '../kit/acted.ts';
import { estimated, OPENING, RUN, say } from '../kit/script.ts';
import { article, button, find, open, page, press } from '../kit/stand.tsx';
import { t } from '../../../src/sidepanel/strings/strings.ts';
import { toQuotePlace } from '../../../src/sidepanel/quotes/quote-viewer.ts';
import { eventually } from '../../kit/base/eventually.ts';

const TEXT =
  'Tides come often [twice a day](#p1).\n\n- They are high [At noon](#p1).\n- They vanish [never seen](#p2).';
const FOUND = quoted('twice a day');
const CLOSE = quoted('At noon', { verdict: 'close' }, { exact: 'at noon' });
const CITATIONS = [FOUND, CLOSE, missing('never seen', { ref: 'p2' })];

const done = (text = TEXT, citations: readonly Citation[] = CITATIONS) => [
  ...OPENING,
  say.reply(text),
  say.answer(text, '', citations),
];
const show = (showQuote?: ShowQuote, citations: readonly Citation[] = CITATIONS) =>
  open(estimated(), done(TEXT, citations), {}, {}, showQuote);

/** A page that the test answers for, in its time. */
function asked(): {
  readonly places: QuotePlace[];
  readonly signals: (AbortSignal | undefined)[];
  readonly answer: (shown: ShowQuoteResult) => Promise<void>;
  readonly showQuote: ShowQuote;
} {
  const places: QuotePlace[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const answers: ((shown: ShowQuoteResult) => void)[] = [];
  return {
    places,
    signals,
    answer: (shown) => acted(() => answers.shift()?.(shown)),
    showQuote: (place, signal) => {
      places.push(place);
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
}

const said = (): string => find('.shown')?.textContent ?? '';
const chip = (n: number): HTMLButtonElement | null => page().querySelector(`article button[data-number="${n}"]`);
const entries = (): HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.quotes .entry')];
const click = (target: HTMLElement | null | undefined): Promise<void> => acted(() => target?.click());

describe('the quotes of an answer', () => {
  it('are numbers in it once it is whole, and not before', async () => {
    const host = await open(estimated(), OPENING);
    act(() => host.emit({ type: 'draft', runId: RUN, key: 'answer', from: 0, text: `${TEXT} And [so` }));
    expect(article()?.querySelectorAll('button, [data-mark]')).toHaveLength(0);
    expect(article()?.querySelectorAll('.uncited')).toHaveLength(3);
    expect(article()?.textContent).not.toContain('[so');
    expect(find('.quotes')).toBeNull();
    await show();
    expect([chip(1), chip(2), chip(3)].map((c) => c !== null)).toEqual([true, true, false]);
    expect(article()?.textContent).not.toMatch(/\d/);
  });

  it('carry “check this” in words where the claim says otherwise, with both words in their entry [R11.3]', async () => {
    const doubted = quoted('twice a day', {
      mismatches: [
        { claim: 'three', source: 'two' },
        { claim: 'May', source: '' },
      ],
    });
    await show(undefined, [doubted, CLOSE, missing('never seen', { ref: 'p2' })]);
    expect(chip(1)?.dataset['doubt']).toBe('check this');
    expect(chip(1)?.getAttribute('aria-label')).toContain('the answer says “three”, the source says “two”');
    expect(chip(2)?.dataset['doubt']).toBeUndefined();
    const told = [...page().querySelectorAll('.mismatch')].map(({ textContent }) => textContent);
    expect(told).toEqual([
      'check this The answer says three, the source says two',
      'check this The answer says May, the source doesn’t.',
    ]);
    expect(entries()[1]?.querySelector('.mismatch')).toBeNull();
    expect(find('.quotes summary')?.textContent).toBe('1 quote checked · 1 to check · 1 not found');
    expect(article()?.textContent).not.toContain('check this');
    expect((await axe.run(page())).violations.map(({ id }) => id)).toEqual([]);
  });

  it('are listed below with the page’s own words, how near they are, and where they stand', async () => {
    await show();
    expect(entries().map((entry) => entry.querySelector('q')?.textContent)).toEqual(['twice a day', 'at noon']);
    expect(entries()[0]?.textContent).toContain('word for word');
    expect(entries()[1]?.textContent).toContain('near match (case or punctuation)');
    expect(entries()[0]?.querySelector('.verdict svg path')?.outerHTML).not.toBe(
      entries()[1]?.querySelector('.verdict svg path')?.outerHTML,
    );
    expect(entries()[0]?.textContent).toContain('Tides › Why twice');
    expect(entries()[0]?.textContent).not.toContain('How tides work');
    expect(find('.quotes')?.textContent).toContain('1 claim couldn’t be verified and has no source.');
    expect(find('.quotes')?.textContent).not.toContain('never seen');
  });

  it('[R11.2] that are shortened show what they leave out, and are to be checked', async () => {
    const exact = 'The price does not include set-up';
    const shortened = quoted(
      'The price … include set-up',
      { verdict: 'shortened' },
      {
        exact,
        leftOut: [{ start: 9, end: 19 }],
      },
    );
    await show(undefined, [FOUND, shortened]);
    const [, entry] = entries();
    expect(entry?.querySelector('mark')?.textContent).toBe(' omitted:  does not ');
    expect(
      entry
        ?.querySelector('q')
        ?.textContent.replace(/ *omitted: */, ' ')
        .replace(/ +/g, ' '),
    ).toBe(exact);
    expect(entry?.textContent).toContain('shortened (check the omitted words)');
    const { violations } = await act(() =>
      axe.run({ include: ['.cited'] }, { rules: { 'color-contrast': { enabled: false } } }),
    );
    expect(violations).toEqual([]);
  });

  it('say which page they are from where there is more than one', async () => {
    await show(undefined, [FOUND, quoted('At noon', {}, { url: 'https://example.org/other', title: 'Other' })]);
    expect(find('.quotes summary')?.textContent).toBe('2 quotes checked');
    expect(find('.quotes details > .fine')?.textContent).toBe('Quoted from the pages');
    expect(entries()[1]?.textContent).toContain('Other › Tides');
  });

  it('are folded away where they are many', async () => {
    const many = Array.from({ length: 6 }, (_, i) => quoted(`quote ${i}`));
    await show(undefined, many.slice(1));
    expect(find('.quotes details')?.hasAttribute('open')).toBe(true);
    await open(estimated(), done('x', many));
    expect(find('.quotes details')?.hasAttribute('open')).toBe(false);
  });

  it('that are missing from an answer are said to be none, once it is whole', async () => {
    const host = await open(estimated(), OPENING);
    act(() => host.emit({ type: 'draft', runId: RUN, key: 'answer', from: 0, text: 'Tides.' }));
    expect(find('.proof')).toBeNull();
    await open(estimated(), done('Tides.', []));
    expect(find('.quotes')).toBeNull();
    expect(find('.cited > article ~ .proof')?.textContent).toBe('No quotes to check');
    const stopped = [...OPENING, say.reply('Tid', 'answer', 'aborted'), say.control({ control: 'cancel' })];
    await open(estimated(), stopped);
    expect(find('.proof')).toBeNull();
  });

  it('are counted in words for every mix of verdicts, each once', () => {
    expect(t.quotes.proof(6, 0, 0)).toEqual(['6 quotes checked']);
    expect(t.quotes.proof(1, 2, 1)).toEqual(['1 quote checked', '2 to check', '1 not found']);
    expect(t.quotes.proof(0, 1, 2)).toEqual(['', '1 quote to check', '2 not found']);
    expect(t.quotes.proof(0, 0, 1)).toEqual(['', '1 quote not found']);
  });

  it('can be read and pressed without seeing them', async () => {
    await show();
    const parts = { include: ['.cited'] };
    const { violations } = await act(() => axe.run(parts, { rules: { 'color-contrast': { enabled: false } } }));
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    expect(button('Quote 2, near')?.getAttribute('aria-label')).toBe(
      'Quote 2, near match (case or punctuation): “at noon” Show on the page',
    );
  });

  it('are copied as numbers, with the sources below', async () => {
    const host = await show();
    await press('Copy');
    await eventually(() => expect(button('Copied')).toBeDefined());
    expect(host.did.at(-2)).toBe(
      'copy Tides come often [1].\n\n- They are high [2].\n- They vanish (unverified: never seen).\n\n' +
        '[1] “twice a day” — How tides work, https://example.org/tides\n\n[2] “at noon” — How tides work, https://example.org/tides',
    );
  });
});

describe('a press on a quote', () => {
  it('looks for its words on its page, and says in words what came of it', async () => {
    const page = asked();
    await show(page.showQuote);
    await click(chip(2));
    expect(page.places).toEqual([
      { tabId: 7, url: PLACE.url, exact: 'at noon', before: PLACE.before, after: PLACE.after },
    ]);
    expect(chip(2)?.getAttribute('aria-busy')).toBe('true');
    expect(chip(1)?.getAttribute('aria-busy')).toBe('false');
    expect(said()).toBe('Finding it on the page…');
    await page.answer({ how: 'moved', tabId: 7 });
    expect(chip(2)?.getAttribute('aria-busy')).toBe('false');
    expect(said()).toBe('The page has changed. This is the best match.');
    expect(find('.shown')?.getAttribute('aria-live')).toBe('polite');
    await press('Dismiss');
    expect(said()).toBe('');
  });

  it.each([
    ['highlighted', 'Shown on the page.'],
    ['opened', 'Opened the page again.'],
    ['not-found', 'That passage is no longer on the page.'],
  ] as const)('that ends in %s says: %s', async (how, words) => {
    await show(() => Promise.resolve({ how, tabId: 7 }));
    await click(entries()[0]);
    expect(said()).toBe(words);
  });

  it.each([
    ['highlighted', 'Shown on the page.'],
    ['opened', 'Opened the page again.'],
    ['moved', 'That passage is in the page’s data only, which it doesn’t show as text.'],
    ['not-found', 'That passage is in the page’s data only, which it doesn’t show as text.'],
  ] as const)('from the data of a page that ends in %s says: %s', async (how, words) => {
    const fromData = CITATIONS.map((each) =>
      each.place ? { ...each, place: { ...each.place, isFromData: true } } : each,
    );
    await show(() => Promise.resolve({ how, tabId: 7 }), fromData as readonly Citation[]);
    await click(entries()[0]);
    expect(said()).toBe(words);
  });

  it('says no more after a while where the page itself shows it', async () => {
    vi.useFakeTimers();
    await show(() => Promise.resolve({ how: 'highlighted', tabId: 7 }));
    await click(chip(1));
    expect(said()).toBe('Shown on the page.');
    act(() => void vi.advanceTimersByTime(4000));
    expect(said()).toBe('');
  });

  it('offers the cure where the page is out of reach', async () => {
    const error = { code: 'page.no-access', message: 'No access.', hint: 'Click the icon.' };
    const host = await show(() => Promise.resolve({ how: 'no-access', error }));
    await click(chip(1));
    expect(said()).toContain('No access. Click the icon.');
    await press('All sites');
    expect(host.did).toContain('allow');
  });

  it('counts the last one of several, whatever comes of the others and when', async () => {
    const page = asked();
    await show(page.showQuote);
    await click(chip(1));
    await click(chip(2));
    await page.answer({ how: 'not-found', tabId: 7 });
    expect(said()).toBe('Finding it on the page…');
    await page.answer({ how: 'highlighted', tabId: 7 });
    expect(said()).toBe('Shown on the page.');
    expect(page.places).toHaveLength(2);
    expect(page.signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  });

  it('leaves every block of the answer as it stands', async () => {
    const page = asked();
    await show(page.showQuote);
    const touched: MutationRecord[] = [];
    const watch = new MutationObserver((records) => touched.push(...records));
    watch.observe(article() ?? document, { subtree: true, childList: true, characterData: true });
    await click(chip(1));
    await page.answer({ how: 'highlighted', tabId: 7 });
    expect([...touched, ...watch.takeRecords()]).toEqual([]);
    watch.disconnect();
  });
});

describe('where a quote is looked for', () => {
  it('is a page of a PDF where it is one', () => {
    const path = ['Survey', 'Page 12', 'Method'];
    expect(toQuotePlace({ ...PLACE, url: 'https://example.org/a.PDF?x#y', path }).page).toBe(12);
    expect(toQuotePlace({ ...PLACE, url: 'https://arxiv.org/pdf/2401.01234', path, isPdf: true }).page).toBe(12);
    expect(toQuotePlace({ ...PLACE, path })).not.toHaveProperty('page');
    expect(toQuotePlace({ ...PLACE, url: 'https://example.org/a.pdf' })).not.toHaveProperty('page');
  });

  it('never has a page that no heading names', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), (path) => {
        const { page = null } = toQuotePlace({ ...PLACE, url: 'https://example.org/a.pdf', path });
        if (page !== null) expect(path).toContain(`Page ${page}`);
      }),
    );
  });
});
