/** Models of scripted runs. */
import type { ModelBinding, RunModels } from '../../../src/lib/agent/frames/frames.ts';
import { DEFAULT_TIMEOUTS } from '../../../src/lib/models/model.ts';

export const MODEL: ModelBinding = {
  id: 'ollama:llama3.2',
  label: 'llama3.2 at localhost:11434',
  metered: true,
  config: {
    id: 'ollama:llama3.2',
    provider: 'openai-compatible',
    endpoint: 'http://localhost:11434/v1',
    model: 'llama3.2',
    contextTokens: 8192,
    toolCalling: 'native',
    pictures: false,
    keepAlive: 5,
    timeouts: DEFAULT_TIMEOUTS,
  },
  prices: null,
};
/** Another, which may do some of its work or take its place. */
export const OTHER: ModelBinding = {
  ...MODEL,
  id: 'openai:gpt-4o-mini',
  label: 'gpt-4o-mini at api.openai.com',
  prices: { input: 0.15, cached: 0.075, output: 0.6, asOf: '2025-09-01' },
};

/** The models of a run with those terms for the main one. */
export const models = (main: Partial<ModelBinding> = {}, others: Partial<RunModels> = {}): RunModels => ({
  main: { ...MODEL, ...main },
  fast: null,
  vision: null,
  fallback: null,
  ...others,
});
