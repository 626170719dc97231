import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { acted } from '../kit/acted.ts';
import { drag, file } from '../kit/drag-files.ts';
import { ESTIMATE, estimated, models, OPENING, OTHER, RUN, say, TAB } from '../kit/script.ts';
import { alert, button, find, open, openReceipt, page, type } from '../kit/stand.tsx';

type Host = Awaited<ReturnType<typeof open>>;
const sent = (host: Host, name: string) => host.requests.filter((request) => request.type === name);
const box = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;

const WRITTEN = say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' });
const DONE = [...OPENING, say.reply('The answer.'), say.usage(3104, 412), WRITTEN, say.answer('The answer.')];

describe('what a run costs', () => {
  it('names the cost of the estimate with whose prices it is at, and says when no price is known [J6c] [R5.5d]', async () => {
    await open(estimated({ likely: { ...ESTIMATE.likely, cost: 0.000446 }, cost: 0.0009915, asOf: ['2025-09-01'] }));
    expect(page().textContent).toContain(
      '310 out · $0.00045at most 3,410 tokens in · 1 call · $0.0009915 at list prices of 2025-09-01',
    );
    await open(estimated({ cost: 0.5, asOf: [''] }));
    expect(page().textContent).toContain('$0.5 at your prices');
    await open(estimated());
    expect(page().textContent).toContain('no price set');
    await open(estimated({ likely: { ...ESTIMATE.likely, cost: 0 }, cost: 0 }));
    expect(find('.estimate')?.textContent).toContain('310 out · freeat most 3,410 tokens in · 1 call');
    expect(find('.estimate')?.textContent).not.toContain('price');
    const free = { ...ESTIMATE.ask, metered: false };
    await open(estimated({ metered: false, ask: free, askOfPictures: free }));
    expect(page().textContent).not.toContain('price');
  });

  it('says how many tokens have been written, while they are', async () => {
    const host = await open(estimated(), [...OPENING, say.decide('before', 1), say.usage(7, 1, 'before')]);
    const draft = (from: number, text: string, tokens?: number) =>
      act(() => host.emit({ type: 'draft', runId: RUN, key: 'answer', from, text, ...(tokens && { tokens }) }));
    draft(0, 'Tides ');
    await openReceipt();
    expect(page().textContent).toMatch(/up to [\d,]+ in · [\d,]+ out/);
    draft(6, 'rise.', 57);
    expect(page().textContent).toMatch(/up to [\d,]+ in · 57 of [\d,]+ out/);
    draft(0, '');
    expect(page().textContent).not.toContain('57 of');
  });

  it('turns the meter and says so once the person’s threshold is reached, and not a token before [J6d] [R5.5c]', async () => {
    const [, ...rest] = DONE;
    const limits = { maxSteps: 5, maxRetries: 3, wallClockMs: 600_000, tokenBudget: 7032, maxCost: null };
    const shown = async (warnAt: number) => {
      await open(estimated(), [say.invoked({ limits: { ...limits, warnAt } }), ...rest]);
      await openReceipt();
      const meter = page().querySelector('meter');
      return [(meter?.value ?? 0) > (meter?.high ?? 0), page().querySelector('.warn')?.textContent];
    };
    expect(await shown(0.5)).toEqual([true, expect.stringContaining('50% of your token limit is used')]);
    expect(await shown(0.51)).toEqual([false, undefined]);
    expect(page().textContent).toContain('3,516 of your limit of 7,032 (50%)');
    expect(page().querySelector('.receipt [role=status], .warn[role=status]')).toBeNull();
  });

  it('names all whose prices it is at, and says so where not all are known', async () => {
    const own = { input: 2, cached: 2, output: 8, asOf: '' };
    const shown = async (prices: typeof own | null) => {
      await open(estimated(), [
        say.invoked({ models: models({ prices }, { fast: OTHER }) }),
        ...OPENING.slice(1),
        say.reply('A note.'),
        say.usage(1_000_000, 0),
        say.usage(1_000_000, 0, 'part', 'provider', { model: OTHER.id }),
      ]);
      await openReceipt();
      return page().textContent;
    };
    expect(await shown(own)).toContain('$2.15 at your prices and list prices of 2025-09-01');
    expect(page().querySelector('[data-total=model]')).not.toBeNull();
    expect(await shown(null)).toContain('at least $0.15 at list prices of 2025-09-01 (some prices aren’t set)');
    expect(page().querySelector('.receipt-rows')?.textContent).not.toContain('cost');
  });

  it('holds to the budget only what somebody is paid for', async () => {
    await open(estimated(), [
      say.invoked({ models: models({}, { fast: { ...OTHER, metered: false } }) }),
      ...OPENING.slice(1),
      say.reply('A note.'),
      say.usage(1000, 0),
      say.usage(5000, 0, 'part', 'provider', { model: OTHER.id }),
    ]);
    await openReceipt();
    expect(page().querySelector('meter')?.value).toBe(1000);
    expect(page().textContent).toContain('1,000 of your limit of 200,000 (0%) · 5,000 free');
  });

  it('costs cached input at its own price, and says when no price is known [R5.5d]', async () => {
    const [, ...rest] = DONE;
    const usage = { ...say.usage(1_000_000, 100_000), cached: 600_000 };
    const spent = rest.map((frame) => (frame.kind === 'usage' ? usage : frame));
    const prices = { input: 2, cached: 0.5, output: 8, asOf: '2025-09-01' };
    await open(estimated(), [say.invoked({ models: models({ prices }) }), ...spent]);
    await openReceipt();
    expect(page().textContent).toContain('$1.9 at list prices of 2025-09-01');
    expect(page().textContent).toContain('600,000 cached');
    await open(estimated(), [say.invoked(), ...spent]);
    await openReceipt();
    expect(page().textContent).toContain('no price set');
  });
});

