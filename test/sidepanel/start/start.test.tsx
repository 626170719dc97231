/** The first steps, as a user meets them. The test plays the worker and the browser. */
import axe from 'axe-core';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { ModelConnection } from '../../../src/chrome/model-setup.ts';
import type { FirstStep } from '../../../src/chrome/panel/panel-host.ts';
import type { CheckLine, ListedModel } from '../../../src/lib/protocol/requests/model.ts';
import type { ModelSettings } from '../../../src/lib/protocol/settings/settings.ts';
import { acted } from '../kit/acted.ts';
import { estimated, TAB, type Known } from '../kit/script.ts';
import { alert, button, find, open, page, press } from '../kit/stand.tsx';

const STEPS: readonly FirstStep[] = ['try', 'connect', 'select'];
const TITLES = ['Connect a model', 'Toolbar for selected text'];
const fold = (title: string): Promise<void> =>
  acted(() =>
    [...page().querySelectorAll<HTMLElement>('.first-step > summary')].find((s) => s.textContent === title)?.click(),
  );
/** Those that are more than a line. */
const opened = (): readonly string[] =>
  [...page().querySelectorAll('.first-step[open] > summary')].map(({ textContent }) => textContent);
const titles = (): readonly string[] =>
  [...page().querySelectorAll('.first-step > summary')].map(({ textContent }) => textContent);
const begin = (known: Known = {}, reply = estimated()) =>
  open(reply, undefined, {}, { steps: STEPS, hasModel: false, ...known });

describe('the first steps', () => {
  it('are one act, one open card and a line, each of which can be skipped for good', async () => {
    const host = await begin();
    expect([titles(), opened()]).toEqual([TITLES, ['Connect a model']]);
    expect(find('.start-actions .accent')?.textContent).toBe('Summarise this page');
    await fold('Toolbar for selected text');
    expect(opened()).toEqual(TITLES);
    await fold('Connect a model');
    expect(opened()).toEqual(['Toolbar for selected text']);
    await press('Skip “Connect a model”');
    expect(titles()).toEqual(['Toolbar for selected text']);
    expect(button('Connect a model')).toBeDefined(); // as a line
    await press('Skip “Toolbar for selected text”');
    expect(host.did).toEqual(['close connect', 'close select']);
    expect(titles()).toEqual([]);
  });

  it('can be skipped all at once, and keep the focus in the view', async () => {
    const host = await begin();
    act(() => button('Skip all')?.focus());
    await press('Skip all');
    expect(host.did).toEqual([`close ${STEPS.join(' ')}`]);
    expect(document.activeElement).toBe(find('.start'));
  });

  it('begin with a summary, and whatever is run first counts as tried', async () => {
    const host = await begin();
    await press('Summarise this page');
    expect(host.requests.at(-1)).toMatchObject({ type: 'run.start', job: 'summarise' });
    expect(host.did).toEqual(['close try']);
  });

  it('offer no summary of a page that cannot be read', async () => {
    await open(
      { ok: false, error: { code: 'page.browser-page', message: 'What.', hint: '' } },
      undefined,
      {},
      {
        steps: STEPS,
        hasModel: false,
      },
    );
    expect(titles()).toEqual(TITLES);
    expect(find('.start-actions')).toBeNull();
    await fold('Toolbar for selected text');
    expect(button('On this site')).toBeDefined(); // its address shows
  });

  it('are not there for whoever has done them, and a model is one press away', async () => {
    await begin({ steps: [] });
    expect(titles()).toEqual([]);
    expect(page().textContent).toContain('Built-in engine: picks sentences, no AI.');
    await press('Connect a model');
    expect(titles()).toEqual(['Connect a model']);
    await press('Skip “Connect a model”');
    expect(titles()).toEqual([]);
  });

  it('say nothing of models where one is set up', async () => {
    await open();
    expect(page().textContent).not.toContain('no AI.');
    expect(button('Connect a model')).toBeUndefined();
  });
});

describe('access by a click', () => {
  it('can be made to last for the site, in the click itself, and says when that is declined', async () => {
    const host = await begin({ steps: [], hasAccess: false });
    host.offer.granted = false;
    act(() => {
      button('Always allow here')?.click();
      expect(host.did).toEqual([`allow ${TAB.url}`]);
    });
    await acted(() => undefined);
    expect(page().textContent).toContain('Nothing changed.');
  });

  it('is not spoken of where it lasts, or where there is no site', async () => {
    await begin({ steps: [] });
    expect(button('Always allow here')).toBeUndefined();
  });
});

