/** What is asked of a server beside calls, and the list that comes of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallAbortedError } from '../../../src/lib/models/http/timeouts.ts';
import { openAICompatible } from '../../../src/lib/models/providers/openai-compatible.ts';
import { createServerRequest } from '../../../src/lib/models/http/server-request.ts';
import { findServerModel, listModels } from '../../../src/lib/probe/model-server.ts';
import { PROBE_TIMEOUTS } from '../../../src/lib/probe/probe.ts';
import { TEST_ORIGIN } from '../../kit/models/http-models.ts';
import { hang, html, json, raw, redirect, refuse } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../../kit/models/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const ask = (signal = new AbortController().signal, timeouts = PROBE_TIMEOUTS) =>
  createServerRequest(
    { endpoint: `${server.url}/`, protocol: openAICompatible, fetch: globalThis.fetch, timeouts },
    signal,
  );

function list(behaviour: Behaviour) {
  server.respond(() => behaviour);
  const site = {
    protocol: openAICompatible,
    endpoint: server.url,
    model: '',
    extensionOrigin: TEST_ORIGIN,
    now: 0,
  };
  return listModels(ask(), openAICompatible, site);
}

describe('a question to a server', () => {
  it('goes below the base or, with two slashes, below the origin; with a body it is posted', async () => {
    server.respond(() => json(200, { n: 1 }));
    const before = server.requests.length;
    expect(await ask()('/models')).toEqual({ n: 1 });
    await ask()('//props');
    await ask()('//api/show', { model: 'x' });
    expect(server.requests.slice(before).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/v1/models', undefined],
      ['GET', '/props', undefined],
      ['POST', '/api/show', { model: 'x' }],
    ]);
  });

  it('is rejected by what the wire raises', async () => {
    server.respond(() => refuse(401, 'no'));
    await expect(ask()('/models')).rejects.toMatchObject({ name: 'RefusedError', status: 401 });
    server.respond(() => redirect('http://127.0.0.1:9/'));
    await expect(ask()('/models')).rejects.toMatchObject({ name: 'WireError', fault: 'redirect' });
    server.respond(() => html());
    await expect(ask()('/models')).rejects.toMatchObject({ fault: 'wrong-type' });
    server.respond(() => raw(200, 'application/json', '{"half'));
    expect(await ask()('/models')).toBeUndefined();
  });

  it('is not waited for without an end', async () => {
    server.respond(() => hang());
    await expect(ask(undefined, { ...PROBE_TIMEOUTS, connect: 30 })('/models')).rejects.toMatchObject({
      kind: 'connect',
    });
    const abort = new AbortController();
    const asked = ask(abort.signal)('/models');
    abort.abort();
    await expect(asked).rejects.toThrow(CallAbortedError);
  });
});

describe('a list of models', () => {
  it('holds at most 2,000 names, each once, without what cannot be seen', async () => {
    const data = [
      { id: 'a\u202eb\u0000c' },
      { id: 'abc' },
      { id: '\u0007' },
      { id: 'x'.repeat(201) },
      ...Array.from({ length: 3000 }, (_, n) => ({ id: `m-${String(n)}`, context_length: n })),
    ];
    const listing = await list(json(200, { data }));
    const models = listing.type === 'list' ? listing.models : [];
    expect(models).toHaveLength(2000);
    expect(models.slice(0, 3)).toEqual([
      { id: 'abc' },
      { id: 'm-0', contextTokens: 0 },
      { id: 'm-1', contextTokens: 1 },
    ]);
  });

  it('is none where the server has none, and a failure where nobody may see it', async () => {
    expect(await list(refuse(404, 'Not Found'))).toEqual({ type: 'none' });
    expect(await list(json(200, { models: 'many' }))).toEqual({ type: 'none' });
    expect(await list(refuse(401, 'no'))).toMatchObject({ type: 'failed', failure: { code: 'model.unauthorized' } });
    expect(await list(html())).toMatchObject({ type: 'failed', failure: { code: 'model.wrong-type' } });
  });

  it('names a model as servers do', () => {
    const listing = { type: 'list', models: [{ id: 'qwen3:latest' }, { id: 'models/gem' }] } as const;
    expect(findServerModel(listing, 'qwen3')?.id).toBe('qwen3:latest');
    expect(findServerModel(listing, 'gem')?.id).toBe('models/gem');
    expect(findServerModel({ type: 'list', models: [{ id: 'gem' }] }, 'models/gem')?.id).toBe('gem');
    expect(findServerModel(listing, 'qwen')).toBeUndefined();
  });
});
