import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collect, TOOL_REQUEST } from '../../kit/model-conformance.ts';
import { startModelServer } from '../../kit/model-server.ts';
import type { WireFormat } from '../../kit/wire/speech.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

const attempts: string[] = [];
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

/** Loaded only here, so that what a library does as it loads is seen too. */
const FORMATS: readonly (readonly [string, () => Promise<WireFormat>])[] = [
  ['chat completions', async () => (await import('../../kit/wire/chat-completions.ts')).chatCompletions],
  ['Anthropic messages', async () => (await import('../../kit/wire/anthropic.ts')).anthropicMessages],
];

it.each(FORMATS)('the library for %s never tries to make code from strings, not even guarded', async (_name, load) => {
  const { modelAt } = await import('../../kit/http-models.ts');
  const format = await load();
  const server = await startModelServer(undefined, { format });
  const { last } = await collect(
    modelAt(server.url, { protocol: format.protocol }).stream(TOOL_REQUEST, new AbortController().signal),
  );
  await server.close();
  expect(last.type).toBe('done');
  expect(attempts).toEqual([]);
});

it('would be seen trying, if it were not told otherwise', async () => {
  const { config, object } = await import('zod/v4');
  config({ jitless: false });
  object({}).parse({});
  config({ jitless: true });
  expect(attempts).toContain('Function');
});
