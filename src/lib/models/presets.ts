/**
 * Where models are to be had, as data: what the settings page fills in for each. The one rule: a preset is a beginning,
 * and every value of it can be changed.
 */
import type { Provider } from './config.ts';

export interface Preset {
  /** What people call it. */
  readonly label: string;
  /** The first part of a model's id: lower case, digits, hyphens. */
  readonly name: string;
  readonly provider: Exclude<Provider, 'extractive'>;
  /** '' where the person has to say, or where there is no server. */
  readonly endpoint: string;
  /** The only model there is; '' where one is chosen. */
  readonly model: string;
  /** The window most of its models have, or that it serves unless told otherwise. */
  readonly contextTokens: number;
  /** Whether most of its models can be shown pictures. */
  readonly pictures: boolean;
  readonly place: 'computer' | 'provider' | 'other';
  /** Where a key is to be had; '' where none is needed. */
  readonly keyAt: string;
}

export const PRESETS: readonly Preset[] = [
  local('Ollama', 'ollama', 'http://localhost:11434', 8192, 'ollama'),
  local('LM Studio', 'lm-studio', 'http://localhost:1234/v1', 4096),
  local('llama.cpp', 'llama-cpp', 'http://localhost:8080/v1', 4096),
  local('vLLM', 'vllm', 'http://localhost:8000/v1', 32_768),
  { ...local('Chrome’s built-in model', 'chrome', '', 6144, 'chrome'), model: 'gemini-nano' },
  {
    ...remote('OpenAI', 'openai', 'https://api.openai.com/v1', 128_000, 'platform.openai.com/api-keys'),
    provider: 'openai',
    pictures: true,
  },
  {
    ...remote('Anthropic', 'anthropic', 'https://api.anthropic.com/v1', 200_000, 'console.anthropic.com/settings/keys'),
    provider: 'anthropic',
    pictures: true,
  },
  {
    ...remote(
      'Google Gemini',
      'gemini',
      'https://generativelanguage.googleapis.com/v1beta',
      1_048_576,
      'aistudio.google.com/apikey',
    ),
    provider: 'google',
    pictures: true,
  },
  remote('OpenRouter', 'openrouter', 'https://openrouter.ai/api/v1', 128_000, 'openrouter.ai/settings/keys'),
  remote('Groq', 'groq', 'https://api.groq.com/openai/v1', 131_072, 'console.groq.com/keys'),
  remote('Mistral', 'mistral', 'https://api.mistral.ai/v1', 128_000, 'console.mistral.ai/api-keys'),
  remote('DeepSeek', 'deepseek', 'https://api.deepseek.com/v1', 65_536, 'platform.deepseek.com/api_keys'),
  { ...local('Other (OpenAI-compatible)', 'server', '', 8192), place: 'other' },
];

function local(
  label: string,
  name: string,
  endpoint: string,
  contextTokens: number,
  provider: Preset['provider'] = 'openai-compatible',
): Preset {
  return { label, name, provider, endpoint, model: '', contextTokens, pictures: false, place: 'computer', keyAt: '' };
}

function remote(label: string, name: string, endpoint: string, contextTokens: number, keyAt: string): Preset {
  return { ...local(label, name, endpoint, contextTokens), place: 'provider', keyAt };
}

/** The longest name a model's id may begin with. */
export const MAX_NAME = 40;

/** A name for a server that is known by its address alone: the preset's at that host, else made of the host. */
export function nameAt(endpoint: string): string {
  const host = URL.canParse(endpoint.trim()) ? new URL(endpoint.trim()).host : '';
  const preset = PRESETS.find((known) => known.endpoint !== '' && new URL(known.endpoint).host === host && host !== '');
  return preset?.name ?? slug(host) ?? 'server';
}

/** The text as a name; null when nothing of it is left. */
function slug(text: string): string | null {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-|-$/g, '');
  return name === '' ? null : name;
}
