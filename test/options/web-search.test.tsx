import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINE_IDS, type EngineConfig, type EngineId } from '../../src/lib/pipeline/engines/types.ts';
import { toEngineKey, MAX_ENGINES } from '../../src/lib/protocol/settings/search.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { checkSettings } from '../../src/lib/protocol/check.ts';
import {
  toEngineConfig,
  validateEngineForm,
  moveEngine,
  putEngine,
  removeEngine,
} from '../../src/options/search/engine-form.ts';
import { ANY_SETTINGS } from '../kit/protocol/any-settings.ts';
import { entryOf } from '../kit/protocol/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import type { World } from './host.ts';
import { accessibilityFaults, alert, button, control, described, field, open, page, press, type } from './page.ts';

const BRAVE = 'https://api.search.brave.com';
const engine = (id: EngineId, more: Partial<EngineConfig> = {}): EngineConfig => ({
  ...{ engine: id, endpoint: '', cx: '' },
  ...more,
});
const SEARX = engine('searxng', { endpoint: 'https://search.example.org' });
const loaded = (...engines: readonly EngineConfig[]) => ({
  settings: { ...DEFAULT_SETTINGS, search: { engines } } satisfies Settings,
  fault: '',
});
const section = (): HTMLElement | null => page.querySelector('section[aria-labelledby=search]');
const listed = (): readonly string[] => [...(section()?.querySelectorAll('ol strong') ?? [])].map((e) => e.textContent);
type Did = readonly (readonly unknown[])[];
const saved = (did: Did): readonly EngineConfig[] | undefined =>
  (did.findLast(([what]) => what === 'settings')?.[1] as Settings | undefined)?.search.engines;
