import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toModelConfig, getModelId, findRoleModel, ROLES } from '../../../../src/lib/protocol/settings/roles.ts';
import { checkSettings } from '../../../../src/lib/protocol/check.ts';
import { DEFAULT_SETTINGS, SETTINGS_VERSION } from '../../../../src/lib/protocol/settings/defaults.ts';
import { findSettingsFault, type Settings } from '../../../../src/lib/protocol/settings/settings.ts';
import { ANY_SETTINGS } from '../../../kit/protocol/any-settings.ts';
import { entryOf, settingsOf } from '../../../kit/protocol/settings.ts';

/** The value read, which must be sound. */
function read(value: unknown): Settings {
  const result = checkSettings(value);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

it('settings of another version, or with a field that does not fit, are refused with its place', () => {
  const message = (change: object) => {
    const result = checkSettings({ ...settingsOf({ model: 'a' }), ...change });
    return result.ok ? '' : result.message;
  };
  expect(message({})).toBe('');
  expect(message({ version: SETTINGS_VERSION + 1 })).toContain('/version');
  expect(message({ warnAt: 7 })).toBe('settings: /warnAt is 7; expected 10 or more.');
  expect(message({ maxSteps: undefined })).toContain('/maxSteps is missing');
  expect(message({ extra: 7 })).toContain('/extra is not a known field');
});

it.each(['appearance', 'answers'] as const)('settings from before %s was among them get its default', (added) => {
  fc.assert(
    fc.property(ANY_SETTINGS, (settings) => {
      const { [added]: _, ...older } = settings;
      expect(read(older)).toEqual({ ...settings, [added]: DEFAULT_SETTINGS[added] });
    }),
  );
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
    expect(checkSettings({ ...sound, ...change })).toMatchObject({ ok: false });
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
