import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSettings, onSettings, readSettings, saveSettings } from '../../src/chrome/settings.ts';
import { DEFAULT_SETTINGS, SETTINGS_VERSION, type Settings } from '../../src/lib/protocol/settings.ts';

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

const milliseconds = fc.integer({ min: 100, max: 3_600_000 });
/** Any settings that version 1 could have stored. Written out: what is in people's browsers changes no more. */
const VERSION_1 = fc.record({
  version: fc.constant(1),
  provider: fc.constantFrom('extractive', 'openai-compatible'),
  endpoint: fc.oneof(fc.webUrl(), fc.string({ maxLength: 2000 })),
  model: fc.string({ maxLength: 200 }),
  contextTokens: fc.integer({ min: 1024, max: 10_000_000 }),
  tokenBudget: fc.integer({ min: 1000, max: 100_000_000 }),
  timeouts: fc.record({ connect: milliseconds, firstChunk: milliseconds, gap: milliseconds, total: milliseconds }),
});

/** Any settings that version 2 could have stored. */
const VERSION_2 = fc
  .tuple(
    VERSION_1,
    fc.record({
      toolCalling: fc.constantFrom('native', 'text'),
      maxSteps: fc.integer({ min: 2, max: 50 }),
      priceInput: fc.double({ min: 0, max: 100_000, noNaN: true }).map((price) => price + 0),
      priceOutput: fc.double({ min: 0, max: 100_000, noNaN: true }).map((price) => price + 0),
      maxCost: fc.double({ min: 0, max: 1_000_000, noNaN: true }).map((cost) => cost + 0),
    }),
  )
  .map(([older, newer]) => ({ ...older, ...newer, version: 2 }));

describe('stored settings', () => {
  it('of version 2 keep every value, and gain a warning at 80 % and no price for cached input', async () => {
    await fc.assert(
      fc.asyncProperty(VERSION_2, async (old) => {
        stored = { settings: old };
        const added = { warnAt: 80, priceCached: 0, version: SETTINGS_VERSION };
        expect(await readSettings()).toEqual({ settings: { ...old, ...added }, fault: '' });
        expect(stored).toEqual({ settings: old });
      }),
    );
  });

  it('of version 1 keep every value, are never put aside, and are stored as new ones when next saved', async () => {
    const { toolCalling, maxSteps, priceInput, priceCached, priceOutput, maxCost, warnAt } = DEFAULT_SETTINGS;
    const added = { toolCalling, maxSteps, priceInput, priceCached, priceOutput, maxCost, warnAt };
    await fc.assert(
      fc.asyncProperty(VERSION_1, async (old) => {
        stored = { settings: old };
        const { settings, fault } = await readSettings();
        expect(fault).toBe('');
        expect(settings).toEqual({ ...old, ...added, version: SETTINGS_VERSION });
        expect(stored).toEqual({ settings: old });
        await saveSettings({ ...settings, maxSteps: 7 });
        expect(stored).toEqual({ settings: { ...settings, maxSteps: 7 } });
        expect(await loadSettings()).toEqual(stored['settings']);
      }),
    );
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
    const settings: Settings = { ...DEFAULT_SETTINGS, model: 'llama3.2', tokenBudget: 5000 };
    await saveSettings(settings);
    expect(await readSettings()).toEqual({ settings, fault: '' });
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
    expect(stored).toEqual({});
  });

  it('tell of their changes until nobody listens', async () => {
    const closed = new AbortController();
    const seen: Settings[] = [];
    const told = new Promise<void>((resolve) => {
      onSettings((settings) => {
        seen.push(settings);
        resolve();
      }, closed.signal);
    });
    await saveSettings({ ...DEFAULT_SETTINGS, model: 'a' });
    await told;
    expect(seen).toEqual([{ ...DEFAULT_SETTINGS, model: 'a' }]);
    expect(await loadSettings()).toEqual(seen[0]);
    closed.abort();
    expect(listeners.size).toBe(0);
  });
});
