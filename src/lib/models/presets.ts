/** Model-server presets of the settings page. */
import type { Provider } from './config.ts';

export interface Preset {
  readonly label: string;
  /** First part of a model's id: lower case, digits, hyphens. */
  readonly name: string;
  readonly provider: Exclude<Provider, 'extractive' | 'translator'>;
  /** '' where the user must enter it, or there is no server. */
  readonly endpoint: string;
  /** '' where the user chooses one. */
  readonly model: string;
  readonly contextTokens: number;
  readonly pictures: boolean;
  readonly place: 'computer' | 'provider' | 'other';
  /** Without a scheme; '' where no key is needed. */
  readonly keyPage: string;
}

export const PRESETS: readonly Preset[] = [
  createLocalPreset('Ollama', 'ollama', 'http://localhost:11434', 8192, 'ollama'),
  createLocalPreset('LM Studio', 'lm-studio', 'http://localhost:1234/v1', 4096),
  createLocalPreset('llama.cpp', 'llama-cpp', 'http://localhost:8080/v1', 4096),
  createLocalPreset('vLLM', 'vllm', 'http://localhost:8000/v1', 32_768),
  { ...createLocalPreset('Chrome’s built-in model', 'chrome', '', 6144, 'chrome'), model: 'gemini-nano' },
  createRemotePreset(
    'OpenAI',
    'openai',
    'https://api.openai.com/v1',
    128_000,
    'platform.openai.com/api-keys',
    'openai',
  ),
  createRemotePreset(
    'Anthropic',
    'anthropic',
    'https://api.anthropic.com/v1',
    200_000,
    'console.anthropic.com/settings/keys',
    'anthropic',
  ),
  createRemotePreset(
    'Google Gemini',
    'gemini',
    'https://generativelanguage.googleapis.com/v1beta',
    1_048_576,
    'aistudio.google.com/apikey',
    'google',
  ),
  createRemotePreset(
    'OpenRouter',
    'openrouter',
    'https://openrouter.ai/api/v1',
    128_000,
    'openrouter.ai/settings/keys',
  ),
  createRemotePreset('Groq', 'groq', 'https://api.groq.com/openai/v1', 131_072, 'console.groq.com/keys'),
  createRemotePreset('Mistral', 'mistral', 'https://api.mistral.ai/v1', 128_000, 'console.mistral.ai/api-keys'),
  createRemotePreset('DeepSeek', 'deepseek', 'https://api.deepseek.com/v1', 65_536, 'platform.deepseek.com/api_keys'),
  { ...createLocalPreset('Other (OpenAI-compatible)', 'server', '', 8192), place: 'other' },
];

function createLocalPreset(
  label: string,
  name: string,
  endpoint: string,
  contextTokens: number,
  provider: Preset['provider'] = 'openai-compatible',
): Preset {
  return { label, name, provider, endpoint, model: '', contextTokens, pictures: false, place: 'computer', keyPage: '' };
}

/** Models at a provider with an adapter of its own see pictures. */
function createRemotePreset(
  label: string,
  name: string,
  endpoint: string,
  contextTokens: number,
  keyPage: string,
  provider: Preset['provider'] = 'openai-compatible',
): Preset {
  const local = createLocalPreset(label, name, endpoint, contextTokens, provider);
  return { ...local, pictures: provider !== 'openai-compatible', place: 'provider', keyPage };
}

/** By the form of their keys, the more special first. Other providers' keys have none. */
const KEY_FORMS: readonly (readonly [form: RegExp, name: string])[] = [
  [/^sk-ant-/, 'anthropic'],
  [/^sk-or-/, 'openrouter'],
  [/^sk-[0-9a-f]{32}$/, 'deepseek'],
  [/^sk-/, 'openai'],
  [/^gsk_/, 'groq'],
  [/^AIza/, 'gemini'],
];

/** Null if the key does not tell its provider. */
export function findKeyProvider(key: string): Preset | null {
  const name = KEY_FORMS.find(([form]) => form.test(key.trim()))?.[1];
  return PRESETS.find((preset) => preset.name === name) ?? null;
}

export const MAX_NAME_LENGTH = 40;
