import { afterEach, beforeEach, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from './model-server.ts';
import { gate, hang, reply } from './model-server-replies.ts';

let server: ModelServer;
beforeEach(async () => (server = await startModelServer()));
afterEach(() => server.close());

function ask(content = 'Tea?', init: RequestInit = {}): Promise<Response> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] });
  return fetch(`${server.url}/chat/completions`, { method: 'POST', body, ...init });
}

it('gives the same request the same bytes, and another request others', async () => {
  const [first, second, other] = await Promise.all(['a', 'a', 'b'].map(async (text) => (await ask(text)).text()));
  expect(first).toBe(second);
  expect(other).not.toBe(first);
  expect(first?.startsWith('data: {"id":"chatcmpl-')).toBe(true);
  expect(first?.endsWith('"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')).toBe(true);
});

it('records what was asked, and how it ended', async () => {
  await (await ask('Milk?', { headers: { authorization: 'Bearer x' } })).text();
  expect(await server.settled(0)).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer x' },
    body: { model: 'm', messages: [{ content: 'Milk?' }] },
    state: 'finished',
  });
  expect(server.calls).toHaveLength(1);
});

it('stands still at a gate until released, and says how far it came', async () => {
  const here = gate();
  server.respond(() => reply({ text: 'one two ', size: 4, before: { 1: () => here.pass() } }));
  const response = ask();
  const { index } = await server.nextRequest();
  await here.reached;
  await server.chunkSent(index, 2); // the role, then the first text
  expect(server.requests[index]).toMatchObject({ sent: 2, state: 'open' });
  here.release();
  expect(await (await response).text()).toContain('"content":"two "');
});

it('sees a client leave, and does not wait for events that will not come', async () => {
  server.respond(() => hang());
  const abort = new AbortController();
  const response = ask('Tea?', { signal: abort.signal });
  const { index } = await server.nextRequest();
  abort.abort();
  await expect(response).rejects.toThrow();
  expect(await server.settled(index)).toMatchObject({ state: 'cut', sent: 0 });
  await expect(server.chunkSent(index, 1)).rejects.toThrow(/ended early/);
});

it('lists its models, and sends CORS headers only when told to', async () => {
  const plain = await fetch(`${server.url}/models`);
  expect(await plain.json()).toMatchObject({ object: 'list', data: [{ id: 'test-model' }] });
  expect(plain.headers.get('access-control-allow-origin')).toBeNull();
  const open = await startModelServer(undefined, { models: null, cors: true });
  const missing = await fetch(`${open.url}/models`);
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  await open.close();
});
