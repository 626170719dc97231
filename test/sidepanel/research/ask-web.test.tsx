/** Asking the web from the panel: where a question goes, what it takes, and whether pages may be read. */
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { About } from '../../../src/chrome/panel/panel-host.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import type { WebOutlook } from '../../../src/lib/protocol/requests/web.ts';
import { acted } from '../kit/acted.ts';
import { estimated, OPENING, RUN, say, TAB, type ScriptedHost } from '../kit/script.ts';
import { add, button, find, key, open, page, press, type } from '../kit/stand.tsx';
import { GOAL, MOON, OUTLOOK, result, searchRound, web } from '../kit/web-frames.ts';

const TROUBLE = { code: 'page.browser-page', message: 'A page of the browser.', hint: 'Go elsewhere.' };
const box = (): HTMLTextAreaElement | null => find('form.ask textarea') as HTMLTextAreaElement | null;
const isForWeb = (): boolean => button('Web')?.getAttribute('aria-pressed') === 'true';
const switchWeb = (): Promise<void> => press('Web');
const note = (): string => find('.ask > .fine')?.textContent ?? '';
const sent = (host: ScriptedHost, name: string) => host.requests.filter((request) => request.type === name);
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};

/** The worker’s answers of the test’s making, as they are now. */
function outlooks(now: Partial<WebOutlook> = {}) {
  const known = { now: { ...OUTLOOK, ...now } };
  const answers = { 'web.outlook': (): Reply<'web.outlook'> => ({ ok: true, value: known.now }) };
  return { known, answers };
}
const show = (outlook: Partial<WebOutlook> = {}, run?: readonly FrameDraft[], reply = estimated()) =>
  open(reply, run, outlooks(outlook).answers);

