import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/lib/protocol/check.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/lib/protocol/settings.ts';
import { errorsIn, formOf, isUnencrypted, originOf, settingsFrom, type Form } from '../../src/options/form.ts';

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
      fc.constantFrom('', ' 8192 ', '1e3', '٣', '0x10', '10.5', '99999999999999'),
    );
    const forms: fc.Arbitrary<Form> = fc.record({
      provider: fc.constantFrom('extractive', 'openai-compatible'),
      endpoint: fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.constantFrom('http://localhost:1234/v1', 'ftp://x', 'https://a@b.c'),
      ),
      model: fc.string({ maxLength: 300 }),
      key: fc.string(),
      contextTokens: figure,
      tokenBudget: figure,
      connect: figure,
      firstChunk: figure,
      gap: figure,
      total: figure,
    });
    fc.assert(
      fc.property(forms, (form) => {
        if (Object.keys(errorsIn(form)).length > 0) return;
        expect(check('settings', settingsFrom(form, DEFAULT_SETTINGS))).toMatchObject({ ok: true });
      }),
      { numRuns: 2000 },
    );
  });

  it('shows stored settings and means the same again', () => {
    for (const settings of [
      SERVER,
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

  it('asks nothing of a server that was not chosen, and keeps its settings', () => {
    const form: Form = {
      ...formOf(SERVER),
      provider: 'extractive',
      endpoint: 'nonsense',
      gap: 'x',
      tokenBudget: '5000',
    };
    expect(errorsIn(form)).toEqual({});
    expect(settingsFrom(form, SERVER)).toEqual({ ...SERVER, provider: 'extractive', tokenBudget: 5000 });
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
