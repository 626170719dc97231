/** What a question takes with it, the selection and other tabs, and what is done with a selection from here. */
import { describe, expect, it } from 'vitest';
import type { About, OpenTab } from '../../../src/chrome/panel/panel-host.ts';
import { MAX_EXTRA_TABS } from '../../../src/lib/protocol/requests/bounds.ts';
import { acted } from '../kit/acted.ts';
import { ESTIMATE, type Answers, estimated, OPENING, say, TAB } from '../kit/script.ts';
import { add, alert, button, find, key, open, page, press, sendButton, type } from '../kit/stand.tsx';

const HASH = 'c'.repeat(64);
const ABOUT: About = {
  tabId: TAB.tabId,
  hash: HASH,
  preview: 'the lunar\u202E pull',
  url: TAB.url,
  title: '',
  isSearch: false,
  at: 1,
};
/** In the composer's menu: the start has one, too. */
const translateItem = () =>
  [...page().querySelectorAll<HTMLButtonElement>('.composer .menu button')].find(
    ({ textContent }) => textContent === 'Translate…',
  );
const OWN = { id: 'own', title: 'As a\u202E limerick', prompt: 'Put this as a limerick.' };
const box = (): HTMLTextAreaElement | null => find('textarea[aria-label="Ask about this page"]') as HTMLTextAreaElement;
const sent = (host: Awaited<ReturnType<typeof open>>, name: string) => host.requests.filter((r) => r.type === name);
const chips = (): readonly (string | null)[] =>
  [...page().querySelectorAll('.chips .chip')].map((chip) => chip.textContent);
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};
describe('the selection that a question is about', () => {
  it('is shown as it comes, with the focus where the question goes, and goes with the question', async () => {
    const host = await open();
    expect(chips()).toEqual([]);
    await acted(() => host.point(TAB.tabId, ABOUT));
    expect(chips()).toEqual(['“the lunar pull”']);
    expect(document.activeElement).toBe(box());
    await ask('Why?');
    expect(sent(host, 'run.ask')).toMatchObject([{ goal: 'Why?', selection: HASH }]);
    expect(chips()).toEqual([]);
    expect(host.did).toContain(`clear about ${String(TAB.tabId)}`);
  });

  it('names its page where the tab shows another one now', async () => {
    const host = await open(estimated(), undefined, {}, { abouts: [{ ...ABOUT, title: 'The tides' }] });
    expect(chips()).toEqual(['“the lunar pull”']);
    await acted(() => host.view({ ...TAB, url: 'https://other.example/' }));
    expect(chips()).toEqual(['“the lunar pull”from “The tides”']);
  });

  it('is searched for once that is agreed to, and the focus goes on', async () => {
    const host = await open(estimated(), undefined, {}, { abouts: [{ ...ABOUT, isSearch: true }] });
    button('Search')?.focus();
    await press('Search');
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'research', action: 'search', selection: HASH }]);
    expect(document.activeElement).toBe(sendButton());
  });

  it('is found by a panel that opens later', async () => {
    await open(estimated(), undefined, {}, { abouts: [ABOUT] });
    expect(chips()).toEqual(['“the lunar pull”']);
  });

  it('is of its own tab alone', async () => {
    const host = await open();
    await acted(() => host.point(99, { ...ABOUT, tabId: 99 }));
    expect(chips()).toEqual([]);
  });

  it('can be put away, and stays where the question was not taken', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    const host = await open(estimated(), undefined, { 'run.ask': () => ({ ok: false, error }) }, { abouts: [ABOUT] });
    await ask('Why?');
    expect(chips()).toHaveLength(1);
    await press('Remove the selection');
    expect(chips()).toEqual([]);
    expect(host.did).toContain(`clear about ${String(TAB.tabId)}`);
    await ask('Why?');
    expect(sent(host, 'run.ask').at(-1)).toMatchObject({ selection: null });
  });

  it('takes the place of a list of what was before', async () => {
    const host = await open(estimated(), undefined, { 'history.list': () => ({ ok: true, value: { runs: [] } }) });
    await press('History');
    await acted(() => host.point(TAB.tabId, ABOUT));
    expect(document.activeElement).toBe(box());
    expect(find('footer')?.hidden).toBe(false);
  });
});

