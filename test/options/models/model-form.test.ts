import fc from 'fast-check';
import { toTraits } from '../../../src/lib/protocol/settings/model-entries.ts';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/lib/models/presets.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { MODEL_SCHEMA } from '../../../src/lib/protocol/settings/settings.ts';
import { checkSettings } from '../../../src/lib/protocol/check.ts';
import { isUnencrypted, getEndpointOrigin } from '../../../src/options/models/field-checks.ts';
import {
  hasKnownPrices,
  toCandidate,
  toModelSettings,
  validateModelForm,
  createModelForm,
  toModelForm,
  type ModelForm,
  formatTraits,
  applyTraits,
} from '../../../src/options/models/model-form.ts';
import { entryOf } from '../../kit/protocol/settings.ts';
import { findPrices } from '../../../src/lib/models/prices.ts';

const ENTRY = entryOf({ model: 'llama3.2' });
const server = (change: Partial<ModelForm>): ModelForm => ({ ...toModelForm(ENTRY), ...change });

const REMOTE = { endpoint: 'https://api.example.org/v1' };

describe('the form of a model', () => {
  it('means an entry that can be saved whenever it finds no fault', () => {
    const figure = fc.oneof(
      fc.integer().map(String),
      fc.double().map(String),
      fc.constantFrom(
        '',
        ' ',
        '0',
        '-1',
        ' 8192 ',
        '7',
        '1e3',
        '٣',
        '0x10',
        '10.5',
        '0.15',
        '0,15',
        '.5',
        '9'.repeat(14),
      ),
    );
    const wild: fc.Arbitrary<ModelForm> = fc.record({
      provider: fc.constantFrom(...MODEL_SCHEMA.properties.provider.enum),
      name: fc.oneof(fc.string(), fc.constantFrom('ollama', ' a-1 ', 'Ollama', 'a:b', 'x'.repeat(41))),
      endpoint: fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.constantFrom('http://localhost:1234/v1', 'ftp://x', 'https://a@b.c'),
      ),
      model: fc.string({ maxLength: 300 }),
      key: fc.string(),
      contextTokens: figure,
      toolCalling: fc.constantFrom(...MODEL_SCHEMA.properties.toolCalling.enum),
      pictures: fc.boolean(),
      keepAlive: figure,
      embedding: fc.string({ maxLength: 300 }),
      priceInput: figure,
      priceCached: figure,
      priceOutput: figure,
      connect: figure,
      firstChunk: figure,
      gap: figure,
      total: figure,
    });
    // some fields wild, the others in order: a form that is wild all over is never sound
    const forms = fc
      .tuple(wild, fc.subarray(Object.keys(toModelForm(ENTRY)), { maxLength: 4 }))
      .map(([all, names]) => server(Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))));
    let sound = 0;
    fc.assert(
      fc.property(forms, (form) => {
        if (Object.keys(validateModelForm(form)).length > 0) return;
        sound += 1;
        const entry = toModelSettings(form);
        expect(checkSettings({ ...DEFAULT_SETTINGS, models: [entry], main: entry.id })).toMatchObject({ ok: true });
        const shown = toModelForm(entry);
        expect(validateModelForm(shown)).toEqual({});
        expect(toModelSettings(shown)).toEqual(entry);
      }),
      { numRuns: 2000 },
    );
    expect(sound).toBeGreaterThan(100);
  });

  it('shows a stored entry and means the same again', () => {
    for (const entry of [
      ENTRY,
      { ...ENTRY, toolCalling: 'text' as const, pictures: true, priceInput: 0.15, priceOutput: 0.000001 },
      { ...ENTRY, priceInput: 2, priceCached: 0.5, priceOutput: 8 },
      { ...ENTRY, provider: 'ollama' as const, keepAlive: -1, embedding: 'nomic-embed-text' },
      { ...ENTRY, timeouts: { connect: 1500, firstChunk: 100, gap: 60_000, total: 3_600_000 } },
    ]) {
      expect(validateModelForm(toModelForm(entry))).toEqual({});
      expect(toModelSettings(toModelForm(entry))).toEqual(entry);
    }
  });

  it('names each field at fault', () => {
    const found = validateModelForm(
      server({ endpoint: '', model: ' ', name: 'My Server', contextTokens: '100', gap: '0' }),
    );
    expect(Object.keys(found)).toEqual(['endpoint', 'model', 'contextTokens', 'name', 'gap']);
    expect(found.contextTokens).toBe('A whole number from 1,024 to 10,000,000.');
    expect(validateModelForm(server({ endpoint: 'localhost:11434' })).endpoint).toContain('http://');
    expect(validateModelForm(server({ endpoint: 'https://h/v1?key=s' })).endpoint).toContain('own field');
    expect(validateModelForm(server({ endpoint: 'https://me:pw@h/v1' })).endpoint).toContain('own field');
    expect(Object.keys(validateModelForm(server({ provider: 'ollama', keepAlive: '2000' })))).toEqual(['keepAlive']);
  });

  it('takes prices as decimals, or not at all, and never as 0', () => {
    const costs = (priceInput: string, priceOutput: string) => validateModelForm(server({ priceInput, priceOutput }));
    expect(costs('', ' ')).toEqual({});
    expect(costs('0.15', ' 12 ')).toEqual({});
    const amount = 'A number above 0, such as 0.15, up to 100,000. Or leave it empty.';
    for (const wrong of ['0', '0.00', '-1', '0,15', '1e2', 'free', '100000.5', '0.0000001']) {
      expect(costs(wrong, '1'), wrong).toEqual({ priceInput: amount });
    }
    expect(costs('', '1')).toEqual({ priceInput: 'Enter this price too, or clear all.' });
    expect(costs('1', '')).toEqual({ priceOutput: 'Enter this price too, or clear all.' });
    expect(hasKnownPrices(server({ priceInput: '0.15', priceOutput: '0.6' }))).toBe(true);
    expect(hasKnownPrices(server({ ...REMOTE, priceInput: '0.15', priceOutput: ' ' }))).toBe(false);
    expect(hasKnownPrices(server({ priceOutput: ' ' }))).toBe(true); // a server of one's own
    expect(Object.keys(validateModelForm(server({ priceCached: '0.1' })))).toEqual(['priceInput', 'priceOutput']);
    expect(validateModelForm(server({ priceInput: '1', priceCached: '', priceOutput: '1' }))).toEqual({});
  });

  it('knows the list price of a model at its provider’s own address, and of no other', () => {
    const openai = server({ endpoint: ' https://api.openai.com/v1/ ', model: ' gpt-4o-mini ' });
    expect(findPrices(openai.endpoint, openai.model)).toMatchObject({ input: 0.15, cached: 0.075, output: 0.6 });
    expect(hasKnownPrices(openai)).toBe(true);
    expect(findPrices(server({}).endpoint, 'gpt-4o-mini')).toBeNull();
    expect(findPrices('nonsense', 'gpt-4o-mini')).toBeNull();
  });

  it.each(PRESETS)('begins with what $label needs, and lacks no more than a model and an address', (preset) => {
    const form = createModelForm(preset);
    const missing = [...(preset.name === 'server' ? ['endpoint'] : []), ...(preset.model === '' ? ['model'] : [])];
    expect(Object.keys(validateModelForm(form))).toEqual(missing);
    expect(form).toMatchObject({ name: preset.name, provider: preset.provider, endpoint: preset.endpoint, key: '' });
  });

  it('asks nothing of a server where there is none', () => {
    const form = server({ provider: 'chrome', endpoint: 'nonsense', priceInput: 'x', model: 'gemini-nano' });
    expect(validateModelForm(form)).toEqual({});
    expect(toModelSettings(form)).toMatchObject({ endpoint: '', priceInput: 0, id: 'server:gemini-nano' });
  });

  it('is tested as typed, with the saved key where none was typed', () => {
    const typed = {
      provider: 'ollama',
      endpoint: ' http://x:1 ',
      model: ' m ',
      contextTokens: '9000',
      keepAlive: '0',
    } as const;
    const candidate = { provider: 'ollama', endpoint: 'http://x:1', model: 'm', contextTokens: 9000, keepAlive: 0 };
    expect(toCandidate(server(typed))).toEqual({ ...candidate, key: null });
    expect(toCandidate(server({ ...typed, key: 'sk-1' }))).toEqual({ ...candidate, key: 'sk-1' });
  });

  it('takes over what was found out about the model, and nothing else', () => {
    const form = server({});
    expect(applyTraits(form, {})).toEqual(form);
    const found = { contextTokens: 4096, toolCalling: 'json', pictures: true } as const;
    expect(applyTraits(form, found)).toEqual({ ...form, ...found, contextTokens: '4096' });
    expect(formatTraits(found)).toBe('uses tools (JSON mode), about 3,100 words at once, reads pictures');
    expect(formatTraits({})).toBe('');
  });

  it('takes what a list says of a model, but asks Ollama for no larger window than the person did', () => {
    const listed = { id: 'm', contextTokens: 131_072, tools: false, pictures: false };
    expect(toTraits(listed, server({}))).toEqual({ contextTokens: 131_072, toolCalling: 'json', pictures: false });
    expect(toTraits(listed, server({ provider: 'ollama', contextTokens: '8192' })).contextTokens).toBe(8192);
    expect(toTraits({ id: 'm', contextTokens: 512 }, server({}))).toEqual({});
  });

  it('warns of plain http on the open net alone', () => {
    expect(isUnencrypted('http://models.example.org/v1')).toBe(true);
    for (const fine of [
      'https://models.example.org/v1',
      'http://localhost:1234',
      'http://127.0.0.1',
      'http://192.168.1.5:8080',
      'http://nas.local',
      '',
    ]) {
      expect(isUnencrypted(fine)).toBe(false);
    }
    expect(getEndpointOrigin('http://localhost:11434/v1')).toBe('http://localhost:11434');
    expect(getEndpointOrigin('nonsense')).toBe('');
  });
});
