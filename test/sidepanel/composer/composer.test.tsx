/** The composer's menu, what `/` and `@` offer, and the choice of a model. */
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { acted } from '../kit/acted.ts';
import { estimated, frames, listedRun, OPENING, RUN, say, TAB } from '../kit/script.ts';
import { alert, button, choose, find, key, open, page, press, type } from '../kit/stand.tsx';

const box = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;
const options = (): readonly string[] =>
  [...page().querySelectorAll('.suggestions [role=option]')].map(({ textContent }) => textContent);
const chosen = (): string => find('.suggestions [aria-selected=true]')?.textContent ?? '';
const pressed = (name: string): Promise<void> => key(box(), { key: name });
const TABS = {
  tabs: [
    { tabId: 11, title: 'Moon tables', url: 'https://a.example/' },
    { tabId: 12, title: 'Harbour', url: 'https://b.example/' },
  ],
  hidden: 0,
};

describe('suggestions', () => {
  it('are the commands after a slash, picked with the keyboard alone', async () => {
    const host = await open();
    type(box(), '/');
    expect(options().slice(0, 2)).toEqual(['Summarise this page', 'Short summary']);
    expect(options().indexOf('Translate…')).toBeLessThan(options().indexOf('Add tabs…'));
    expect(box()?.getAttribute('aria-activedescendant')).toBe(find('.suggestions [aria-selected=true]')?.id);
    const first = chosen();
    await pressed('ArrowUp');
    await pressed('ArrowDown');
    expect(chosen()).toBe(first);
    type(box(), '/summ');
    const said = () => [...page().querySelectorAll('.composer [role=status]')].map(({ textContent }) => textContent);
    expect(said()).toEqual([`${String(options().length)} suggestions. Choose with the arrow keys.`]);
    expect(options().slice(0, 2)).toEqual(['Summarise this page', 'Short summary']);
    await pressed('Enter');
    expect(box()?.value).toBe('');
    expect(options()).toEqual([]);
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.start' });
  });

  it('are the other tabs after an at sign, which go with the question', async () => {
    const host = await open();
    await acted(() => host.tabs(TABS));
    type(box(), 'Compare it with @moo');
    expect(options()).toEqual(['Moon tables']);
    await key(box(), { key: 'Tab', shiftKey: true }); // leads out of the field
    expect(box()?.value).toBe('Compare it with @moo');
    await pressed('Tab');
    expect(box()?.value).toBe('Compare it with ');
    expect(find('.chips')?.textContent).toBe('Moon tables');
    await pressed('Enter');
    expect(host.requests.find((request) => request.type === 'run.ask')).toMatchObject({ also: [11] });
  });

  it('are also pages of the history after an at sign, asked about where they were read, with the words typed so far', async () => {
    const runs = [
      listedRun({ page: 'Moon phases', url: 'https://c.example/#top' }),
      listedRun({ runId: 'r-2', page: 'Moon phases', url: 'https://c.example/' }),
      listedRun({ runId: 'r-3', page: 'Here', url: TAB.url }),
    ];
    const host = await open(estimated(), undefined, {
      'history.list': () => ({ ok: true, value: { runs } }),
      'history.open': () => ({ ok: true, value: { frames: frames(...OPENING, say.answer('It waxes.')) } }),
    });
    type(box(), 'And when does it @');
    await acted(() => undefined);
    expect(options()).toEqual(['From History: Moon phases']);
    await pressed('Enter');
    expect(find('.page-title')?.textContent).toBe('From history');
    expect([document.activeElement, box()?.value]).toEqual([box(), 'And when does it ']);
    await pressed('Enter');
    expect(host.requests.find((request) => request.type === 'run.follow')).toMatchObject({ runId: RUN });
    expect(box()?.value).toBe('');
  });

  it('name no page of the history while nothing is kept', async () => {
    const runs = [listedRun({ page: 'Moon phases', url: 'https://c.example/' })];
    const host = await open(estimated(), undefined, { 'history.list': () => ({ ok: true, value: { runs } }) });
    await acted(() => void host.setPrivate(true));
    type(box(), '@');
    await acted(() => undefined);
    expect(options()).toEqual([]);
  });

  it.each([
    ['This page can’t be read.', 'page.browser-page'],
    ['Allow access to ask about this page.', 'page.no-access'],
  ])('say “%s” of a summary that cannot be made, by key and by menu', async (why, code) => {
    const host = await open({ ok: false, error: { code, message: 'No.', hint: '' } });
    const said = (): string => find('.ask [role=alert]')?.textContent ?? '';
    type(box(), '/short');
    await pressed('Enter');
    expect([box()?.value, said()]).toEqual(['/short', why]);
    type(box(), '');
    expect(said()).toBe('');
    await choose('Add or start', 'Summarise this page');
    expect(said()).toBe(why);
    await choose('Add or start', 'Translate…');
    expect([said(), find('dialog')]).toEqual([why, null]);
    expect(host.requests.filter((request) => request.type === 'run.start')).toEqual([]);
  });

  it('say in the menu, too, what waits for the run in view, as long as it does', async () => {
    const host = await open(estimated(), OPENING);
    for (const item of ['Summarise this page', 'Translate…', 'Capture visible page', 'Explain selection']) {
      await choose('Add or start', item);
      expect(alert()).toBe('Available when the answer is done.');
      type(box(), item);
      expect(alert()).toBe('');
    }
    await choose('Add or start', 'Summarise this page');
    await acted(() =>
      host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING, say.reply('x'), say.answer('x')) }),
    );
    expect(alert()).toBe('');
  });

  it('take the same keys as the field once the focus is on them, and give it back', async () => {
    const host = await open(estimated(), OPENING);
    type(box(), '/');
    const list = find('.suggestions');
    list?.focus();
    const first = chosen();
    await key(list, { key: 'ArrowDown' });
    expect(chosen()).not.toBe(first);
    expect(list?.getAttribute('aria-activedescendant')).toBe(find('.suggestions [aria-selected=true]')?.id);
    await key(list, { key: 'Escape' });
    expect([options(), document.activeElement, box()?.value]).toEqual([[], box(), '/']);
    expect(host.requests.filter((request) => request.type === 'run.cancel')).toEqual([]);
    type(box(), '/without');
    find('.suggestions')?.focus();
    await key(find('.suggestions'), { key: 'Tab' });
    expect(options()).toEqual(['Ask without the page']); // Tab goes on to the field
    await key(find('.suggestions'), { key: 'Enter' });
    expect([document.activeElement, find('.chips')?.textContent]).toEqual([box(), 'Without the page']);
  });

  it('close on Escape, which then stops the run', async () => {
    const host = await open(estimated(), OPENING);
    type(box(), '/');
    const cancelled = () => host.requests.filter((request) => request.type === 'run.cancel').length;
    await pressed('Escape');
    expect([options().length, cancelled()]).toEqual([0, 0]);
    await pressed('Escape');
    expect(cancelled()).toBe(1);
  });

  it('start no summary over a run that goes on', async () => {
    const host = await open(estimated(), OPENING);
    type(box(), '/summ');
    await pressed('Enter');
    expect(host.requests.filter((request) => request.type === 'run.start')).toEqual([]);
  });

  it('are none for a text that only looks like a command: it is sent', async () => {
    const host = await open();
    type(box(), '/etc/hosts');
    expect(options()).toEqual([]);
    await pressed('Enter');
    expect(host.requests.find((request) => request.type === 'run.ask')).toMatchObject({ goal: '/etc/hosts' });
  });

  it('can be understood without seeing them', async () => {
    await open();
    type(box(), '/');
    const { violations } = await axe.run(page(), { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('the row below the field', () => {
  it('has a region and a file one press away, by name', async () => {
    const host = await open(estimated(), undefined, { 'picture.take': () => ({ ok: true, value: { runId: '' } }) });
    expect([button('Capture area')?.title, button('Upload file')?.title]).toEqual([
      'Capture area',
      'Upload file or picture…',
    ]);
    await press('Capture area');
    expect(host.requests.filter((request) => request.type === 'picture.take')).toMatchObject([{ what: 'region' }]);
    const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
    await press('Upload file');
    expect(click).toHaveBeenCalledOnce();
    click.mockRestore();
  });
});

describe('the model', () => {
  it('is named, and another one is chosen in place', async () => {
    const host = await open();
    expect(button('Model: ')?.textContent).toBe('one');
    await press('Model: ');
    expect(button('one')?.getAttribute('aria-pressed')).toBe('true');
    await press('two');
    expect(host.did).toContain('model b:two');
    await press('Model: ');
    await press('Model settings');
    expect(host.did).toContain('settings');
  });

  it('is said to be the old one still if the choice is not stored', async () => {
    const host = await open();
    vi.spyOn(host, 'chooseModel').mockRejectedValue(new Error('The disk is full.'));
    await choose('Model: ', 'two');
    expect(alert()).toContain('The disk is full.');
  });
});
