/** For how long chats are kept: a shorter time deletes, and is asked about first. */
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { accessibilityFaults, button, choice, choose, open, page, press } from './page.ts';

const KEEP = 'Keep conversations for';
const saved = (did: readonly (readonly unknown[])[]): readonly string[] =>
  did.flatMap(([what, settings]) => (what === 'settings' ? [(settings as Settings).history.keep] : []));

describe('keeping chats for a shorter time', () => {
  it('deletes none before that is agreed to, and says how many go', async () => {
    const { did } = await open({ expired: { week: 3 } });
    await choose(KEEP, 'week');
    expect(page.textContent).toContain('This deletes 3 conversations now, unused for over 1 week.');
    expect(await accessibilityFaults()).toEqual([]);
    expect([saved(did), choice(KEEP).value]).toEqual([[], 'week']);
    await press('Cancel');
    expect([saved(did), choice(KEEP).value]).toEqual([[], 'month']);
    await choose(KEEP, 'week');
    await press('Yes, delete');
    expect([saved(did), button('Yes, delete')]).toEqual([['week'], undefined]);
    expect(page.textContent).toContain('Older conversations are deleted now.');
  });

  it('is saved at once where none would go, as a longer time is', async () => {
    const { did } = await open({ expired: { year: 9 } });
    await choose(KEEP, 'day');
    await choose(KEEP, 'year');
    expect([saved(did), button('Yes, delete')]).toEqual([['day', 'year'], undefined]);
    expect(page.textContent).toContain('Saved.');
    expect(page.textContent).not.toContain('are deleted now');
  });

  it('counts for the time that was chosen last, however late a count comes', async () => {
    let answerLate = (_count: number): void => undefined;
    const late = new Promise<number>((resolve) => (answerLate = resolve));
    const { did } = await open({ expired: { week: late, day: 5 } });
    await choose(KEEP, 'week');
    await choose(KEEP, 'day');
    await acted(() => answerLate(0));
    expect([saved(did), choice(KEEP).value]).toEqual([[], 'day']);
    expect(page.textContent).toContain('This deletes 5 conversations');
    await choose(KEEP, 'month');
    expect([saved(did), button('Yes, delete')]).toEqual([[], undefined]);
  });
});
