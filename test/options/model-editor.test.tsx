import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { entryOf } from '../kit/protocol/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { SERVER, type World } from './host.ts';
import { accessibilityFaults, alert, button, choose, described, field, open, page, press, tick, type } from './page.ts';
import { listed, MODELS, pick, radios, saved } from './models/listed.ts';

const ENDPOINT = 'https://api.openai.com/v1';
const [ENTRY = entryOf()] = SERVER.models;
const changed = (change: object): Settings => ({ ...SERVER, models: [{ ...ENTRY, ...change }] });
/** The page with the editor of its one model open. */
async function edit(world: World = {}) {
  const scripted = await open(world);
  await press('Edit server:gpt-4o-mini');
  return scripted;
}

const advanced = (): string | undefined => page.querySelector('form details:last-of-type summary')?.textContent;

describe('editing a model', () => {
  it('asks for that origin before anything else, then saves key and entry, and never shows the key again', async () => {
    const { did } = await edit();
    await type('API key', 'sk-canary');
    await type('Model', 'gpt-4o');
    await press('Save');
    expect(did.slice(0, 3)).toEqual([
      ['ask', ENDPOINT],
      ['key', ENDPOINT, 'sk-canary'],
      ['settings', { ...changed({ id: 'server:gpt-4o', model: 'gpt-4o' }), main: 'server:gpt-4o' }],
    ]);
    expect(page.innerHTML).not.toContain('sk-canary');
    await press('Edit server:gpt-4o');
    expect(field('API key').value).toBe('');
    expect(page.textContent).toContain('A key is saved for https://api.openai.com');
    button('Remove key')?.focus();
    await press('Remove key');
    expect(document.activeElement).toBe(field('API key'));
    expect(did.at(-1)).toEqual(['no key', 'https://api.openai.com']);
    expect(button('Remove key')).toBeUndefined();
  });

  it('leaves no key behind at a server that no model is at any more', async () => {
    const { did } = await edit();
    await type('Address', 'https://llm.example/v1');
    await press('Save');
    expect(did.at(-2)).toEqual(['no key', ENDPOINT]);
    await press('Edit server:gpt-4o-mini');
    await type('Context window', '4096');
    await press('Save');
    expect(did.filter(([what]) => what === 'no key')).toHaveLength(1);
  });

  it.each(['Save', 'Load list'])('asks within the click itself on %s', async (name) => {
    const { did } = await edit();
    act(() => {
      button(name)?.click();
      expect(did).toEqual([['ask', ENDPOINT]]);
    });
    await acted(() => undefined);
  });

  it('explains a refusal and saves nothing', async () => {
    const { did } = await edit({ granted: false });
    await press('Save');
    expect(did).toEqual([['ask', ENDPOINT]]);
    expect(alert()).toContain('can’t reach https://api.openai.com');
  });

  it('marks what is wrong, goes to the first of it, and asks for nothing', async () => {
    const { did } = await edit();
    await type('Address', 'localhost');
    await type('Name', 'My Server');
    await press('Save');
    expect(did).toEqual([]);
    expect(field('Address').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Address'));
    expect(described('Name')).toContain('lower-case');
    await type('Address', 'http://localhost:1234/v1');
    expect(field('Address').getAttribute('aria-invalid')).toBe('false');
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('saves what the model can do and what it costs', async () => {
    const { did } = await edit();
    await choose('Tool calls', 'json');
    await tick('Reads pictures');
    await type('Input price', '0.15');
    await type('Cached input price', '0.05');
    await type('Output price', '0.6');
    await press('Save');
    const said = { toolCalling: 'json', pictures: true, priceInput: 0.15, priceCached: 0.05, priceOutput: 0.6 };
    expect(saved(did)).toEqual(changed(said));
  });

  it('can change to the protocol of the maker', async () => {
    const { did } = await edit();
    await choose('Protocol', 'openai');
    await press('Save');
    expect(saved(did)).toEqual(changed({ provider: 'openai' }));
  });

  it('says the list price of the chosen model with its date, or that none is known [R5.5d]', async () => {
    await edit();
    const words = () => page.querySelector('[role=group][aria-label=Prices] > p')?.textContent;
    const placeholders = () =>
      ['Input price', 'Cached input price', 'Output price'].map((label) => field(label).placeholder);
    expect(words()).toMatch(/^List price of \d{4}-\d\d-\d\d: \$0\.15 in, \$0\.075 cached, \$0\.60 out\. Type your own/);
    expect(placeholders()).toEqual(['0.15', '0.075', '0.6']);
    await type('Model', 'gpt-nobody-knows');
    expect(words()).toContain('No price set.');
    expect(placeholders()).toEqual(['', '', '']);
    await type('Model', 'gpt-4o');
    await type('Address', 'https://openrouter.ai/api/v1');
    expect(words()).toContain('No price set');
  });

  it('opens what is folded when the fault is in there', async () => {
    await edit();
    await type('Between two words', '-1');
    await press('Save');
    expect(field('Between two words').closest('details')?.open).toBe(true);
    expect(document.activeElement).toBe(field('Between two words'));
  });

  it('loses nothing that was typed when another model is opened or removed', async () => {
    const models = [entryOf({ model: 'a' }), entryOf({ model: 'b' }), entryOf({ model: 'c' })];
    await open({ loaded: { settings: { ...DEFAULT_SETTINGS, models }, fault: '' } });
    await press('Edit server:a');
    await type('Context window', '4321');
    await press('Edit server:b');
    await press('Remove server:c');
    await press('Yes, remove it');
    expect(page.textContent).toContain('server:c was removed.');
    expect(field('Context window').value).toBe('4321');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each(['Edit server:gpt-4o-mini', 'Cancel'])('asks before %s closes it over what was typed', async (name) => {
    await open();
    await press('Edit server:gpt-4o-mini');
    await type('API key', 'sk-typed');
    await press(name);
    expect(page.textContent).toContain('Close without saving?');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await press('Keep editing');
    expect(field('API key').value).toBe('sk-typed');
    await press(name);
    await press('Discard changes');
    expect(button('Save')).toBeUndefined();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    expect(document.activeElement).toBe(button('Edit server:gpt-4o-mini'));
  });

  it('gives the focus back to the button that opened it', async () => {
    await edit();
    expect(document.activeElement).toBe(field('Model'));
    await press('Cancel');
    expect(document.activeElement).toBe(button('Edit server:gpt-4o-mini'));
  });
});

describe('the list of a server’s models', () => {
  it('is there to choose from, and brings along what it knows', async () => {
    const { did } = await edit(listed(MODELS));
    expect(advanced()).toBe('Advanced uses tools, about 6,100 words at once, doesn’t read pictures');
    await press('Load list');
    expect(did.at(-1)).toEqual(['list', { provider: 'openai-compatible', endpoint: ENDPOINT, key: null }]);
    expect(described('Model')).toContain('2 models on this server');
    expect(radios().some(({ checked }) => checked)).toBe(false);
    await type('Model', 'gpt-4o');
    expect(radios().map(({ checked }) => checked)).toEqual([true, false]);
    expect(advanced()).toBe('Advanced uses tools, about 96,000 words at once, reads pictures');
    await pick('tiny');
    expect(field('Model').value).toBe('tiny');
    expect(field('Context window').value).toBe('2048');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is searched by what is typed', async () => {
    await edit(listed(MODELS));
    await press('Load list');
    await type('Model', 'GPT');
    expect(radios()).toHaveLength(1);
    await type('Model', 'none such');
    expect(radios()).toEqual([]);
    await type('Model', '');
    expect(radios()).toHaveLength(2);
  });

  it('says with its cure why it could not be had', async () => {
    const error = { code: 'x', message: 'The server does not answer.', hint: 'Start it.' };
    const { host } = await edit({ listed: { ok: false, error } });
    await press('Load list');
    expect(alert()).toContain('The server does not answer.Start it.');
    Object.assign(host, { list: () => Promise.resolve(listed(MODELS).listed) });
    await press('Load list');
    expect(alert()).toBe('');
  });

  it('wants an address, and nothing else, to be had', async () => {
    const { did } = await edit(listed([]));
    await type('Model', '');
    await press('Load list');
    expect(did.at(-1)?.[0]).toBe('list');
    expect(page.textContent).toContain('The server lists no models');
    await type('Address', 'nonsense');
    await press('Load list');
    expect(document.activeElement).toBe(field('Address'));
  });
});
