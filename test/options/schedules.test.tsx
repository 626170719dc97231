/** The form of a schedule: what it asks for, what it refuses, and what it saves. */
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../kit/agents/played-agents.ts';
import { schedule } from '../lib/schedules/world.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { entry } from '../sidepanel/kit/agent-frames.ts';
import type { World } from './host.ts';
import { accessibilityFaults, alert, button, control, field, goTo, open, page, press, type } from './page.ts';

const KEPT = { on: true, next: 1, claim: null, months: [], outcomes: [], seenAt: 1, removedAt: 0 };
const form = (): HTMLFormElement | null => page.querySelector('section[aria-labelledby=schedule-list] form');
const submit = (): Promise<void> =>
  acted(() => form()?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));

async function openForm(world: World = {}) {
  const { did } = await open(world);
  await goTo('schedules');
  await press('Add a schedule');
  return did;
}

const ask = (words: string): Promise<void> =>
  acted(() => {
    const area = control('Question');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, words);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('the form of a schedule', () => {
  it('refuses what is not complete, says what is missing, and asks for no permission', async () => {
    const did = await openForm();
    await submit();
    expect(form()?.textContent).toContain('Write what to ask.');
    await ask('What is new?');
    await type('Address of the page', 'http://localhost/');
    await submit();
    expect(form()?.textContent).toContain('Enter an address of the public web');
    expect(did).toEqual([]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('saves a question by the clock, after the site was asked for', async () => {
    const did = await openForm();
    await ask(' What is new? ');
    await type('Address of the page', 'https://news.example.org/');
    await type('Time', '08:15');
    await press('Mon');
    await submit();
    const [asked, saved] = did;
    expect(asked).toEqual(['ask for site', 'https://news.example.org/']);
    expect(saved?.[1]).toMatchObject({
      ...{ name: 'news.example.org', job: 'ask', goal: 'What is new?', address: 'https://news.example.org/' },
      when: { kind: 'days', time: '08:15', days: [2, 3, 4, 5], date: '' },
    });
    expect(form()).toBeNull();
  });

  it('of the reading list asks for no address and time, and for the list in one question', async () => {
    const did = await openForm();
    await press('Summary');
    await press('When the reading list grows');
    for (const label of ['Address of the page', 'Time', 'Hours']) expect(control(label)).toBeUndefined();
    expect(form()?.textContent).toContain('up to five');
    expect(await accessibilityFaults()).toEqual([]);
    await submit();
    expect(did[0]).toEqual(['ask for the reading list']);
    expect(did[1]?.[1]).toMatchObject({
      name: 'Reading list',
      address: '',
      when: { kind: 'list', time: '', days: [] },
    });
  });

  it.each([
    ['the reading list', 'When the reading list grows', 'Permission wasn’t granted for the reading list'],
    ['the site', 'On days', 'news.example.org'],
  ])('is not saved without the permission for %s, says so, and keeps what was entered', async (_, kind, words) => {
    const did = await openForm({ granted: false });
    await press('Summary');
    await type('Address of the page', 'https://news.example.org/');
    await press(kind);
    await type('Name', 'Mine');
    await submit();
    expect(alert()).toContain(words);
    expect(did.map(([what]) => what)).not.toContain('save schedule');
    expect(field('Name').value).toBe('Mine');
  });

  it('says why the worker does not take it, and what to do', async () => {
    const refusal = { code: 'schedule.gone', message: 'It is not there any more.', hint: 'Look at the list again.' };
    await openForm({ refusal });
    await ask('What is new?');
    await type('Address of the page', 'https://news.example.org/');
    await type('Time', '08:15');
    await submit();
    expect(alert()).toBe('Not saved: It is not there any more. Look at the list again.');
  });

  it.each([
    ['off', 'Watcher (off)'],
    ['gone', 'gone (not found)'],
  ])('keeps the agent of a schedule that is %s, and says so', async (agent, shown) => {
    const kept = { ...KEPT, schedule: schedule({ name: 'Watch', job: 'agent', agent }) };
    const agents = [
      entry(manifestOf(), { id: 'on', name: 'Reader' }),
      entry(manifestOf(), { id: 'off', name: 'Watcher', enabled: false }),
    ];
    const { did } = await open({ schedules: [kept], agents });
    await goTo('schedules');
    await press('Edit Watch');
    const choice = page.querySelector<HTMLSelectElement>('select[name=agent]');
    expect([...(choice?.options ?? [])].map(({ text }) => text).toSorted()).toEqual([shown, 'Reader'].toSorted());
    expect(choice?.selectedOptions[0]?.text).toBe(shown);
    await submit();
    expect(did.at(-1)?.[1]).toMatchObject({ agent });
  });

  it('shows one that is there as it is, and keeps its id', async () => {
    const list = schedule({ id: 'l', name: 'Later', address: '' }, { kind: 'list', time: '', days: [] });
    const { did } = await open({ schedules: [{ ...KEPT, schedule: list }] });
    await goTo('schedules');
    expect(page.textContent).toContain('Question · when the reading list grows');
    await press('Edit Later');
    expect(button('When the reading list grows')?.getAttribute('aria-pressed')).toBe('true');
    await submit();
    expect(did[1]?.[1]).toMatchObject({ id: 'l', name: 'Later', when: { kind: 'list' } });
  });
});
