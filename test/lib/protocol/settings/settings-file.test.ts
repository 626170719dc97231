import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_FILE_BYTES,
  readSettingsFile,
  writeSettingsFile,
  type Keys,
} from '../../../../src/lib/protocol/settings/settings-file.ts';
import { SETTINGS_VERSION } from '../../../../src/lib/protocol/settings/defaults.ts';
import { FILE_KIND } from '../../../../src/lib/protocol/settings/settings.ts';
import { ANY_SETTINGS } from '../../../kit/protocol/any-settings.ts';
import { settingsOf } from '../../../kit/protocol/settings.ts';
import { parseUrl } from '../../../../src/lib/base/urls.ts';

const KEY = 'sk-canary-0123456789';
const OPENAI = settingsOf({ endpoint: 'https://api.openai.com/v1', model: 'gpt-4o-mini' });
/** What is wrong with a file of this content. */
const fault = (content: unknown): string => {
  const read = readSettingsFile(typeof content === 'string' ? content : JSON.stringify(content));
  return read.ok ? '' : read.message;
};

/** Any settings whose models can be called. */
const EXPORTED = fc.tuple(ANY_SETTINGS, fc.webUrl()).map(([settings, url]) => ({
  ...settings,
  models: settings.models.map((model) => ({ ...model, endpoint: model.provider === 'chrome' ? '' : url })),
}));

describe('a file of settings', () => {
  it('means the settings it was made of, and the keys that were handed over', () => {
    fc.assert(
      fc.property(EXPORTED, fc.boolean(), (settings, withKeys) => {
        const origins = settings.models.filter(({ endpoint }) => parseUrl(endpoint));
        const keys = Object.fromEntries(origins.map(({ endpoint }) => [new URL(endpoint).origin, KEY]));
        const read = readSettingsFile(writeSettingsFile(settings, withKeys ? keys : null));
        expect(read).toEqual({ ok: true, value: { settings, keys: withKeys ? keys : {} } });
      }),
    );
  });

  it('is short enough to be imported, however many tools are on; beyond a bound they cannot be stored', () => {
    // as many bytes a character, and as many lines and levels, as it can have
    const schema = {
      enum: Array.from({ length: 70 }, () => '中'.repeat(10)),
      deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) as readonly string[],
    };
    const tool = (name: string) => ({
      name,
      description: '中'.repeat(2000),
      inputSchema: schema,
      pin: '0'.repeat(64),
      repeatable: false,
    });
    const serve = (count: number) => ({
      ...OPENAI,
      toolServers: Array.from({ length: 3 }, (_, at) => ({
        id: `s${at}`,
        address: 'https://mcp.example.org/mcp',
        tools: Array.from({ length: count }, (__, number) => tool(`tool${number}`)),
      })),
    });
    const file = writeSettingsFile(serve(24), null);
    expect(new TextEncoder().encode(file).length).toBeLessThan(MAX_FILE_BYTES);
    expect(fault(file)).toBe('');
    expect(fault(writeSettingsFile(serve(32), null))).toContain('/toolServers is over 300000 characters');
  });

  it('has no place for keys unless they were asked for [R8.2b]', () => {
    fc.assert(
      fc.property(ANY_SETTINGS, (settings) => {
        const file = JSON.parse(writeSettingsFile(settings, null)) as object;
        expect(Object.keys(file)).toEqual(['kind', 'version', 'settings']);
      }),
    );
  });

  it('is refused with the reason, and with the place where there is one', () => {
    const file = { kind: FILE_KIND, version: SETTINGS_VERSION, settings: OPENAI };
    expect(fault('{"kind":')).toContain('no JSON');
    expect(fault([1])).toContain('no KnowledgeLens settings');
    expect(fault(null)).toContain('no KnowledgeLens settings');
    expect(fault({ ...file, version: SETTINGS_VERSION + 1 })).toContain('newer KnowledgeLens');
    expect(fault({ ...file, settings: { ...OPENAI, warnAt: 7 } })).toBe('settings: /warnAt is 7; expected 10 or more.');
    expect(fault({ ...file, settings: { ...OPENAI, main: 'x' } })).toContain('/main names no model');
    expect(fault({ ...file, grants: [] })).toContain('/grants is not a known field');
    expect(fault(file)).toBe('');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '', 'https://me:pw@a.example/v1', 'https://a.example/v1?to=b'])(
    'is refused when a model of it would be called at %s',
    (endpoint) => {
      const settings = settingsOf({ endpoint, model: 'm' });
      expect(fault({ kind: FILE_KIND, version: SETTINGS_VERSION, settings })).toContain(
        '/models/0/endpoint is no web address',
      );
    },
  );

  it('brings keys only for servers of its own models and engines', () => {
    const file = { kind: FILE_KIND, version: SETTINGS_VERSION, settings: OPENAI };
    expect(fault({ ...file, keys: { 'https://api.openai.com': KEY } })).toBe('');
    expect(fault({ ...file, keys: { 'https://evil.example': KEY } })).toContain('/keys has a key for a server');
    const brave = { 'https://api.search.brave.com': KEY };
    expect(fault({ ...file, keys: brave })).toContain('/keys has a key for a server');
    const engines = [{ engine: 'brave', endpoint: '', cx: '' }];
    expect(fault({ ...file, settings: { ...OPENAI, search: { engines } }, keys: brave })).toBe('');
  });

  it('is never quoted where a key stands, and never stops the page, whatever is in it', () => {
    const anyKeys: fc.Arbitrary<unknown> = fc.oneof(
      fc.constantFrom(KEY, [KEY], { 'https://a.example': { key: KEY } }, { 'https://a.example': KEY.repeat(60) }),
      fc.dictionary(fc.string(), fc.constantFrom(KEY, 7, null)) as fc.Arbitrary<Keys>,
    );
    fc.assert(
      fc.property(anyKeys, (keys) => {
        expect(fault({ kind: FILE_KIND, version: SETTINGS_VERSION, settings: OPENAI, keys })).not.toContain(KEY);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(fault(text)).not.toBe('');
      }),
    );
  });
});