describe('doing something with the selection', () => {
  const UNTOLD = { language: '', sample: '' };
  const SELECTED: Answers = {
    'selection.estimate': () => ({ ok: true, value: { isSelected: true, translation: ESTIMATE.ask, ...UNTOLD } }),
  };
  const startButtons = (): string => find('.start-actions')?.textContent ?? '';

  it('is offered at the start only while something is selected', async () => {
    let isSelected = false;
    const answer = () => ({ ok: true, value: { isSelected, translation: null, ...UNTOLD } }) as const;
    await open(estimated(), undefined, { 'selection.estimate': answer });
    expect(startButtons()).not.toContain('Explain selection');
    isSelected = true;
    await acted(() => void window.dispatchEvent(new Event('focus')));
    expect(startButtons()).toContain('Explain selection');
  });

  it('is in the menu and among the commands only while something is selected', async () => {
    let isSelected = false;
    const presets = [{ id: 'own', title: 'As a limerick', prompt: 'Put this as a limerick.' }];
    await open(
      estimated(),
      undefined,
      { 'selection.estimate': () => ({ ok: true, value: { isSelected, translation: null, ...UNTOLD } }) },
      { presets },
    );
    const offered = async (): Promise<readonly string[]> => {
      await press('Add or start');
      const menu = Array.from(
        page().querySelectorAll('.composer .menu .card button'),
        ({ textContent }) => textContent,
      );
      await press('Add or start');
      type(box(), '/');
      await acted(() => undefined);
      const commands = Array.from(page().querySelectorAll('[role=option]'), ({ textContent }) => textContent);
      type(box(), '');
      await acted(() => undefined);
      const names = ['Explain selection', 'Simplify', 'Search the web for it', 'As a limerick'];
      expect(menu).toContain('Summarise this page');
      return [...menu, ...commands].filter((name) => names.includes(name)).sort();
    };
    expect(await offered()).toEqual(['As a limerick']); // as a question, after a slash
    isSelected = true;
    const all = ['As a limerick', 'Explain selection', 'Search the web for it', 'Simplify'];
    expect(await offered()).toEqual(all.flatMap((name) => [name, name]));
  });

  it('lets a prompt of the person’s own be asked of the page where nothing is selected', async () => {
    const none = { isSelected: false, translation: null, ...UNTOLD };
    const host = await open(
      estimated(),
      undefined,
      { 'selection.estimate': () => ({ ok: true, value: none }) },
      { presets: [OWN] },
    );
    type(box(), '/lim');
    await key(box(), { key: 'Enter' });
    expect([box()?.value, sent(host, 'selection.start'), sent(host, 'run.ask')]).toEqual([OWN.prompt, [], []]);
    await key(box(), { key: 'Enter' });
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'ask', goal: OWN.prompt }]);
  });

  it('explains it, and offers what else there is, presets of the person’s own included', async () => {
    const presets = [OWN];
    const host = await open(estimated(), undefined, SELECTED, { presets });
    await press('Explain selection');
    expect(sent(host, 'selection.start')).toMatchObject([{ tabId: TAB.tabId, action: 'explain', preset: '' }]);
  });

  it.each([
    ['Simplify', { action: 'simplify', preset: '' }],
    ['Search the web', { action: 'search', preset: '' }],
    ['As a limerick', { action: 'preset', preset: 'own' }],
  ])('“%s” is one of them', async (name, request) => {
    const host = await open(estimated(), undefined, {}, { presets: [OWN] });
    await press('Add or start');
    expect(button('Add or start')?.getAttribute('aria-expanded')).toBe('true');
    await press(name);
    expect(sent(host, 'selection.start')).toMatchObject([request]);
    expect(button('Add or start')?.getAttribute('aria-expanded')).toBe('false');
  });

  it('asks into which language to translate, and remembers it before it starts', async () => {
    const host = await open(estimated(), undefined, SELECTED);
    const choose = async (tag: string): Promise<void> => {
      await press('Add or start');
      await acted(() => translateItem()?.click());
      const select = find('dialog select') as HTMLSelectElement | null;
      expect(select?.value).toBe('de'); // German, of which the browser's language is a kind
      await acted(() => {
        if (select === null) return;
        select.value = tag;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });
    };
    await choose('fr');
    expect(find('dialog')?.textContent).toContain('The selection: likely');
    await press('Translate selection');
    expect(host.did.at(-1)).toBe('translate into fr');
    expect(sent(host, 'selection.start')).toMatchObject([{ action: 'translate', preset: '' }]);
    expect(find('dialog')).toBeNull();
  });

  it('translates the page in the same way, at the price that is told before', async () => {
    const host = await open(estimated(), undefined);
    await press('Add or start');
    await acted(() => translateItem()?.click());
    expect(find('dialog')?.textContent).toContain('The page: likely');
    expect(button('Translate selection')).toBeUndefined(); // nothing is selected
    await press('Translate page');
    expect(sent(host, 'run.start')).toMatchObject([{ job: 'translate', tabId: TAB.tabId }]);
  });

  it('says what to do where nothing is selected', async () => {
    const error = { code: 'selection.none', message: 'No text is selected.', hint: 'Select some text on the page.' };
    await open(estimated(), undefined, { 'selection.start': () => ({ ok: false, error }) });
    await add('Explain selection');
    expect(alert()).toContain('No text is selected.');
    expect(alert()).toContain('Select some text on the page.');
  });

  it('waits for a run that is under way', async () => {
    const host = await open(estimated(), OPENING);
    await press('Add or start');
    expect(button('Explain selection')?.getAttribute('aria-disabled')).toBe('true');
    await press('Explain selection');
    expect(sent(host, 'selection.start')).toEqual([]);
  });
});