describe('where a question goes', () => {
  it('is this page until the person turns the web on, which nobody asks about before', async () => {
    const host = await show();
    expect(isForWeb()).toBe(false);
    expect(sent(host, 'web.outlook')).toEqual([]);
    await switchWeb();
    expect(box()?.placeholder).toBe('Ask the web…');
    expect(box()?.getAttribute('aria-label')).toBe('Ask the web');
    expect(note()).toBe(
      'Searches SearXNG (search.example.org).' +
        'A question: likely 6,400 tokens in · 1,100 out · at most 18,000 tokens in · 4 calls · no price set',
    );
    await ask(` ${GOAL} `);
    expect(sent(host, 'run.ask')).toMatchObject([
      { job: 'research', goal: GOAL, tabId: TAB.tabId, also: [], selection: null, pictures: [], sources: null },
    ]);
    expect(isForWeb()).toBe(true);
  });

  it('is the page for a question that says nothing else', async () => {
    const host = await show();
    await ask('How high?');
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'ask', sources: null }]);
  });

  it('goes on in the conversation, whatever was asked there before', async () => {
    const host = await show({}, [...OPENING, say.reply('x'), say.answer('x')]);
    await switchWeb();
    await ask(GOAL);
    expect(sent(host, 'run.follow')).toMatchObject([{ runId: RUN, job: 'research', goal: GOAL, sources: null }]);
  });

  it('can be the web beside any tab, also where nothing can be read', async () => {
    const host = await open({ ok: false, error: TROUBLE }, undefined, outlooks().answers, { hasModel: false });
    await ask('Here?');
    expect(sent(host, 'run.ask')).toEqual([]);
    await switchWeb();
    await ask(GOAL);
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'research' }]);
  });

  it('waits all the same for a run that is under way', async () => {
    const host = await show({}, OPENING);
    await switchWeb();
    await ask(GOAL);
    expect(sent(host, 'run.ask')).toEqual([]);
    expect(find('.chips')?.textContent).toBe(`Next: ${GOAL}`);
  });

  it('is remembered beside each tab, like what is typed there', async () => {
    const host = await show();
    const elsewhere = { ...TAB, tabId: 8, url: 'https://example.org/b', title: 'B' };
    const view = (tab: typeof TAB): Promise<void> =>
      acted(() => {
        host.view(tab);
        host.emit({ type: 'tab', tabId: tab.tabId, runId: null, pinned: false });
      });
    await switchWeb();
    type(box(), 'Half a ques');
    await view(elsewhere);
    expect([isForWeb(), box()?.value]).toEqual([false, '']);
    await view(TAB);
    expect([isForWeb(), box()?.value]).toEqual([true, 'Half a ques']);
  });

  it('leaves the selection and other tabs out of a question of the web, and says so', async () => {
    const host = await show();
    const about: About = {
      tabId: TAB.tabId,
      hash: 'c'.repeat(64),
      isSearch: false,
      preview: 'the pull',
      url: TAB.url,
      title: '',
      at: 1,
    };
    await switchWeb();
    await acted(() => host.point(TAB.tabId, about));
    expect(isForWeb()).toBe(false); // whoever points at something of the page asks about it
    expect(find('.chip')).not.toBeNull();
    await switchWeb();
    expect(find('.chip')).toBeNull();
    expect(note()).toContain('Your selection, tabs, files and pictures aren’t used for web searches.');
    await ask(GOAL);
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'research', selection: null }]);
    await switchWeb();
    expect(find('.chip')).not.toBeNull();
  });

  it('says that no engine is set up, and leads to where that is done', async () => {
    const host = await show({ engines: [] });
    await switchWeb();
    expect(box()?.placeholder).toBe('No search engine is set up');
    await press('Set one up');
    expect(host.did).toContain('search engines');
    await ask(GOAL);
    expect(sent(host, 'run.ask')).toEqual([]);
  });

  it('is looked at again when settings or access change, and the last answer counts', async () => {
    const { known, answers } = outlooks();
    const host = await open(estimated(), undefined, answers);
    await acted(host.changeSettings);
    await acted(host.changeAccess);
    expect(sent(host, 'web.outlook')).toEqual([]);
    await switchWeb();
    known.now = { ...OUTLOOK, engines: ['Wikipedia'] };
    await acted(host.changeSettings);
    expect(note()).toContain('Searches Wikipedia.');
    known.now = { ...OUTLOOK, estimate: { ...OUTLOOK.estimate, metered: false } };
    await acted(host.changeAccess);
    expect(note()).toContain('Questions are free');
    expect(sent(host, 'web.outlook')).toHaveLength(3);
  });

  it('can be asked where nobody knows what it takes', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    const host = await open(estimated(), undefined, { 'web.outlook': () => ({ ok: false, error }) });
    await switchWeb();
    expect(note()).toContain('No answer. Try again.');
    await ask(GOAL);
    expect(sent(host, 'run.ask')).toHaveLength(1);
  });

  it('is “Search the web for it” for the selection of a page', async () => {
    const host = await show();
    await add('Search the web for it');
    expect(sent(host, 'selection.start')).toMatchObject([{ action: 'search', preset: '' }]);
  });

  it('can be read and chosen without seeing it', async () => {
    await show({ pages: false });
    await switchWeb();
    const { violations } = await axe.run(page(), { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('access to pages', () => {
  const OFFER = 'Uses the search engine’s excerpts only.';
  const offer = (): HTMLElement | null => find('.pages-offer');

  it('is offered where it is missing, asked for in the press itself, and then looked at again', async () => {
    const { known, answers } = outlooks({ pages: false });
    const host = await open(estimated(), undefined, answers);
    await switchWeb();
    expect(offer()?.textContent).toContain(OFFER);
    known.now = OUTLOOK;
    let inThePress: readonly string[] = [];
    await acted(() => {
      button('Allow reading full pages')?.click();
      inThePress = [...host.did];
    });
    expect(inThePress).toContain('allow');
    expect(sent(host, 'web.outlook')).toHaveLength(2);
    expect(offer()?.textContent).toBe('Full pages are read from now on. You can change this in Settings.');
    expect(document.activeElement).toBe(offer());
    expect(note()).not.toContain('excerpts only');
  });

  it('stays as it was where the person declines', async () => {
    const host = await show({ pages: false });
    host.offer.granted = false;
    await switchWeb();
    await press('Allow reading full pages');
    expect(offer()?.textContent).toContain('Permission wasn’t granted. Nothing changed.');
    expect(button('Allow reading full pages')).toBeDefined();
  });

  it('is not offered again once it was put away, nor where pages may be read', async () => {
    const host = await show({ pages: false });
    await switchWeb();
    await press('Continue with excerpts only');
    expect(offer()).toBeNull();
    expect(note()).toContain('Uses its excerpts only.');
    expect(host.did).toContain('no pages');
    await acted(host.changeSettings);
    expect(offer()).toBeNull();
    await show();
    await switchWeb();
    expect(offer()).toBeNull();
  });

  const ON_SNIPPETS: readonly FrameDraft[] = [
    web.invoked(),
    ...web.search(),
    web.round(searchRound(GOAL, [result('w1', MOON)])),
    web.source('w1', MOON, { how: 'snippet', why: 'The browser has not been asked for access to pages.' }),
    web.found(),
    ...web.answered('The moon.'),
  ];

  it('is offered below an answer that rests on snippets, and then that answer again', async () => {
    const { known, answers } = outlooks({ pages: false });
    const host = await open(estimated(), ON_SNIPPETS, answers);
    expect(page().textContent).toContain('no page read');
    expect(offer()?.textContent).toContain('Full pages may say more.');
    await switchWeb();
    expect(page().querySelectorAll('.pages-offer')).toHaveLength(1);
    expect(note()).toContain('Uses its excerpts only.');
    expect(button('Try again with full pages')).toBeUndefined();
    known.now = OUTLOOK;
    await press('Allow reading full pages');
    await press('Try again with full pages');
    expect(sent(host, 'run.follow')).toMatchObject([
      { job: 'research', goal: GOAL, sources: { pinned: [], banned: [] } },
    ]);
  });

  it('is no matter where a page was read, or nothing was found', async () => {
    const host = await show({ pages: false }, [...ON_SNIPPETS.slice(0, -6), web.source('w1', MOON), say.answer('So.')]);
    expect(offer()).toBeNull();
    expect(sent(host, 'web.outlook')).toEqual([]);
    await show({ pages: false }, [web.invoked(), ...web.search(), web.found(), say.answer('Nothing was found.')]);
    expect(offer()).toBeNull();
  });

  it('is not told of twice: an answer that was given again is as it is', async () => {
    const anew = [...ON_SNIPPETS, web.again({ pinned: [], banned: [] }), ...web.answered('The moon.', '', [], 3)];
    await show({}, anew);
    expect(button('Try again with full pages')).toBeUndefined();
    expect(page().textContent).toContain('Tried again from the same sources');
  });
});
