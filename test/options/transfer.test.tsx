import { describe, expect, it } from 'vitest';
import { readSettingsFile, writeSettingsFile } from '../../src/lib/protocol/settings/settings-file.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import { settingsOf } from '../kit/protocol/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { SERVER } from './host.ts';
import { accessibilityFaults, alert, button, field, open, page, press, tick } from './page.ts';

const KEY = 'sk-canary';
const BRAVE = { engine: 'brave', endpoint: '', cx: '' } as const;
const WIKIPEDIA = { ...BRAVE, engine: 'wikipedia' } as const;
const SEARCHING = { ...SERVER, search: { engines: [WIKIPEDIA, BRAVE] } };
const KEYS = { 'https://api.openai.com': KEY };

/** Chooses a file as the browser's dialog does. */
async function choose(text: string, size = text.length): Promise<void> {
  const input = field('Import settings');
  const file = { name: 'mine.json', size, text: () => Promise.resolve(text) };
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await acted(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('exporting settings', () => {
  it('leaves the keys out, and does not even ask for them', async () => {
    const { did } = await open({ keys: KEYS });
    await press('Export settings');
    expect(did).toHaveLength(1);
    expect(did[0]?.slice(0, 2)).toEqual(['save', 'knowledgelens-settings.json']);
    expect(readSettingsFile(String(did[0]?.[2]))).toEqual({ ok: true, value: { settings: SERVER, keys: {} } });
    expect(page.textContent).toContain('without API keys');
  });

  it('puts the keys in when that is ticked, for this one file', async () => {
    const { did } = await open({ keys: KEYS });
    await tick('Include API keys');
    await press('Export settings');
    expect(did[0]).toEqual(['keys out', ['https://api.openai.com/v1']]);
    expect(readSettingsFile(String(did[1]?.[2]))).toEqual({ ok: true, value: { settings: SERVER, keys: KEYS } });
    expect(page.textContent).toContain('with 1 API key.');
    expect(page.innerHTML).not.toContain(KEY);
    expect(field('Include API keys').checked).toBe(false);
    await press('Export settings');
    expect(String(did.at(-1)?.[2])).not.toContain(KEY);
  });

  it('asks for keys of models, and of engines that need one', async () => {
    const { did } = await open({ loaded: { settings: SEARCHING, fault: '' } });
    await tick('Include API keys');
    await press('Export settings');
    expect(did[0]).toEqual(['keys out', ['https://api.openai.com/v1', 'https://api.search.brave.com']]);
  });
});

describe('importing settings', () => {
  it('brings the engines and their keys, and names where they are asked', async () => {
    const keys = { ...KEYS, 'https://api.search.brave.com': 'brave-key' };
    const { did } = await open();
    await choose(writeSettingsFile(SEARCHING, keys));
    expect(page.textContent).toContain('holds 1 model, with 2 API keys.');
    expect(page.textContent).toContain('Its servers: api.openai.com, api.search.brave.com.');
    await press('Replace my settings');
    expect(did).toEqual([
      ['keys in', keys],
      ['settings', SEARCHING],
    ]);
  });

  it('says how many chats go where the file keeps them for less time', async () => {
    const history = { keep: 'week', private: false } as const;
    await open({ expired: { week: 2 } });
    await choose(writeSettingsFile(SERVER, null));
    expect(page.textContent).not.toContain('This deletes');
    await choose(writeSettingsFile({ ...SERVER, history }, null));
    expect(page.textContent).toContain('This deletes 2 conversations now, unused for over 1 week.');
  });

  it('says what it will do, and does it once that is agreed to', async () => {
    const { did } = await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    await choose(writeSettingsFile(SERVER, KEYS));
    expect(did).toEqual([]);
    expect(page.textContent).toContain('mine.json holds 1 model, with 1 API key.');
    expect(page.textContent).toContain(
      'Its servers: api.openai.com. You’re asked for access when you first use each of them.',
    );
    expect(page.innerHTML).not.toContain(KEY);
    expect(await accessibilityFaults()).toEqual([]);
    await press('Replace my settings');
    expect(did).toEqual([
      ['keys in', KEYS],
      ['settings', SERVER],
    ]);
    expect(page.textContent).toContain('Imported: 1 model.');
    expect(document.activeElement).toBe(field('Import settings'));
    expect(page.textContent).toContain('server:gpt-4o-mini');
  });

  it('names its tool servers, and takes back what was allowed of tools under their names', async () => {
    const grant = { tool: 'example__add', origin: 'https://mcp.example.org' };
    const kept = { tool: 'open_link', origin: 'https://a.example' };
    const grants = [grant, kept];
    const toolServers = [{ id: 'example', address: 'https://mcp.example.org/mcp?key=secret', tools: [] }];
    const { did } = await open({ grants });
    await choose(writeSettingsFile({ ...SERVER, toolServers }, null));
    expect(page.textContent).toContain('Its servers: api.openai.com, mcp.example.org.');
    await press('Replace my settings');
    expect(did).toEqual([
      ['no longer always', grant],
      ['settings', { ...SERVER, toolServers }],
    ]);
    expect(grants).toEqual([kept]);
  });

  it('brings no keys when the file has none', async () => {
    const settings = settingsOf({ model: 'a', tokenBudget: 7000 });
    const { did } = await open();
    await choose(writeSettingsFile(settings, null));
    expect(page.textContent).toContain('without API keys');
    await press('Replace my settings');
    expect(did).toEqual([
      ['settings', settings],
      ['sign out', 'https://api.openai.com'],
    ]);
    expect(field('Max tokens per answer').value).toBe('7000');
  });

  it('ends sign-ins and removes keys of servers that the file does not have, and of no other', async () => {
    const toolServers = [{ id: 'example', address: 'https://mcp.example.org/mcp', tools: [] }];
    const settings = { ...SEARCHING, toolServers };
    const { did } = await open({ loaded: { settings, fault: '' }, signedIn: true });
    await choose(writeSettingsFile({ ...SERVER, search: { engines: [WIKIPEDIA] } }, null));
    expect(page.textContent).toContain('Keys and sign-ins of servers that it lacks are removed');
    await press('Replace my settings');
    expect(did.slice(1)).toEqual([
      ['sign out', 'https://api.search.brave.com'],
      ['sign out', 'https://mcp.example.org'],
    ]);
    expect(page.textContent).toContain('End the access there too');
  });

  it('changes nothing when it is given up', async () => {
    const { did } = await open();
    await choose(writeSettingsFile(DEFAULT_SETTINGS, null));
    button('Cancel')?.focus();
    await press('Cancel');
    expect(document.activeElement).toBe(field('Import settings'));
    expect(did).toEqual([]);
    expect(button('Replace my settings')).toBeUndefined();
  });

  it('says what is wrong with a file, and where, and changes nothing', async () => {
    const { did } = await open();
    const bad = { ...SERVER, tokenBudget: 5 };
    await choose(writeSettingsFile(bad, null));
    expect(alert()).toBe('Nothing was changed. settings: /tokenBudget is 5; expected 1000 or more.');
    await choose('{}', 5_000_001);
    expect(alert()).toContain('over 5 MB');
    expect(button('Replace my settings')).toBeUndefined();
    expect(did).toEqual([]);
  });
});