const submit = (): Promise<void> =>
  acted(() =>
    section()
      ?.querySelector('form')
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
const found = (count: number, first: string): World => ({ searched: { ok: true, value: { count, first } } });

describe('the list of search engines', () => {
  it('begins with Wikipedia, says what is sent to whom, and is accessible', async () => {
    await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    expect(listed()).toEqual(['Wikipedia']);
    expect(section()?.textContent).toContain('search words');
    expect(button('Edit Wikipedia')).toBeUndefined();
    await press('Add SearXNG');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is put in order by buttons that keep the focus, as far as there is room', async () => {
    const { did } = await open({ loaded: loaded(engine('wikipedia'), SEARX, engine('brave')) });
    button('Move Brave Search up')?.focus();
    await press('Move Brave Search up');
    await press('Move Brave Search up');
    expect(listed()).toEqual(['Brave Search', 'Wikipedia', 'SearXNG (search.example.org)']);
    expect(document.activeElement).toBe(button('Move Brave Search up'));
    expect(section()?.textContent).toContain('Brave Search is now 1 of 3.');
    const before = did.length;
    await press('Move Brave Search up');
    await press('Move SearXNG (search.example.org) down');
    expect(did).toHaveLength(before);
  });

  it('can be empty, and says what that means', async () => {
    const { did } = await open({ loaded: loaded(engine('wikipedia')) });
    await press('Remove Wikipedia');
    expect(did).toEqual([]);
    await press('Yes, remove it');
    expect(saved(did)).toEqual([]);
    expect(section()?.textContent).toContain('Add one to search the web');
    await press('Add Wikipedia');
    expect(saved(did)).toEqual([engine('wikipedia')]);
    expect(document.activeElement?.textContent).toBe('Web search');
  });

  it('loses an engine with its key, unless something else is at that place', async () => {
    const keys = { [BRAVE]: 'brave-key' };
    const alone = await open({ loaded: loaded(engine('wikipedia'), engine('brave')), keys });
    await press('Remove Brave Search');
    expect(section()?.textContent).toContain('and the API key saved for its server?');
    await press('Yes, remove it');
    expect(alone.did.at(-1)).toEqual(['no key', BRAVE]);
  });

  it('leaves the key of an engine whose place a model is at', async () => {
    const { settings, fault } = loaded(engine('brave'));
    const shared = { ...settings, models: [entryOf({ endpoint: `${BRAVE}/v1` })] };
    const { did } = await open({ loaded: { settings: shared, fault }, keys: { [BRAVE]: 'brave-key' } });
    await press('Remove Brave Search');
    expect(section()?.textContent).toContain('Remove Brave Search from the list?');
    await press('Yes, remove it');
    expect(did.map(([what]) => what)).toEqual(['settings']);
  });

  it('says what an engine lacks that came without a key or access', async () => {
    const { did } = await open({ loaded: loaded(engine('wikipedia'), engine('brave')), reachable: false });
    expect(section()?.textContent).toContain('No API key saved.');
    expect(button('Allow access to the server of Wikipedia')).toBeUndefined();
    await press('Allow access to the server of Brave Search');
    expect(did).toEqual([['ask', BRAVE]]);
  });

  it('offers what is not there yet, and is full at its bound', async () => {
    const { changeSettings } = await open({ loaded: loaded(engine('wikipedia'), engine('tavily'), SEARX) });
    expect(['Wikipedia', 'SearXNG', 'Brave Search', 'Tavily', 'Google'].map((name) => button(`Add ${name}`))).toEqual([
      undefined,
      ...[expect.anything(), expect.anything(), undefined, expect.anything()].map((one: unknown) => one),
    ]);
    const many = Array.from({ length: MAX_ENGINES }, (_, i) => ({
      ...SEARX,
      endpoint: `https://s${String(i)}.example`,
    }));
    await acted(() => changeSettings(loaded(...many).settings));
    expect(button('Add SearXNG')).toBeUndefined();
    expect(section()?.textContent).toContain('is full (8).');
  });
});

describe('an engine that is added', () => {
  it('asks the browser for its place first, keeps its key there, and comes last', async () => {
    const { did } = await open({ loaded: loaded(engine('wikipedia')) });
    await press('Add Brave Search');
    expect(document.activeElement).toBe(field('API key'));
    expect(described('API key')).toContain('api-dashboard.search.brave.com');
    await type('API key', 'brave-key');
    await submit();
    expect(did.slice(0, 2)).toEqual([
      ['ask', BRAVE],
      ['key', BRAVE, 'brave-key'],
    ]);
    expect(saved(did)).toEqual([engine('wikipedia'), engine('brave')]);
    expect(JSON.stringify(saved(did))).not.toContain('brave-key');
    expect([document.activeElement?.textContent, control('API key')]).toEqual(['Web search', undefined]);
  });

  it('changes nothing where the browser’s question is declined, or a key is missing', async () => {
    const { did } = await open({ loaded: loaded(), granted: false });
    await press('Add Tavily');
    await type('API key', 'k');
    await submit();
    expect(alert()).toContain('Permission wasn’t granted');
    expect(did).toEqual([['ask', 'https://api.tavily.com']]);
  });

  it('is not saved without the key that it needs', async () => {
    const { did } = await open({ loaded: loaded() });
    await press('Add Brave Search');
    await submit();
    expect(alert()).toContain('Brave Search needs an API key');
    expect(saved(did)).toBeUndefined();
  });

  it('is taken with a key that is there already', async () => {
    const { did } = await open({ loaded: loaded(), keys: { [BRAVE]: 'brave-key' } });
    await press('Add Brave Search');
    await submit();
    expect(saved(did)).toEqual([engine('brave')]);
  });

  it('of one’s own needs an address that is not in the list yet', async () => {
    const { did } = await open({ loaded: loaded(SEARX) });
    await press('Add SearXNG');
    await submit();
    expect(described('Address of the instance')).toContain('Enter the server’s address.');
    expect(document.activeElement).toBe(field('Address of the instance'));
    await type('Address of the instance', 'https://SEARCH.example.org/');
    expect(described('Address of the instance')).toContain('Already in the list.');
    await submit();
    expect(did).toEqual([]);
    await type('Address of the instance', ' http://203.0.113.7/searx/ ');
    expect(section()?.textContent).toContain('This address isn’t encrypted');
    await submit();
    expect(saved(did)).toEqual([SEARX, engine('searxng', { endpoint: 'http://203.0.113.7/searx/' })]);
    expect(did[0]).toEqual(['ask', 'http://203.0.113.7']);
  });

  it('at Google needs the id of a search engine', async () => {
    const { did } = await open({ loaded: loaded(), keys: { 'https://www.googleapis.com': 'k' } });
    await press('Add Google');
    await submit();
    expect(described('Search engine ID')).toContain('Enter your search engine’s ID.');
    await type('Search engine ID', ' abc:123 ');
    await submit();
    expect(saved(did)).toEqual([engine('google', { cx: 'abc:123' })]);
  });

  it('forgets what was typed when another is chosen', async () => {
    await open({ loaded: loaded() });
    await press('Add Brave Search');
    await type('API key', 'brave-key');
    await press('Add Tavily');
    expect(field('API key').value).toBe('');
  });
});

it('an engine is changed in its place', async () => {
  const { did } = await open({ loaded: loaded(SEARX, engine('wikipedia')) });
  await press('Edit SearXNG (search.example.org)');
  await type('Address of the instance', 'https://find.example.net');
  await submit();
  expect(saved(did)).toEqual([engine('searxng', { endpoint: 'https://find.example.net' }), engine('wikipedia')]);
});

describe('the test of an engine', () => {
  it('says how many results there are and the first of them, with the saved key', async () => {
    const { did } = await open({ loaded: loaded(engine('wikipedia'), engine('brave')), ...found(10, 'Wikipedia') });
    await press('Test Wikipedia');
    await press('Test Brave Search');
    expect(did).toEqual([
      ['search', engine('wikipedia'), null],
      ['ask', BRAVE],
      ['search', engine('brave'), null],
    ]);
    expect(section()?.textContent).toContain('It works. 10 results, the first: “Wikipedia”');
  });

  it('tries what is typed before it is saved', async () => {
    const { did } = await open({ loaded: loaded(), ...found(1, 'One') });
    await press('Add Brave Search');
    await type('API key', 'brave-key');
    await press('Test Brave Search');
    expect(did).toEqual([
      ['ask', BRAVE],
      ['search', engine('brave'), 'brave-key'],
    ]);
    expect(section()?.textContent).toContain('1 result, the first: “One”');
    await type('API key', 'other');
    expect(section()?.textContent).not.toContain('the first:');
  });

  it('says what is wrong, and the cure', async () => {
    const error = { code: 'search.refused', message: 'It refused.', hint: 'Add `json` to the formats.' };
    await open({ loaded: loaded(SEARX), searched: { ok: false, error } });
    await press('Test SearXNG (search.example.org)');
    expect(alert()).toBe('It refused. Add json to the formats.');
    expect(page.querySelector('[role=alert] code')?.textContent).toBe('json');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says so where nothing is found, and where the browser’s question is declined', async () => {
    await open({ loaded: loaded(engine('wikipedia'), SEARX), ...found(0, ''), granted: false });
    await press('Test Wikipedia');
    expect(section()?.textContent).toContain('It works, but found nothing');
    await press('Test SearXNG (search.example.org)');
    expect(alert()).toContain('Permission wasn’t granted');
  });

  it('waits for one answer at a time', async () => {
    const { did } = await open({ loaded: loaded(engine('wikipedia')) });
    await press('Test Wikipedia');
    await press('Test Wikipedia');
    expect(did).toHaveLength(1);
    expect(button('Test Wikipedia')?.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a change to the list', () => {
  const form = fc.record({
    engine: fc.constantFrom(...ENGINE_IDS),
    endpoint: fc.oneof(fc.constant(''), fc.webUrl(), fc.string({ maxLength: 30 })),
    cx: fc.oneof(fc.constantFrom('', ' ', 'abc:1'), fc.string({ maxLength: 250 })),
    key: fc.constant(''),
  });

  it('always leaves settings that can be stored, where the form has no fault', () => {
    fc.assert(
      fc.property(ANY_SETTINGS, form, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (settings, typed, at, by) => {
        const { engines } = settings.search;
        const target = engines[at % Math.max(1, engines.length)];
        const others = engines.filter((other) => other !== target);
        const asShown = { ...typed, endpoint: typed.engine === 'searxng' ? typed.endpoint : '' };
        if (Object.keys(validateEngineForm(asShown, others)).length === 0) {
          const next = putEngine(settings, toEngineConfig(asShown), target === undefined ? null : toEngineKey(target));
          expect(checkSettings(next)).toMatchObject({ ok: true });
        }
        if (target === undefined) return;
        const moved = moveEngine(settings, target, by);
        expect(new Set(moved.search.engines)).toEqual(new Set(engines));
        expect(removeEngine(settings, target).search.engines).toEqual(others);
      }),
      { numRuns: 300 },
    );
  });
});
