/** The searches of a question on screen, and another answer from other sources. */
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, listedRun, RUN, say, TAB, type Answers } from '../kit/script.ts';
import { button, find, open, page, press, status } from '../kit/stand.tsx';
import {
  engine,
  GOAL,
  grade,
  MOON,
  NOISE,
  OUTLOOK,
  RESEARCHED,
  result,
  SEA,
  searchRound,
  web,
} from '../kit/web-frames.ts';

const outlook: Answers = { 'web.outlook': () => ({ ok: true, value: OUTLOOK }) };
const show = (drafts: readonly FrameDraft[] = RESEARCHED) => open(estimated(), drafts, outlook);
const summary = (): string => find('.searches > summary')?.textContent ?? '';
const rows = (): HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.results > li')];
const row = (title: string): HTMLElement | undefined => rows().find((each) => each.textContent.includes(title));
const follows = (host: Awaited<ReturnType<typeof open>>) => host.requests.filter(({ type }) => type === 'run.follow');
const pressed = (name: string): string | null | undefined => button(name)?.getAttribute('aria-pressed');

describe('the searches of a question', () => {
  it('are one line that says how many of what, folded away', async () => {
    await show();
    expect(summary()).toBe('2 searches · 3 results · 2 relevant · 1 page read');
    expect(find('.searches')?.hasAttribute('open')).toBe(false);
  });

  it('say what was searched for and why in other words, and how each engine did', async () => {
    await show();
    const [first, second] = [...page().querySelectorAll('.rounds > li')].map(({ textContent }) => textContent);
    expect(first).toContain(`Search 1 of 2: ${GOAL}`);
    expect(first).toContain('SearXNG failed: It did not answer in time.');
    expect(first).toContain('Wikipedia: 2 results');
    expect(second).toContain('Search 2 of 2: tides moon gravity');
    expect(second).toContain('A related idea: Most results had nothing to do with it.');
  });

  it('say of each result what it is worth, why, who says so, and what became of it', async () => {
    await show();
    expect(row('w1')?.textContent).toContain('Not relevant · medium confidence: It sells boats.');
    expect(row('w1')?.textContent).toContain('Not used');
    expect(row('w2')?.textContent).toContain('Relevant · high confidence: It is about tides.');
    expect(row('w2')?.dataset['fate']).toBe('read');
    expect(row('w3')?.textContent).toContain('Relevant · low confidence: Names the sea.');
    expect(row('w3')?.textContent).toContain('Excerpt only: The page took too long.');
    expect(row('w3')?.textContent).toContain('matched by keywords');
  });

  it('show each result once, and say of later searches how many of it they found again', async () => {
    await show();
    expect(rows().map(({ dataset }) => dataset['fate'])).toEqual(['left-out', 'read', 'snippet']);
    expect([...page().querySelectorAll('.repeats')].map((each) => each.textContent)).toEqual(['1 more, found before.']);
    await show([
      ...RESEARCHED.slice(0, 4),
      web.round(searchRound('tides', [result('w1', NOISE), result('w2', MOON)], { strategy: 'broader', by: 'rule' })),
    ]);
    expect(find('.repeats')?.textContent).toBe('All 2 found before.');
    expect(page().textContent).toContain('Broader words');
  });

  it('link each title to its page in a tab of its own, with the host beside it', async () => {
    await show();
    const link = row('w2')?.querySelector('a');
    expect([link?.href, link?.target, link?.rel]).toEqual([MOON, '_blank', 'noopener noreferrer']);
    expect(row('w2')?.querySelector('.host')?.textContent).toBe('moon.example');
  });

  it('show as text whatever a result says, and load nothing of it', async () => {
    const evil = result('w1', 'https://user:pass@evil.example/', {
      title: '<img src="https://evil.example/x">\u202Emoc.elpmaxe',
      snippet: '<script>alert(1)</script>',
    });
    const js = result('w2', 'javascript:alert(1)', { title: '' });
    await show([web.invoked(), ...web.search(), web.round(searchRound('q\u202E', [evil, js]))]);
    expect(row('<img')?.querySelector('img, script, a')).toBeNull();
    expect(find('.searches')?.textContent).not.toContain('\u202E');
    expect(row('Untitled page')?.querySelector('a')).toBeNull();
    expect(find('.excerpt p')?.textContent).toBe('<script>alert(1)</script>');
  });

  it('grow while they are made, and stay open', async () => {
    const begun = RESEARCHED.slice(0, 4);
    const host = await show(begun);
    const table = find('.searches');
    table?.setAttribute('open', '');
    expect(summary()).toBe('1 search · 2 results'); // what is to be read is not known yet
    expect(row('w1')?.textContent).not.toContain('Not graded');
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...RESEARCHED) }));
    expect(find('.searches')).toBe(table);
    expect(table?.hasAttribute('open')).toBe(true);
    expect(summary()).toBe('2 searches · 3 results · 2 relevant · 1 page read');
  });

  it('say where nobody graded, and where nothing was found', async () => {
    const engines = [
      engine('Brave Search', { outcome: 'skipped', count: 0, why: 'It asked to be left alone.' }),
      engine('Wikipedia', { count: 1 }),
      engine('Tavily', { outcome: 'not-needed', count: 0 }),
      engine('Google', { outcome: 'failed', count: 0, why: 'Google failed (503).' }),
    ];
    await show([
      web.invoked(),
      ...web.search(),
      web.round(searchRound('nothing', [], { engines: [engine('Wikipedia', { count: 0 })] })),
      web.round(searchRound('something', [result('w1', SEA)], { engines })),
      web.grades([grade(SEA, { by: 'none', confidence: 0, reason: '' })]),
    ]);
    expect(page().textContent).toContain('Nothing found.');
    expect(page().textContent).toContain('Brave Search was skipped: It asked to be left alone.');
    expect(page().textContent).toContain('Tavily wasn’t needed');
    expect(page().textContent).not.toContain('Google failed: Google'); // who says its name is not named twice
    expect(row('w1')?.textContent).toContain('Not graded, but used');
    expect(summary()).toBe('2 searches · 1 result');
  });

  it('say nothing of what there is where no engine answered', async () => {
    const down = engine('Wikipedia', { outcome: 'failed', count: 0, why: 'It did not answer in time.' });
    const drafts = [...web.answered('The web could not be searched.')];
    await show([
      web.invoked(),
      ...web.search(),
      web.round(searchRound('q', [], { engines: [down] })),
      web.found(),
      ...drafts,
    ]);
    expect(summary()).toBe('1 search · nothing found');
    expect(find('.rounds')?.textContent).toContain('Wikipedia failed: It did not answer in time.');
    expect(find('.rounds')?.textContent).not.toContain('Nothing was found');
  });

  it('say where no page was read, and nothing relevant was found', async () => {
    const noise = web.grades([grade(NOISE, { relevance: 'not_relevant' }), grade(MOON, { relevance: 'not_relevant' })]);
    await show([...RESEARCHED.slice(0, 4), noise, web.found(), ...web.answered('Nothing.')]);
    expect(summary()).toBe('1 search · 2 results · none relevant · no page read');
  });

  it('name what was read besides, which no search brought', async () => {
    await show([...RESEARCHED.slice(0, 4), web.source('w9', 'https://link.example/deeper')]);
    expect(page().textContent).toContain('Also read');
    expect(row('w9')?.dataset['fate']).toBe('read');
  });

  it('can be read and pressed without seeing them', async () => {
    await show();
    find('.searches')?.setAttribute('open', '');
    const { violations } = await axe.run(page(), { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('which sources to use', () => {
  it('waits for a press, and then answers the same question again from them', async () => {
    const host = await show();
    await press('Exclude: Title of w2');
    expect(pressed('Exclude: Title of w2')).toBe('true');
    expect(follows(host)).toEqual([]);
    expect(row('w2')?.textContent).toContain('likely 4,200 tokens in · 200 out · at most 7,000 tokens in · 2 calls');
    await press('Pin: Title of w1');
    expect(row('w2')?.textContent).not.toContain('Try again with these sources');
    await press('Try again with these sources');
    expect(follows(host)).toMatchObject([
      {
        runId: RUN,
        job: 'research',
        goal: GOAL,
        tabId: TAB.tabId,
        also: [],
        pictures: [],
        selection: null,
        sources: { pinned: [NOISE], banned: [MOON] },
      },
    ]);
    expect(status()).toBe('Starting…');
  });

  it('leave whoever works by keyboard at the field below: the button they pressed is gone', async () => {
    await show();
    await press('Exclude: Title of w2');
    button('Try again with these sources')?.focus();
    await press('Try again with these sources');
    expect(document.activeElement?.id).toBe('ask-field');
  });

  it('says so where the answer does not rest on it, and nothing where all is as before', async () => {
    const host = await show();
    await press('Exclude: Title of w1');
    expect(row('w1')?.querySelector('.rests')?.textContent).toBe('Not used in the answer.');
    expect(button('Try again with these sources')).toBeUndefined();
    await press('Exclude: Title of w1');
    expect(row('w1')?.querySelector('.rests')).toBeNull();
    await press('Pin: Title of w3');
    await press('Pin: Title of w3');
    expect(button('Try again with these sources')).toBeUndefined();
    expect(follows(host)).toEqual([]);
  });

  it('can be said while the run is under way, and takes effect after it', async () => {
    const host = await show(RESEARCHED.slice(0, 6));
    await press('Pin: Title of w1');
    expect(button('Try again with these sources')?.getAttribute('aria-disabled')).toBe('true');
    expect(row('w1')?.textContent).toContain('Available when the answer is done.');
    await press('Try again with these sources');
    expect(follows(host)).toEqual([]);
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...RESEARCHED) }));
    await press('Try again with these sources');
    expect(follows(host)).toMatchObject([{ sources: { pinned: [NOISE], banned: [] } }]);
  });

  it('starts from what was said before, and shows what the answers rested on', async () => {
    const anew = [
      ...RESEARCHED,
      web.again({ pinned: [NOISE], banned: [MOON] }),
      web.source('w1', NOISE),
      ...web.answered('Boats.', '', [], 3),
    ];
    const host = await show([...anew, web.again({ pinned: [], banned: [MOON] }), ...web.answered('Sea.', '', [], 4)]);
    expect([...page().querySelectorAll('.asked')].map((asked) => asked.textContent)).toEqual([
      `Question: ${GOAL}`,
      'Tried again without 1 page of moon.example, with 1 page of noise.example',
      `Question: ${GOAL}`,
    ]);
    expect(find('.present .request')?.textContent).toContain('Tried again without 1 page of moon.example');
    expect(page().querySelectorAll('.searches')).toHaveLength(1); // of them all, with the last answer
    expect(pressed('Exclude: Title of w2')).toBe('true');
    expect(row('w2')?.textContent).toContain('Excluded by you');
    expect(row('w1')?.dataset['fate']).toBe('read');
    await press('Exclude: Title of w2');
    await press('Try again with these sources');
    expect(follows(host)).toMatchObject([{ sources: { pinned: [], banned: [] } }]);
  });

  it('is of the present question alone', async () => {
    const next = [...RESEARCHED, web.again(null, 'And on the moon?'), ...web.answered('None.', '', [], 3)];
    await show(next);
    expect(page().querySelectorAll('.exchange .searches')).toHaveLength(1);
    expect(page().querySelectorAll('.searches')).toHaveLength(1);
    expect(find('.searches button')).toBeNull();
  });

  it('can be chosen in history, where the conversation goes on', async () => {
    const run = listedRun({ runId: 'old', title: GOAL, job: 'research' });
    const kept = frames(...RESEARCHED).map((frame) => ({ ...frame, runId: 'old' }));
    const host = await open(estimated(), undefined, {
      ...outlook,
      'history.list': () => ({ ok: true, value: { runs: [run] } }),
      'history.open': () => ({ ok: true, value: { frames: kept } }),
    });
    await press('History');
    await acted(() => find('.listed button')?.click());
    expect(summary()).toBe('2 searches · 3 results · 2 relevant · 1 page read');
    await press('Pin: Title of w1');
    await press('Try again with these sources');
    expect(follows(host)).toMatchObject([{ runId: 'old', sources: { pinned: [NOISE], banned: [] } }]);
  });
});

