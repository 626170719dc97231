import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { ESTIMATE, estimated, models, OPENING, OTHER, RUN, say } from './script.ts';
import { find, open, openReceipt, page } from './stand.tsx';

const WRITTEN = say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' });
const DONE = [...OPENING, say.reply('The answer.'), say.usage(3104, 412), WRITTEN, say.answer('The answer.')];

describe('what a run costs', () => {
  it('names the cost of the estimate with whose prices it is at, and says when no price is known [J6c] [R5.5d]', async () => {
    await open(estimated({ likely: { ...ESTIMATE.likely, cost: 0.000446 }, cost: 0.0009915, asOf: ['2025-09-01'] }));
    expect(page().textContent).toContain(
      '310 out · $0.00045at most 3,410 in · 1 call · $0.0009915 at list prices of 2025-09-01',
    );
    await open(estimated({ cost: 0.5, asOf: [''] }));
    expect(page().textContent).toContain('0.5 at your prices');
    await open(estimated());
    expect(page().textContent).toContain('price not known; enter it in Settings');
    await open(estimated({ likely: { ...ESTIMATE.likely, cost: 0 }, cost: 0 }));
    expect(find('.estimate')?.textContent).toContain('310 out · costs nothingat most 3,410 in · 1 call');
    expect(find('.estimate')?.textContent).not.toContain('price');
    const free = { ...ESTIMATE.ask, metered: false };
    await open(estimated({ metered: false, ask: free, askOfPictures: free }));
    expect(page().textContent).not.toContain('price');
  });

  it('says how many tokens have been written, while they are', async () => {
    const host = await open(estimated(), OPENING);
    const draft = (from: number, text: string, tokens?: number) =>
      act(() => host.emit({ type: 'draft', runId: RUN, key: 'answer', from, text, ...(tokens && { tokens }) }));
    draft(0, 'Tides ');
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
    expect(await shown(0.5)).toEqual([true, expect.stringContaining('50 % of this run’s token budget is used')]);
    expect(await shown(0.51)).toEqual([false, undefined]);
    expect(page().textContent).toContain('3,516 of a budget of 7,032 (50 %)');
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
    expect(await shown(own)).toContain('2.15 at your prices and list prices of 2025-09-01');
    expect(page().querySelector('[data-total=model]')).not.toBeNull();
    expect(await shown(null)).toContain('at least $0.15 at list prices of 2025-09-01; not every price is known');
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
    expect(page().textContent).toContain('1,000 of a budget of 200,000 (0 %) · 5,000 that cost nothing');
  });

  it('costs cached input at its own price, and says when no price is known [R5.5d]', async () => {
    const [, ...rest] = DONE;
    const usage = { ...say.usage(1_000_000, 100_000), cached: 600_000 };
    const spent = rest.map((frame) => (frame.kind === 'usage' ? usage : frame));
    const prices = { input: 2, cached: 0.5, output: 8, asOf: '2025-09-01' };
    await open(estimated(), [say.invoked({ models: models({ prices }) }), ...spent]);
    await openReceipt();
    expect(page().textContent).toContain('$1.9 at list prices of 2025-09-01');
    expect(page().textContent).toContain('600,000 in from the cache');
    await open(estimated(), [say.invoked(), ...spent]);
    await openReceipt();
    expect(page().textContent).toContain('price not known; enter it in Settings');
  });
});
