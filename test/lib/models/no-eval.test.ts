import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collect, REQUEST } from '../../kit/model-conformance.ts';
import { startModelServer } from '../../kit/model-server.ts';

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

it('the provider library never tries to make code from strings, not even guarded', async () => {
  const { modelAt } = await import('../../kit/http-models.ts');
  const server = await startModelServer();
  const model = modelAt(server.url);
  const { last } = await collect(model.stream(REQUEST, new AbortController().signal));
  await server.close();
  expect(last.type).toBe('done');
  expect(attempts).toEqual([]);

  // and would be seen trying, if it were not told otherwise
  const { config, object } = await import('zod/v4');
  config({ jitless: false });
  object({}).parse({});
  config({ jitless: true });
  expect(attempts).toContain('Function');
});