describe('a research run', () => {
  it.each([
    [2, 'Searching the web'],
    [3, 'Grading the results'],
    [4, 'Reading pages'],
    [7, 'Reading pages'],
  ])('says after %i frames more what it is at: %s', async (n, words) => {
    await show(RESEARCHED.slice(0, 1 + n));
    expect(status()).toBe(words);
  });

  it('tells of its searches in their table alone', async () => {
    await show(RESEARCHED.slice(0, 3));
    expect(find('.steps.now')).not.toBeNull();
    await show(RESEARCHED.slice(0, 4));
    expect(find('.searches')).not.toBeNull();
    expect(find('.steps.now')).toBeNull();
    expect(find('details.steps > summary')?.textContent).toBe('Working');
  });

  it('says that it looks for other words, and searches again', async () => {
    const noise = [...RESEARCHED.slice(0, 4), web.grades([grade(NOISE, { relevance: 'not_relevant' })])];
    const rewriting = { ...say.aside('reflect', 'rw'), purpose: 'rewrite' } as FrameDraft;
    await show(noise);
    expect(status()).toBe('Searching the web');
    await show([...noise, rewriting]);
    expect(status()).toBe('Rephrasing the search');
  });

  it('has no page above it, and is called by where it is from', async () => {
    await show();
    expect(find('.source')).toBeNull();
    expect(find('.request')?.textContent).toContain('From the web');
    expect(find('article')?.getAttribute('aria-label')).toBe('Answer from the web');
  });

  it('says below its answer what code notes of it', async () => {
    await show([...RESEARCHED.slice(0, -1), say.answer('So.', 'Graded by words in common alone.')]);
    expect(find('.note')?.textContent).toBe('Graded by words in common alone.');
  });

  it('is asked again as it was asked, also where the tab shows nothing that can be read', async () => {
    const error = { code: 'page.browser-page', message: 'A page of the browser.', hint: 'Go elsewhere.' };
    const host = await open({ ok: false, error }, RESEARCHED, outlook);
    expect(find('.present')?.textContent).not.toContain('A page of the browser');
    await press('Edit');
    await press('Ask');
    expect(host.requests.filter(({ type }) => type === 'run.ask')).toMatchObject([
      { job: 'research', goal: GOAL, sources: null, pictures: [] },
    ]);
  });

  it('searches for a selection by the name of what was pressed', async () => {
    const [, ...rest] = RESEARCHED;
    await show([web.invoked({ action: 'search', selection: 'b'.repeat(64) }), ...rest]);
    expect(find('.asked')?.textContent).toBe('Search the web');
    expect(button('Edit')).toBeUndefined();
  });
});
