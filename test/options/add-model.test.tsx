import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import {
  accessibilityFaults,
  alert,
  button,
  control,
  described,
  field,
  open,
  page,
  press,
  tick,
  type,
} from './page.ts';
import { listed, MODELS, pick, radios, saved } from './models/listed.ts';

const EMPTY = { settings: DEFAULT_SETTINGS, fault: '' };

describe('adding a model', () => {
  it('of a server on this computer takes four clicks, the test of it included', async () => {
    const { did } = await open({ loaded: EMPTY, ...listed(MODELS) });
    await press('Add a model');
    await press('Ollama');
    expect(did).toEqual([
      ['ask', 'http://localhost:11434'],
      ['list', { provider: 'ollama', endpoint: 'http://localhost:11434', key: null }],
    ]);
    await pick('gpt-4o');
    await press('Save');
    expect(saved(did)).toMatchObject({ main: 'ollama:gpt-4o', models: [{ endpoint: 'http://localhost:11434' }] });
    expect(did.at(-1)).toMatchObject(['test', { model: 'gpt-4o', key: null }]);
    expect(page.textContent).toContain('Saved: ollama:gpt-4o.');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Test ollama:gpt-4o');
  });

  it('of a server with one model leaves nothing to choose', async () => {
    await open({ loaded: EMPTY, ...listed(MODELS.slice(0, 1)) });
    await press('Add a model');
    await press('LM Studio');
    expect(field('Model').value).toBe('gpt-4o');
    expect(field('Context window').value).toBe('128000');
  });

  it('of a provider asks for the key alone, then lists the models with it', async () => {
    const { did } = await open({ loaded: EMPTY, ...listed(MODELS) });
    await press('Add a model');
    await press('Anthropic');
    expect(button('Anthropic')?.getAttribute('aria-pressed')).toBe('true');
    expect(control('Address')).toBeUndefined();
    expect(control('Model')).toBeUndefined();
    expect(described('API key')).toContain('console.anthropic.com');
    expect(document.activeElement).toBe(field('API key'));
    await type('API key', 'sk-canary');
    await press('Next');
    expect(did.at(-1)).toMatchObject(['list', { provider: 'anthropic', key: 'sk-canary' }]);
    expect(button('Anthropic')).toBeUndefined();
    expect(document.activeElement).toBe(field('Model'));
    expect(field('Address').value).toBe('https://api.anthropic.com/v1');
    expect(field('Context window').value).toBe('200000');
    await press('Back');
    expect(field('API key').value).toBe('sk-canary');
  });

  it('opens the connection again where the server cannot be reached, and takes a name that is typed', async () => {
    const error = { code: 'x', message: 'The key was refused.', hint: 'Run `x` again.' };
    const { did } = await open({ loaded: EMPTY, listed: { ok: false, error } });
    await press('Add a model');
    await press('Groq');
    await press('Next');
    expect(alert()).toContain('The key was refused.');
    expect(button('Copy x')).toBeDefined();
    expect(await accessibilityFaults()).toEqual([]);
    expect(control('API key')?.closest('details')?.open).toBe(true);
    await type('Model', 'm');
    expect(control('API key')?.closest('details')?.open).toBe(true);
    await press('Save');
    expect(saved(did)).toMatchObject({ models: [{ id: 'groq:m' }] });
  });

  it('wants an address first where none is known', async () => {
    const { did } = await open({ loaded: EMPTY });
    await press('Add a model');
    await press('Other (OpenAI-compatible)');
    expect(document.activeElement).toBe(field('Address'));
    await press('Next');
    expect(did).toEqual([]);
    expect(field('Address').getAttribute('aria-invalid')).toBe('true');
    expect(control('Model')).toBeUndefined();
  });

  it('does not carry a key that was typed for one server to another', async () => {
    await open({ loaded: EMPTY });
    await press('Add a model');
    await press('OpenAI');
    await type('API key', 'sk-canary');
    await press('Groq');
    expect(field('API key').value).toBe('');
  });

  it('puts the first one to work unless told otherwise, also while the list is still loading', async () => {
    const { did } = await open({ loaded: EMPTY });
    await press('Add a model');
    await press('LM Studio');
    await type('Model', 'qwen3-8b');
    await press('Save');
    expect(saved(did).main).toBe('lm-studio:qwen3-8b');
    expect(saved(did).models).toMatchObject([{ id: 'lm-studio:qwen3-8b', endpoint: 'http://localhost:1234/v1' }]);
    await press('Add a model');
    await press('LM Studio');
    expect(field('Use it for').checked).toBe(false);
    await type('Model', 'qwen3-8b');
    await press('Save');
    expect(saved(did)).toMatchObject({ main: 'lm-studio:qwen3-8b', models: [{}, { id: 'lm-studio-2:qwen3-8b' }] });
  });

  it('leaves the built-in engine at work when that is wanted', async () => {
    const { did } = await open({ loaded: EMPTY });
    await press('Add a model');
    await press('LM Studio');
    await type('Model', 'm');
    await tick('Use it for');
    await press('Save');
    expect(saved(did)).toMatchObject({ main: 'extractive', models: [{ model: 'm' }] });
  });

  it('wants no server, key or access for Chrome’s own model', async () => {
    const { did } = await open({ loaded: EMPTY });
    await press('Add a model');
    await press('Chrome’s built-in model');
    for (const label of ['Address', 'API key', 'Model', 'Input price']) expect(control(label), label).toBeUndefined();
    await press('Back');
    await press('Next');
    await press('Save');
    expect(did.map(([what]) => what)).toEqual(['settings', 'test']);
    expect(saved(did)).toMatchObject({ main: 'chrome:gemini-nano', models: [{ provider: 'chrome', endpoint: '' }] });
  });

  it('has no accessibility fault at any step, and can be given up', async () => {
    const { did } = await open({ loaded: EMPTY, ...listed(MODELS) });
    await press('Add a model');
    expect(document.activeElement?.textContent).toBe('Add a model');
    expect(await accessibilityFaults()).toEqual([]);
    await press('OpenAI');
    expect(await accessibilityFaults()).toEqual([]);
    await press('Next');
    expect(radios()).toHaveLength(2);
    expect(await accessibilityFaults()).toEqual([]);
    await press('Cancel');
    expect(control('Address')).toBeUndefined();
    expect(did.filter(([what]) => what === 'settings')).toEqual([]);
  });
});
