import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSettings, watchSettings, readSettings, saveSettings } from '../../src/chrome/storage/settings.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { settingsOf } from '../kit/protocol/settings.ts';

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
  it('that are damaged are put aside as they were found', async () => {
    const damaged = { ...settingsOf({ model: 'm' }), tokenBudget: 'much' };
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