describe('the price of a question about a file', () => {
  it('of a file is not said where it cannot be read: the summary says why', async () => {
    await open(estimated(), undefined, {
      'file.estimate': () => ({ ok: false, error: { code: 'file.broken', message: 'Damaged.', hint: '' } }),
    });
    await drag('drop', [file('tea.pdf')]);
    expect(button('Summarise tea.pdf')).toBeDefined();
    expect(alert()).toBe('');
  });

  it('is said with the question before it is asked, without the page that is not read', async () => {
    const host = await open(estimated(), undefined, {
      'question.estimate': () => ({
        ok: true,
        value: {
          estimate: { ...ESTIMATE.ask, cost: 0.004, asOf: [''], likely: { ...ESTIMATE.ask.likely, cost: 0.003 } },
        },
      }),
    });
    await drag('drop', [file('tea.md')]);
    expect(find('.composer .cost')?.textContent).toContain('≈ 0.3 ¢');
    expect(sent(host, 'question.estimate')).toMatchObject([
      { job: 'ask', runId: '', page: 0, files: [{ name: 'tea.md' }], pictures: 0 },
    ]);
  });

  it('is found anew when the settings change, and another question is not shown its price', async () => {
    let cost = 0.003;
    const replies: (() => void)[] = [];
    const host = await open(estimated(), undefined, {
      'question.estimate': () =>
        new Promise((resolve) => {
          const priced = { ...ESTIMATE.ask, cost, asOf: [''], likely: { ...ESTIMATE.ask.likely, cost } };
          replies.push(() => resolve({ ok: true, value: { estimate: priced } }));
        }),
    });
    const shown = () => find('.composer .cost')?.textContent ?? '';
    await drag('drop', [file('tea.md')]);
    await acted(() => replies[0]?.());
    expect(shown()).toContain('≈ 0.3 ¢');
    cost = 0.007;
    await acted(() => host.changeSettings());
    expect(shown()).not.toContain('≈ 0.3 ¢');
    await acted(() => replies[1]?.());
    expect(shown()).toContain('≈ 0.7 ¢');
    await drag('drop', [file('milk.md')]);
    expect(shown()).not.toContain('≈ 0.7 ¢');
    await acted(() => replies[2]?.());
    expect(shown()).toContain('≈ 0.7 ¢');
    type(box(), 'x'.repeat(150));
    expect(shown()).toContain('≈ 0.7 ¢'); // the same question, longer
  });

  it('covers a selection', async () => {
    const host = await open();
    const about = {
      tabId: TAB.tabId,
      hash: 'c'.repeat(64),
      preview: 'tide',
      url: '',
      title: '',
      isSearch: false,
      at: 1,
    };
    await acted(() => host.point(TAB.tabId, about));
    expect(sent(host, 'question.estimate')).toMatchObject([{ selection: about.hash, files: [] }]);
  });
});
