import axe from 'axe-core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings.ts';
import { hostOf, SERVER, type World } from './host.ts';
import { acted } from '../sidepanel/acted.ts';
import { SettingsPage } from '../../src/options/settings-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let page: HTMLElement;
let root: Root;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

/** The page over a host that keeps what it is told, in order. */
async function open(world: World = {}) {
  const { host, did } = hostOf(world);
  await acted(() => root.render(<SettingsPage host={host} />));
  return did;
}

const control = (label: string): HTMLElement | null | undefined =>
  [...page.querySelectorAll('label')].find((l) => l.textContent.startsWith(label))?.control;
const field = (label: string): HTMLInputElement => {
  const input = control(label);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
};
const button = (name: string): HTMLButtonElement | undefined =>
  [...page.querySelectorAll('button')].find((b) => (b.getAttribute('aria-label') ?? b.textContent) === name);
const press = (name: string): Promise<void> => acted(() => button(name)?.click());
/** Types as a person would: React listens to the native setter's event. */
const type = (label: string, text: string): Promise<void> =>
  acted(() => {
    const input = field(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const choose = (label: string, value: string): Promise<void> =>
  acted(() => {
    const select = control(label);
    if (!(select instanceof HTMLSelectElement)) throw new Error(`no choice ${label}`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
/** What a screen reader adds to a field: its faults, cautions and help. */
const described = (label: string): string =>
  (control(label)?.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
/** axe-core's findings; colours need a browser, and are looked at there. */
const accessibilityFaults = async (): Promise<string[]> => {
  const { violations } = await axe.run(page, { rules: { 'color-contrast': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};
const alert = (): string => [...page.querySelectorAll('[role=alert]')].map((e) => e.textContent).join(' ');

describe('the settings page', () => {
  it('begins with the built-in engine, without a word of servers', async () => {
    await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    expect(field('Built-in engine').checked).toBe(true);
    expect(page.textContent).not.toContain('API key');
    await acted(() => field('A model server').click());
    expect(page.textContent).toContain('API key');
  });

  it('says that stored settings were put aside', async () => {
    await open({ loaded: { settings: DEFAULT_SETTINGS, fault: 'settings: /version is 7.' } });
    expect(alert()).toContain('settings: /version is 7.');
  });

  it('fills in an endpoint from a preset', async () => {
    await open();
    await press('Ollama');
    expect(field('Endpoint').value).toBe('http://localhost:11434/v1');
    expect(button('Ollama')?.getAttribute('aria-pressed')).toBe('true');
  });

  it('asks for that origin before anything else, then saves key and settings, and forgets the key on screen', async () => {
    const did = await open();
    await type('API key', 'sk-canary');
    await type('Model', 'gpt-4o');
    await press('Save');
    expect(did).toEqual([
      ['ask', SERVER.endpoint],
      ['key', SERVER.endpoint, 'sk-canary'],
      ['settings', { ...SERVER, model: 'gpt-4o' }],
    ]);
    expect(page.textContent).toContain('Saved.');
    expect(field('API key').value).toBe('');
    expect(page.textContent).toContain('A key is saved for https://api.openai.com');
    expect(page.innerHTML).not.toContain('sk-canary');
    await press('Remove key');
    expect(did.at(-1)).toEqual(['no key', 'https://api.openai.com']);
    expect(button('Remove key')).toBeUndefined();
  });

  it('asks within the click itself', async () => {
    const did = await open();
    act(() => {
      button('Save')?.click();
      expect(did).toEqual([['ask', SERVER.endpoint]]);
    });
    await acted(() => undefined);
  });

  it('saves the built-in engine without asking for anything', async () => {
    const did = await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    await press('Save');
    expect(did).toEqual([['settings', DEFAULT_SETTINGS]]);
  });

  it('explains a refusal and saves nothing', async () => {
    const did = await open({ granted: false });
    await press('Save');
    expect(did).toEqual([['ask', SERVER.endpoint]]);
    expect(alert()).toContain('may not reach https://api.openai.com');
  });

  it('marks what is wrong, goes to the first of it, and asks for nothing', async () => {
    const did = await open();
    await type('Endpoint', 'localhost');
    await type('Token budget', '5');
    await press('Save');
    expect(did).toEqual([]);
    expect(field('Endpoint').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Endpoint'));
    expect(described('Token budget')).toContain('from 1,000');
    await type('Endpoint', 'http://localhost:1234/v1');
    expect(field('Endpoint').getAttribute('aria-invalid')).toBe('false');
    expect(field('Token budget').getAttribute('aria-invalid')).toBe('true');
  });

  it('saves how the model is given tools, and what a run may take', async () => {
    const did = await open();
    await choose('Tool calls', 'text');
    await type('Most steps per run', '12');
    await type('Warn from', '65');
    await type('Input price', '0.15');
    await type('Cached input price', '0.05');
    await type('Output price', '0.6');
    await type('Highest cost per run', '2.50');
    await press('Save');
    const limits = { warnAt: 65, maxSteps: 12, priceInput: 0.15, priceCached: 0.05, priceOutput: 0.6, maxCost: 2.5 };
    expect(did.at(-1)).toEqual(['settings', { ...SERVER, toolCalling: 'text', ...limits }]);
    expect(field('Highest cost per run').value).toBe('2.5');
  });

  it('asks for no prices where nothing is paid', async () => {
    await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    expect(field('Most steps per run').value).toBe('5');
    for (const label of ['Tool calls', 'Input price', 'Highest cost per run']) expect(control(label)).toBeUndefined();
  });

  it('says the list price of the chosen model with its date, or that none is known [R5.5d]', async () => {
    await open();
    const words = () => page.querySelector('[role=group][aria-label=Prices] > p')?.textContent;
    const placeholders = () =>
      ['Input price', 'Cached input price', 'Output price'].map((label) => field(label).placeholder);
    expect(words()).toMatch(/^List price of \d{4}-\d\d-\d\d: \$0\.15 in, \$0\.075 cached, \$0\.60 out\. Type your own/);
    expect(placeholders()).toEqual(['0.15', '0.075', '0.6']);
    await type('Model', 'gpt-nobody-knows');
    expect(words()).toContain('No price is known for this model at this server.');
    expect(placeholders()).toEqual(['', '', '']);
    await type('Model', 'gpt-4o');
    await press('OpenRouter');
    expect(words()).toContain('No price is known');
  });

  it('says when the highest cost cannot work for want of prices', async () => {
    await open({ loaded: { settings: { ...SERVER, model: 'gpt-nobody-knows' }, fault: '' } });
    const needed = 'only when both prices above are filled in';
    expect(described('Highest cost per run')).toContain(needed);
    await type('Highest cost per run', '1');
    expect(described('Highest cost per run')).toContain(needed);
    expect(page.querySelector('.warn')?.textContent).toContain(needed);
    await type('Input price', '0.15');
    expect(described('Highest cost per run')).toContain(needed);
    await press('Save');
    expect(document.activeElement).toBe(field('Output price'));
    expect(described('Output price')).toContain('Enter this price too');
    await type('Output price', '0.6');
    expect(described('Highest cost per run')).toBe(
      'In the same currency (US dollars at list prices); empty for no limit.',
    );
  });

  it('has no accessibility fault, with faults shown or without', async () => {
    await open();
    expect(await accessibilityFaults()).toEqual([]);
    for (const label of ['Token budget', 'Most steps per run', 'Input price', 'Highest cost per run']) {
      await type(label, 'x');
    }
    await press('Save');
    expect(page.querySelectorAll('[aria-invalid=true]')).toHaveLength(5); // the other price is missing now
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('opens the time-outs when the fault is in there', async () => {
    await open();
    await type('Between two words', '-1');
    await press('Save');
    expect(page.querySelector('details')?.open).toBe(true);
    expect(document.activeElement).toBe(field('Between two words'));
  });

  it('tests what is typed, and lists what was found with the cures', async () => {
    const checks = [
      { name: 'address', ok: true, detail: 'It is one.', cure: '' },
      { name: 'key', ok: false, detail: 'Refused with 401.', cure: 'Make a new key.' },
    ];
    const did = await open({ tested: { ok: true, value: { ok: false, checks } } });
    await press('Test connection');
    expect(did).toEqual([
      ['ask', SERVER.endpoint],
      ['test', { endpoint: SERVER.endpoint, model: SERVER.model, key: null }],
    ]);
    expect(alert()).toContain('does not work yet');
    expect([...page.querySelectorAll('.checks li')].map((li) => li.getAttribute('data-ok'))).toEqual(['true', 'false']);
    expect(page.textContent).toContain('Make a new key.');
  });

  it('tests a key that is not saved yet', async () => {
    const did = await open({ tested: { ok: true, value: { ok: true, checks: [] } } });
    await type('API key', 'sk-new');
    await press('Test connection');
    expect(did.at(-1)).toEqual(['test', { endpoint: SERVER.endpoint, model: SERVER.model, key: 'sk-new' }]);
    expect(page.textContent).toContain('The connection works.');
  });

  it('gives one access back', async () => {
    const did = await open({ origins: ['http://localhost:11434/*', '<all_urls>'] });
    expect(page.textContent).toContain('All sites');
    await press('Remove access to http://localhost:11434');
    expect(did.at(-1)).toEqual(['forget', 'http://localhost:11434/*']);
    expect(button('Remove access to http://localhost:11434')).toBeUndefined();
  });

  it('takes back what was always allowed, and shows it as it changes', async () => {
    const grants = [
      { tool: 'open_link', origin: 'https://example.org' },
      { tool: 'constructor', origin: 'http://x.example' },
    ];
    const did = await open({ grants });
    expect(page.textContent).toContain('Open a link: https://example.org');
    expect(page.textContent).toContain('constructor: http://x.example');
    await press('No longer always allow Open a link: https://example.org');
    expect(did.at(-1)).toEqual(['no longer always', { tool: 'open_link', origin: 'https://example.org' }]);
    expect(button('No longer always allow Open a link: https://example.org')).toBeUndefined();
    expect(page.textContent).toContain('Asked about again from the next run on: Open a link: https://example.org');
    expect(await accessibilityFaults()).toEqual([]);
  });
});
