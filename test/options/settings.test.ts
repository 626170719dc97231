import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSettings, watchSettings, readSettings, saveSettings } from '../../src/chrome/storage/settings.ts';
import { DEFAULT_SETTINGS, SETTINGS_VERSION, type Settings } from '../../src/lib/protocol/settings/settings.ts';
import { VERSION_1, VERSION_2, VERSION_3, VERSION_4 } from '../kit/any-settings.ts';
import { settingsOf } from '../kit/settings.ts';

type Listener = (changes: Record<string, unknown>, area: string) => void;
let stored: Record<string, unknown>;
let listeners: Set<Listener>;

beforeEach(() => {
  stored = {};
  listeners = new Set();
  vi.stubGlobal('chrome', {
    storage: {
      local: {
        get: (key: string) => Promise.resolve(key in stored ? { [key]: stored[key] } : {}),
        set: (items: Record<string, unknown>) => {
          Object.assign(stored, structuredClone(items));
          const changes = Object.fromEntries(Object.entries(items).map(([key, newValue]) => [key, { newValue }]));
          for (const listener of listeners) listener(changes, 'local');
          return Promise.resolve();
        },
      },
      onChanged: {
        addListener: (l: Listener) => listeners.add(l),
        removeListener: (l: Listener) => listeners.delete(l),
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('stored settings', () => {
  it('of every earlier version are never put aside, and are stored as new ones when next saved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(VERSION_1, VERSION_2, VERSION_3, VERSION_4), async (old) => {
        stored = { settings: old };
        const { settings, fault } = await readSettings();
        expect(fault).toBe('');
        expect(settings).toMatchObject({ version: SETTINGS_VERSION, tokenBudget: old.tokenBudget });
        expect(stored).toEqual({ settings: old });
        await saveSettings({ ...settings, maxSteps: 7 });
        expect(stored).toEqual({ settings: { ...settings, maxSteps: 7 } });
        expect(await loadSettings()).toEqual(stored['settings']);
      }),
    );
  });

  it('of version 1 gain what came later', async () => {
    const [old] = fc.sample(VERSION_1, 1);
    stored = { settings: { ...old, endpoint: 'http://localhost:1234/v1', model: 'm' } };
    const { models, ...limits } = (await readSettings()).settings;
    expect(models).toMatchObject([{ toolCalling: 'native', priceInput: 0, priceCached: 0, priceOutput: 0 }]);
    expect(limits).toMatchObject({ warnAt: 80, maxSteps: 5, maxCost: 0, fallback: '' });
  });

  it('of version 1 that are damaged are put aside as they were found', async () => {
    const [old] = fc.sample(VERSION_1, 1);
    const damaged = { ...old, tokenBudget: 'much' };
    stored = { settings: damaged };
    const { settings, fault } = await readSettings();
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(fault).toContain('tokenBudget');
    expect(stored['settings.rejected']).toEqual(damaged);
  });

  it('come back as they were saved', async () => {
    const settings = settingsOf({ model: 'llama3.2', tokenBudget: 5000 });
    await saveSettings(settings);
    expect(await readSettings()).toEqual({ settings, fault: '' });
  });

  it('that name a model nobody knows are put aside', async () => {
    stored = { settings: { ...DEFAULT_SETTINGS, fallback: 'gone:m' } };
    const { settings, fault } = await readSettings();
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(fault).toContain('/fallback');
    expect(stored['settings.rejected']).toEqual(stored['settings']);
  });

  it('are the defaults until something is saved', async () => {
    expect(await readSettings()).toEqual({ settings: DEFAULT_SETTINGS, fault: '' });
  });

  it('never keep the product from starting: what does not fit is put aside, with the reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.record({ version: fc.integer(), provider: fc.string() })),
        async (value) => {
          stored = { settings: value };
          const { settings, fault } = await readSettings();
          expect(settings).toEqual(DEFAULT_SETTINGS);
          expect(fault).toMatch(/^settings: /);
          expect(stored['settings.rejected']).toEqual(value);
        },
      ),
    );
  });

  it('refuse to be saved when they do not fit', async () => {
    await expect(saveSettings({ ...DEFAULT_SETTINGS, tokenBudget: 1 })).rejects.toThrow(/tokenBudget/);
    await expect(saveSettings({ ...DEFAULT_SETTINGS, main: 'gone:m' })).rejects.toThrow(/main/);
    expect(stored).toEqual({});
  });

  it('tell of their changes until nobody listens', async () => {
    const closed = new AbortController();
    const seen: Settings[] = [];
    const told = new Promise<void>((resolve) => {
      watchSettings((settings) => {
        seen.push(settings);
        resolve();
      }, closed.signal);
    });
    await saveSettings(settingsOf({ model: 'a' }));
    await told;
    expect(seen).toEqual([settingsOf({ model: 'a' })]);
    expect(await loadSettings()).toEqual(seen[0]);
    closed.abort();
    expect(listeners.size).toBe(0);
  });
});