describe('the selection toolbar', () => {
  it.each([
    ['On this site', `toolbar on ${TAB.url}`],
    ['On all sites', 'toolbar everywhere'],
  ])('“%s” asks the browser in the click itself', async (name, done) => {
    const host = await begin({ steps: ['select'] });
    act(() => {
      button(name)?.click();
      expect(host.did).toEqual([done]);
    });
    await acted(() => undefined);
    expect(page().textContent).toContain('Select text on the page to see them.');
  });

  it('stays offered when the person declines, and says so', async () => {
    const host = await begin({ steps: ['select'] });
    host.offer.granted = false;
    await press('On all sites');
    expect(titles()).toEqual(['Toolbar for selected text']);
    expect(page().textContent).toContain('Nothing changed.');
  });

  it('is not offered for one site where there is none', async () => {
    const host = await begin({ steps: ['select'] });
    await acted(() => host.view({ ...TAB, url: 'file:///home/me/page.html' }));
    expect([button('On this site'), button('On all sites')]).toEqual([undefined, expect.anything()]);
  });
});

interface Played {
  readonly lists?: Readonly<Record<string, readonly string[] | string>>;
  readonly chrome?: 'available' | 'absent';
  readonly granted?: boolean;
  /** Servers that the user allowed before. */
  readonly had?: readonly string[];
  readonly report?: readonly CheckLine[];
}

/** Servers by endpoint: their models, or the code of what goes wrong. */
function play({ lists = {}, chrome = 'absent', granted = true, had = [], report = [] }: Played) {
  const did: string[] = [];
  const saved: ModelSettings[] = [];
  const released: string[] = [];
  const models: ModelConnection = {
    requestOrigins(endpoints) {
      did.push(`ask ${endpoints.join(' ')}`);
      return Promise.resolve(granted ? endpoints.filter((endpoint) => !had.includes(endpoint)) : null);
    },
    list({ endpoint, key }) {
      did.push(`list ${endpoint} ${String(key)}`);
      const known = lists[endpoint] ?? 'model.unreachable';
      if (typeof known !== 'string')
        return Promise.resolve({ ok: true, value: { models: known.map((id): ListedModel => ({ id })) } });
      return Promise.resolve({ ok: false, error: { code: known, message: `${known}.`, hint: 'Do `this`.' } });
    },
    test({ model, key }) {
      did.push(`test ${model} ${String(key)}`);
      const ok = report.every(({ state }) => state !== 'bad');
      return Promise.resolve({ ok: true, value: { ok, checks: report, found: { contextTokens: 4321 } } });
    },
    releaseOrigins: (endpoints) => Promise.resolve(void released.push(...endpoints)),
    stop: () => Promise.resolve(void did.push('stop')),
    saveKey: (endpoint, key) => Promise.resolve(void did.push(`key ${key} of ${endpoint}`)),
    saveMain: (entry) => Promise.resolve(void saved.push(entry)),
    chromeModel: {
      availability: () => Promise.resolve(chrome),
      download: () => Promise.resolve({ contextTokens: 6000 }),
    },
  };
  return { did, saved, released, models };
}

const OLLAMA = 'http://localhost:11434';
const STUDIO = 'http://localhost:1234/v1';

async function connect(played: Played) {
  const world = play(played);
  await begin({ steps: ['connect'], models: world.models });
  return world;
}

