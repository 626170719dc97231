import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/lib/protocol/check.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/lib/protocol/settings.ts';
import {
  arePricesKnown,
  errorsIn,
  formOf,
  isUnencrypted,
  listPriceOf,
  originOf,
  settingsFrom,
  type Form,
} from '../../src/options/form.ts';

const SERVER: Settings = {
  ...DEFAULT_SETTINGS,
  provider: 'openai-compatible',
  endpoint: 'http://localhost:11434/v1',
  model: 'llama3.2',
};
const server = (change: Partial<Form>): Form => ({ ...formOf(SERVER), ...change });

describe('the settings form', () => {
  it('means settings that pass their schema whenever it finds no fault', () => {
    const figure = fc.oneof(
      fc.integer().map(String),
      fc.double().map(String),
      fc.constantFrom('', ' ', '0', ' 8192 ', '7', '1e3', '٣', '0x10', '10.5', '0.15', '0,15', '.5', '99999999999999'),
    );
    const wild: fc.Arbitrary<Form> = fc.record({
      provider: fc.constantFrom('extractive', 'openai-compatible'),
      endpoint: fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.constantFrom('http://localhost:1234/v1', 'ftp://x', 'https://a@b.c'),
      ),
      model: fc.string({ maxLength: 300 }),
      key: fc.string(),
      contextTokens: figure,
      toolCalling: fc.constantFrom('native', 'text'),
      tokenBudget: figure,
      warnAt: figure,
      maxSteps: figure,
      priceInput: figure,
      priceCached: figure,
      priceOutput: figure,
      maxCost: figure,
      connect: figure,
      firstChunk: figure,
      gap: figure,
      total: figure,
    });
    // some fields wild, the others in order: a form that is wild all over is never sound
    const forms = fc
      .tuple(wild, fc.subarray(Object.keys(formOf(SERVER)), { maxLength: 4 }))
      .map(([all, names]) => server(Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))));
    let sound = 0;
    fc.assert(
      fc.property(forms, (form) => {
        if (Object.keys(errorsIn(form)).length > 0) return;
        sound += 1;
        const settings = settingsFrom(form, DEFAULT_SETTINGS);
        expect(check('settings', settings)).toMatchObject({ ok: true });
        const shown = formOf(settings);
        expect(errorsIn(shown)).toEqual({});
        expect(settingsFrom(shown, settings)).toEqual(settings);
      }),
      { numRuns: 2000 },
    );
    expect(sound).toBeGreaterThan(100);
  });

  it('shows stored settings and means the same again', () => {
    for (const settings of [
      SERVER,
      { ...SERVER, toolCalling: 'text' as const, maxSteps: 50, priceInput: 0.15, priceOutput: 0.000001, maxCost: 2.5 },
      { ...SERVER, warnAt: 100, priceInput: 2, priceCached: 0.5, priceOutput: 8 },
      { ...SERVER, timeouts: { connect: 1500, firstChunk: 100, gap: 60_000, total: 3_600_000 } },
    ]) {
      expect(errorsIn(formOf(settings))).toEqual({});
      expect(settingsFrom(formOf(settings), DEFAULT_SETTINGS)).toEqual(settings);
    }
  });

  it('names each field at fault', () => {
    const found = errorsIn(server({ endpoint: '', model: ' ', contextTokens: '100', tokenBudget: 'much', gap: '0' }));
    expect(Object.keys(found)).toEqual(['endpoint', 'model', 'contextTokens', 'tokenBudget', 'gap']);
    expect(found.contextTokens).toBe('A whole number from 1,024 to 10,000,000.');
    expect(errorsIn(server({ endpoint: 'localhost:11434' })).endpoint).toContain('http://');
    expect(errorsIn(server({ endpoint: 'https://h/v1?key=s' })).endpoint).toContain('own field');
    expect(errorsIn(server({ endpoint: 'https://me:pw@h/v1' })).endpoint).toContain('own field');
  });

  it('takes prices and costs as decimals, or not at all, and never as 0', () => {
    const costs = (priceInput: string, priceOutput: string, maxCost: string) =>
      errorsIn(server({ priceInput, priceOutput, maxCost }));
    expect(costs('', ' ', '')).toEqual({});
    expect(costs('0.15', ' 12 ', '0.5')).toEqual({});
    const amount = 'A number above 0, such as 0.15, and at most 100,000; or leave it empty.';
    for (const wrong of ['0', '0.00', '-1', '0,15', '1e2', 'free', '100000.5', '0.0000001']) {
      expect(costs(wrong, '1', ''), wrong).toEqual({ priceInput: amount });
    }
    expect(costs('1', '1', '0').maxCost).toContain('at most 1,000,000');
    expect(costs('', '1', '')).toEqual({ priceInput: 'Enter this price too, or none.' });
    expect(costs('1', '', '')).toEqual({ priceOutput: 'Enter this price too, or none.' });
    expect(settingsFrom(server({ priceInput: '', priceOutput: '', maxCost: '' }), SERVER)).toEqual(SERVER);
    expect(arePricesKnown(server({ priceInput: '0.15', priceOutput: '0.6' }))).toBe(true);
    expect(arePricesKnown(server({ priceInput: '0.15', priceOutput: ' ' }))).toBe(false);
    const cachedAlone = errorsIn(server({ priceCached: '0.1' }));
    expect(Object.keys(cachedAlone)).toEqual(['priceInput', 'priceOutput']);
    expect(errorsIn(server({ priceInput: '1', priceCached: '', priceOutput: '1' }))).toEqual({});
  });

  it('knows the list price of a model at its provider’s own address, and of no other', () => {
    const openai = server({ endpoint: ' https://api.openai.com/v1/ ', model: ' gpt-4o-mini ' });
    expect(listPriceOf(openai)).toMatchObject({ input: 0.15, cached: 0.075, output: 0.6 });
    expect(arePricesKnown(openai)).toBe(true);
    expect(listPriceOf(server({ model: 'gpt-4o-mini' }))).toBeNull();
    expect(listPriceOf(server({ endpoint: 'nonsense', model: 'gpt-4o-mini' }))).toBeNull();
  });

  it('takes the warning as a whole percent of the budget', () => {
    for (const wrong of ['9', '101', '80.5', '', '80 %']) {
      expect(errorsIn(server({ warnAt: wrong })).warnAt).toBe('A whole number from 10 to 100.');
    }
    expect(settingsFrom(server({ warnAt: ' 65 ' }), SERVER).warnAt).toBe(65);
  });

  it('bounds the steps of a run', () => {
    for (const wrong of ['1', '51', '2.5', '']) {
      expect(errorsIn(server({ maxSteps: wrong })).maxSteps).toBe('A whole number from 2 to 50.');
    }
    expect(errorsIn(server({ maxSteps: '50' }))).toEqual({});
  });

  it('asks nothing of a server that was not chosen, and keeps its settings', () => {
    const form: Form = {
      ...formOf(SERVER),
      provider: 'extractive',
      endpoint: 'nonsense',
      gap: 'x',
      toolCalling: 'text',
      priceInput: 'x',
      maxCost: 'x',
      tokenBudget: '5000',
      maxSteps: '9',
    };
    expect(errorsIn(form)).toEqual({});
    expect(settingsFrom(form, SERVER)).toEqual({ ...SERVER, provider: 'extractive', tokenBudget: 5000, maxSteps: 9 });
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
    expect(originOf('http://localhost:11434/v1')).toBe('http://localhost:11434');
    expect(originOf('nonsense')).toBe('');
  });
});