describe('other tabs as sources', () => {
  const tab = (tabId: number, title = `Tab ${String(tabId)}`): OpenTab => ({
    tabId,
    title,
    url: `https://host-${String(tabId)}.example/x`,
  });
  const list = (): HTMLElement | null => find('[role=listbox]');
  const options = (): readonly HTMLElement[] => [...page().querySelectorAll<HTMLElement>('[role=option]')];
  const chosen = (): readonly boolean[] => options().map((option) => option.getAttribute('aria-selected') === 'true');
  const press1 = (name: string): Promise<void> => key(list(), { key: name });

  it('are chosen with the keyboard alone, by title and host, and go with the question', async () => {
    const host = await open();
    await acted(() => host.tabs({ tabs: [tab(11), tab(12, 'Moon\u202E'), tab(13, '')], hidden: 0 }));
    await add('Add tabs…');
    expect(document.activeElement).toBe(list());
    expect(list()?.getAttribute('aria-multiselectable')).toBe('true');
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Tab 11host-11.example',
      'Moonhost-12.example',
      'Untitled pagehost-13.example',
    ]);
    await press1(' ');
    await press1('End');
    expect(list()?.getAttribute('aria-activedescendant')).toBe(options()[2]?.id);
    await press1('Enter');
    await press1('ArrowUp');
    await press1(' ');
    await press1(' '); // not this one after all
    expect(chosen()).toEqual([true, false, true]);
    await press1('Escape');
    expect(list()).toBeNull();
    expect(find('dialog')).toBeNull();
    expect(chips()).toEqual(['Tab 11', 'Untitled page']);
    await ask('Compare them.');
    expect(sent(host, 'run.ask')).toMatchObject([{ also: [11, 13] }]);
    expect(chips()).toEqual([]);
  });

  it('are left out with their cross, and by themselves when they close', async () => {
    const host = await open();
    await acted(() => host.tabs({ tabs: [tab(11), tab(12), tab(13)], hidden: 0 }));
    await add('Add tabs…');
    for (const option of options()) await acted(() => option.click());
    await press('Remove Tab 12');
    await acted(() => host.tabs({ tabs: [tab(12), tab(13)], hidden: 0 }));
    expect(chips()).toEqual(['Tab 13']);
    await ask('And now?');
    expect(sent(host, 'run.ask')).toMatchObject([{ also: [13] }]);
  });

  it('are as many as a question can take, and no more', async () => {
    const host = await open();
    const all = Array.from({ length: MAX_EXTRA_TABS + 1 }, (_, index) => tab(20 + index));
    await acted(() => host.tabs({ tabs: all, hidden: 0 }));
    await add('Add tabs…');
    for (const option of options()) await acted(() => option.click());
    expect(chosen()).toEqual(all.map((_, index) => index < MAX_EXTRA_TABS));
    expect(options().at(-1)?.getAttribute('aria-disabled')).toBe('true');
    expect(page().textContent).toContain(`${String(MAX_EXTRA_TABS)} tabs at most`);
  });

  it('that the browser hides are counted, with the cure', async () => {
    const host = await open();
    await acted(() => host.tabs({ tabs: [], hidden: 3 }));
    await add('Add tabs…');
    expect(page().textContent).toContain('3 tabs need permission.');
    await press('Allow on all sites');
    expect(host.did).toContain('allow');
  });

  it('says so where there is no other', async () => {
    await open();
    await add('Add tabs…');
    expect(page().textContent).toContain('No other tab in this window');
  });

  it('closes its list on Escape without stopping the run', async () => {
    const host = await open(estimated(), [...OPENING, say.reply('x')]);
    await add('Add tabs…');
    await key(find('dialog'), { key: 'Escape' });
    expect(find('dialog')).toBeNull();
    expect(sent(host, 'run.cancel')).toEqual([]);
    await key(document, { key: 'Escape' });
    expect(sent(host, 'run.cancel')).toHaveLength(1);
  });
});
