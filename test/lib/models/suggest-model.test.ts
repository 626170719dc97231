import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKeyProvider } from '../../../src/lib/models/presets.ts';
import { listWriters, suggestModel } from '../../../src/lib/models/suggest-model.ts';

const named = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('the model offered first', () => {
  it.each([
    [['gpt-4o', 'gpt-4.1-mini', 'gpt-5-mini', 'gpt-5'], 'gpt-5-mini'],
    [['claude-opus-4-1', 'claude-3-5-haiku-20241022', 'claude-haiku-4-5'], 'claude-haiku-4-5'],
    [['models/gemini-2.5-pro', 'models/gemini-2.5-flash'], 'models/gemini-2.5-flash'],
    [['llama3.2:3b', 'qwen3:8b'], 'llama3.2:3b'],
    [['nomic-embed-text'], undefined],
  ])('of %j is %s', (ids, id) => {
    expect(suggestModel(listWriters(named(...ids)))?.id).toBe(id);
  });

  it('is one of those that are there', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (ids) => {
        expect(ids).toContain(suggestModel(named(...ids))?.id);
      }),
    );
  });
});

describe('the provider of a key', () => {
  it.each([
    ['sk-ant-api03-x', 'anthropic'],
    ['sk-or-v1-x', 'openrouter'],
    ['sk-proj-x', 'openai'],
    ['sk-0123456789abcdef0123456789abcdef', 'deepseek'],
    ['  gsk_x ', 'groq'],
    ['AIzaSyx', 'gemini'],
    ['0123456789abcdef', undefined],
    ['', undefined],
  ])('%s', (key, name) => {
    expect(findKeyProvider(key)?.name).toBe(name);
  });
});
