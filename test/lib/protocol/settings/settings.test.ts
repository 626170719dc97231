import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toModelConfig, getModelId, findRoleModel, ROLES } from '../../../../src/lib/protocol/settings/roles.ts';
import { parseSettings } from '../../../../src/lib/protocol/settings/settings-versions.ts';
import {
  DEFAULT_SETTINGS,
  SETTINGS_VERSION,
  findSettingsFault,
  type Settings,
} from '../../../../src/lib/protocol/settings/settings.ts';
import { ANY_SETTINGS, VERSION_3, VERSION_4 } from '../../../kit/any-settings.ts';
import { entryOf, settingsOf } from '../../../kit/settings.ts';

const V3 = {
  version: 3,
  provider: 'openai-compatible',
  endpoint: 'http://localhost:11434/v1',
  model: 'llama3.2:3b',
  contextTokens: 32_768,
  tokenBudget: 5000,
  warnAt: 65,
  toolCalling: 'text',
  maxSteps: 9,
  priceInput: 1,
  priceCached: 0.5,
  priceOutput: 2,
  maxCost: 3,
  timeouts: { connect: 1000, firstChunk: 2000, gap: 3000, total: 4000 },
};
const WIKIPEDIA = { engines: [{ engine: 'wikipedia', endpoint: '', cx: '' }] };
/** The value read, which must be sound. */
function read(value: unknown): Settings {
  const result = parseSettings(value);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

describe('settings of version 3', () => {
  it('become a list of one model, reached as before, which does everything', () => {
    const { endpoint, model, contextTokens, toolCalling, timeouts, priceInput, priceCached, priceOutput } = V3;
    const entry = {
      ...{ id: 'ollama:llama3.2:3b', provider: 'openai-compatible', pictures: false, keepAlive: 5 },
      ...{ endpoint, model, contextTokens, toolCalling, timeouts, priceInput, priceCached, priceOutput },
    };
    expect(read(V3)).toEqual({
      ...{ version: SETTINGS_VERSION, models: [entry], main: entry.id, fast: '', vision: '', fallback: '' },
      ...{ tokenBudget: 5000, warnAt: 65, maxSteps: 9, maxCost: 3 },
      ...{ toolbar: DEFAULT_SETTINGS.toolbar, presets: [], ocr: { languages: ['eng'] }, search: WIKIPEDIA },
    });
  });

  it('keep a server that was set up but not chosen', () => {
    const settings = read({ ...V3, provider: 'extractive' });
    expect(settings.main).toBe('extractive');
    expect(settings.models).toEqual(read(V3).models);
  });

  it('drop a server without an address or a model, which could do nothing', () => {
    for (const change of [{ endpoint: ' ' }, { model: '' }]) {
      expect(read({ ...V3, ...change })).toMatchObject({ models: [], main: 'extractive', tokenBudget: 5000 });
    }
  });

  it('name the model after who is known at its address, else after the host', () => {
    const nameOf = (endpoint: string) => read({ ...V3, endpoint }).main.split(':')[0];
    expect(nameOf('https://api.openai.com/v1')).toBe('openai');
    expect(nameOf('http://localhost:1234/v1')).toBe('lm-studio');
    expect(nameOf('http://192.168.1.5:8080/v1')).toBe('192-168-1-5-8080');
    expect(nameOf('https://models.example.org')).toBe('models-example-org');
    expect(nameOf('nonsense')).toBe('server');
  });

  it('always become sound ones, that keep their limits', () => {
    fc.assert(
      fc.property(VERSION_3, (old) => {
        const { tokenBudget, warnAt, maxSteps, maxCost } = old;
        const settings = read(old);
        expect(settings).toMatchObject({ version: SETTINGS_VERSION, tokenBudget, warnAt, maxSteps, maxCost });
        if (old.endpoint.trim() === '' || old.model === '') return;
        const { endpoint, model, contextTokens, toolCalling, timeouts } = old;
        expect(settings.models).toMatchObject([{ endpoint, model, contextTokens, toolCalling, timeouts }]);
        expect(findRoleModel(settings, 'main')).toBe(old.provider === 'extractive' ? null : settings.models[0]);
      }),
    );
  });

  it('keep all that version 4 had, and gain what later versions know, as it is for whoever has chosen nothing', () => {
    fc.assert(
      fc.property(VERSION_4, (old) => {
        const toolbar = { where: 'nowhere', sites: [], butNot: [] };
        expect(read(old)).toEqual({
          ...old,
          version: SETTINGS_VERSION,
          toolbar,
          presets: [],
          ocr: { languages: ['eng'] },
          search: WIKIPEDIA,
        });
      }),
    );
  });

  it('keep all that version 5 had, and gain pictures read for English and Wikipedia to search', () => {
    fc.assert(
      fc.property(ANY_SETTINGS, (settings) => {
        const { ocr, search, ...old } = { ...settings, version: 5 };
        expect([ocr.languages.length > 0, Array.isArray(search.engines)]).toEqual([true, true]);
        expect(read(old)).toEqual({ ...settings, ocr: { languages: ['eng'] }, search: WIKIPEDIA });
      }),
    );
  });

  it('keep all that version 6 had, and gain Wikipedia to search', () => {
    fc.assert(
      fc.property(ANY_SETTINGS, (settings) => {
        const { search, ...old } = { ...settings, version: 6 };
        expect(Array.isArray(search.engines)).toBe(true);
        expect(read(old)).toEqual({ ...settings, search: WIKIPEDIA });
      }),
    );
  });

  it('name the place of what does not fit', () => {
    const message = (change: object) => {
      const result = parseSettings({ ...V3, ...change });
      return result.ok ? '' : result.message;
    };
    expect(message({ contextTokens: 5 })).toBe('settings: /models/0/contextTokens is 5; expected 1024 or more.');
    expect(message({ timeouts: undefined })).toContain('/models/0/timeouts is missing');
    expect(message({ provider: 'magic' })).toContain('/provider is not a known field');
    expect(message({ endpoint: 7 })).toContain('/endpoint is not a known field');
    expect(message({ extra: 7 })).toContain('/extra is not a known field');
  });
});

describe('settings that fit their schema', () => {
  const models = [entryOf({ model: 'a' }), entryOf({ model: 'b' })];
  const searx = { engine: 'searxng', endpoint: 'https://search.example.org/', cx: '' } as const;
  const brave = { engine: 'brave', endpoint: '', cx: '' } as const;
  const engines = (...list: Settings['search']['engines']) => ({ search: { engines: list } });
  const sound: Settings = { ...DEFAULT_SETTINGS, models };

  it.each<[Partial<Settings>, string]>([
    [{ models: [...models, entryOf({ model: 'a', provider: 'ollama' })] }, '/models/2/id is there twice'],
    [{ models: [entryOf({ id: 'server:b', model: 'a' })] }, '/models/0/id names another model'],
    [{ main: 'server:c' }, '/main names no model'],
    [{ main: '' }, '/main names no model'],
    [{ fast: 'extractive' }, '/fast names no model'],
    [{ vision: 'server:c' }, '/vision names no model'],
    [{ fallback: 'a' }, '/fallback names no model'],
    [engines(brave, { ...searx, endpoint: '' }), '/search/engines/1/endpoint is no web address'],
    [engines({ ...searx, endpoint: 'ftp://a.example' }), '/search/engines/0/endpoint is no web address'],
    [engines({ ...searx, endpoint: 'https://me:pw@a.example' }), '/search/engines/0/endpoint is no web address'],
    [engines({ ...brave, endpoint: 'javascript:alert(1)' }), '/search/engines/0/endpoint is no web address'],
    [engines({ ...brave, engine: 'google', cx: ' ' }), '/search/engines/0/cx is empty'],
    [engines(brave, searx, brave), '/search/engines/2 is there twice'],
    [engines(searx, { ...searx, endpoint: ' https://SEARCH.example.org' }), '/search/engines/1 is there twice'],
  ])('are refused all the same with %j', (change, why) => {
    expect(findSettingsFault({ ...sound, ...change })).toContain(why);
    expect(parseSettings({ ...sound, ...change })).toMatchObject({ ok: false });
  });

  it('are taken as they are when they hang together', () => {
    expect(findSettingsFault({ ...sound, main: 'server:b', fast: 'server:a', fallback: 'extractive' })).toBe('');
    expect(findSettingsFault({ ...sound, ...engines() })).toBe('');
    expect(
      findSettingsFault({ ...sound, ...engines(searx, brave, { ...searx, endpoint: 'http://[::1]:8080/s' }) }),
    ).toBe('');
    fc.assert(
      fc.property(ANY_SETTINGS, (settings) => {
        expect(read(settings)).toEqual(settings);
      }),
    );
  });
});

describe('roles', () => {
  it('fall to the main model where nobody else has them, but for the fallback', () => {
    const settings = settingsOf({ model: 'a' });
    expect(ROLES.map((role) => getModelId(settings, role))).toEqual(['server:a', 'server:a', 'server:a', '']);
    expect(findRoleModel(settings, 'vision')).toBe(settings.models[0]);
    expect(findRoleModel(settings, 'fallback')).toBeNull();
  });

  it('always have a model that is there, or the embedded engine', () => {
    fc.assert(
      fc.property(ANY_SETTINGS, fc.constantFrom(...ROLES), (settings, role) => {
        const model = findRoleModel(settings, role);
        const id = getModelId(settings, role);
        expect(model === null ? ['', 'extractive'] : [model.id]).toContain(id);
        expect(toModelConfig(model).id).toBe(model === null ? 'extractive' : id);
      }),
    );
  });
});