async function typeKey(text: string): Promise<void> {
  const field = page().querySelector<HTMLInputElement>('input[type=password]');
  act(() => {
    Reflect.set(HTMLInputElement.prototype, 'value', text, field);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await acted(() => field?.form?.requestSubmit());
}

describe('connecting a model', () => {
  it('finds what runs on this computer with one question, tests what is chosen and saves it', async () => {
    const world = play({ lists: { [OLLAMA]: ['nomic-embed-text', 'llama3.2:3b', 'qwen3:8b'] } });
    const { did, saved, released, models } = world;
    await begin({ steps: ['connect'], models });
    act(() => {
      button('Find local models')?.click();
      expect(did).toEqual([`ask ${OLLAMA} ${STUDIO}`]); // in the gesture
    });
    await acted(() => undefined);
    expect(page().textContent).toContain('Not found: Chrome’s built-in model, LM Studio.');
    expect(released).toContain(STUDIO);
    expect(released).not.toContain(OLLAMA);
    expect([...page().querySelectorAll('option')].map(({ value }) => value)).toEqual(['llama3.2:3b', 'qwen3:8b']);
    await press('Use llama3.2:3b'.slice(0, 5));
    expect(did.at(-1)).toBe('test llama3.2:3b null');
    expect(saved).toMatchObject([
      { id: 'ollama:llama3.2:3b', provider: 'ollama', endpoint: OLLAMA, contextTokens: 4321 },
    ]);
    expect(page().textContent).toContain('writes your answers now.');
  });

  it('takes back no access that the user had given before', async () => {
    const { released } = await connect({ lists: {}, had: [STUDIO] });
    await press('Find local models');
    expect(released).toEqual([OLLAMA]);
  });

  it('has no accessibility fault before and after it has looked', async () => {
    const world = play({ lists: { [OLLAMA]: ['a', 'b'], [STUDIO]: 'model.origin' }, chrome: 'available' });
    await begin({ models: world.models });
    const faults = async () => (await axe.run(find('.start') ?? page())).violations.map(({ id }) => id);
    expect(await faults()).toEqual([]);
    await press('Find local models');
    expect(await faults()).toEqual([]);
  });

  it('looks again once the user is back, who may have cured a server that refused: no press is needed', async () => {
    const lists: Record<string, readonly string[] | string> = { [OLLAMA]: 'model.origin' };
    const { did, saved } = await connect({ lists });
    const comeBack = (): Promise<void> => acted(() => void window.dispatchEvent(new Event('focus')));
    await comeBack();
    expect(did).toEqual([]);
    await press('Find local models'); // and the browser's question
    await press('Copy this');
    await comeBack();
    lists[OLLAMA] = 'model.unreachable'; // as it starts again
    await comeBack();
    expect(find('.absent')?.textContent).toContain('model.origin.');
    lists[OLLAMA] = ['llama3.2'];
    await comeBack();
    expect(find('.absent .command')).toBeNull();
    await press('Use ');
    expect(saved).toMatchObject([{ id: 'ollama:llama3.2' }]);
    expect(did.filter((each) => each.startsWith('ask'))).toHaveLength(1);
    expect(did.filter((each) => each.includes(STUDIO))).toHaveLength(2); // asked for and looked at on the press alone
  });

  it('shows the cure of a server that is there and refuses, without a press', async () => {
    await connect({ lists: { [OLLAMA]: 'model.origin', [STUDIO]: [] } });
    await press('Find local models');
    expect(find('.absent details')).toBeNull();
    expect(find('.absent')?.textContent).toContain('model.origin.');
    expect(button('Copy this')).toBeDefined();
    expect(find('.absent')?.textContent).toContain('LM Studio is running, but has no model yet.');
  });

  it('uses Chrome’s own model without any question about servers being granted', async () => {
    const { did, saved } = await connect({ chrome: 'available', granted: false });
    await press('Find local models');
    expect(find('.absent')?.textContent).toContain('Ollama: permission wasn’t granted.');
    expect(did).not.toContainEqual(expect.stringContaining('list'));
    await press('Use');
    expect(saved).toMatchObject([{ id: 'chrome:gemini-nano', provider: 'chrome', endpoint: '' }]);
  });

  it('saves nothing that does not work, and says why', async () => {
    const bad: CheckLine = { name: 'reply', state: 'bad', detail: 'It does not answer.', hint: 'Run `it` again.' };
    const { saved } = await connect({ lists: { [OLLAMA]: ['llama3.2'] }, report: [bad] });
    await press('Find local models');
    await press('Use');
    expect(alert()).toContain('It does not answer.');
    expect(saved).toEqual([]);
  });

  it('takes a key for the provider that its form names, and saves it only with a model that works', async () => {
    const { did, saved } = await connect({
      lists: { 'https://api.anthropic.com/v1': ['claude-opus-4-1', 'claude-haiku-4-5'] },
    });
    await typeKey('sk-ant-1234');
    expect(page().textContent).toContain('Anthropic key');
    expect(did).toEqual(['ask https://api.anthropic.com/v1', 'list https://api.anthropic.com/v1 sk-ant-1234']);
    await press('Use');
    expect(did.slice(2)).toEqual([
      'test claude-haiku-4-5 sk-ant-1234',
      'key sk-ant-1234 of https://api.anthropic.com/v1',
    ]);
    expect(saved).toMatchObject([{ id: 'anthropic:claude-haiku-4-5' }]);
  });

  it('asks for the provider of a key without a known form, and sends it nowhere', async () => {
    const { did } = await connect({});
    await typeKey('0123456789abcdef0123456789abcdef');
    expect(alert()).toContain('doesn’t show whose it is');
    expect(did).toEqual([]);
  });

  it('ends a test that is stopped, and one whose card goes', async () => {
    const { did, saved, models } = play({ lists: { [OLLAMA]: ['llama3.2'] } });
    await begin({ steps: ['connect'], models: { ...models, test: () => new Promise(() => undefined) } });
    await press('Find local models');
    await press('Use');
    await press('Stop');
    await press('Use');
    await press('Skip “Connect a model”');
    expect(did.filter((done) => done === 'stop')).toHaveLength(2);
    expect(saved).toEqual([]);
  });
});
