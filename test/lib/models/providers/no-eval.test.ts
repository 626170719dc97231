import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WireFormat } from '../../../kit/wire/speech.ts';

const attempts: string[] = [];
// oxlint-disable-next-line no-eval -- kept to put it back
const original = { Function: globalThis.Function, eval: globalThis.eval };

beforeEach(() => {
  attempts.length = 0;
  for (const name of ['Function', 'eval'] as const) {
    const recording = new Proxy(original[name], {
      construct: () => record(name),
      apply: () => record(name),
    });
    Object.defineProperty(globalThis, name, { value: recording, configurable: true, writable: true });
  }
});
afterEach(() => {
  for (const [name, value] of Object.entries(original)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});

function record(name: string): never {
  attempts.push(name);
  throw new EvalError('forbidden');
}

/** Loaded when their turn comes: libraries make most of their attempts while they are. */
const WIRES: Readonly<Record<string, () => Promise<WireFormat>>> = {
  'openai-compatible': async () => (await import('../../../kit/wire/chat-completions.ts')).chatCompletions,
  ollama: async () => (await import('../../../kit/wire/ollama.ts')).ollamaChat,
  openai: async () => (await import('../../../kit/wire/openai.ts')).openAIResponses,
  google: async () => (await import('../../../kit/wire/google.ts')).gemini,
  anthropic: async () => (await import('../../../kit/wire/anthropic.ts')).anthropicMessages,
};

it.each(Object.entries(WIRES))(
  '%s: the provider library never tries to make code from strings, not even guarded',
  async (_provider, load) => {
    const format = await load();
    const { modelAt } = await import('../../../kit/models/http-models.ts');
    const { collect, REQUEST } = await import('../../../kit/conformance/model-conformance.ts');
    const { startModelServer } = await import('../../../kit/models/model-server.ts');
    const server = await startModelServer(undefined, { format });
    const model = modelAt(server.url, { protocol: format.protocol });
    const { last } = await collect(model.stream(REQUEST, new AbortController().signal));
    await server.close();
    expect(last.type).toBe('done');
    expect(attempts).toEqual([]);
  },
);

it('such a library would be seen trying, if it were not told otherwise', async () => {
  const { config, object } = await import('zod/v4');
  config({ jitless: false });
  object({}).parse({});
  config({ jitless: true });
  expect(attempts).toContain('Function');
});
