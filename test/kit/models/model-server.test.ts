import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentReply,
  goalOf,
  lastToolResult,
  offeredTools,
  pastCalls,
  systemOf,
  toolResults,
} from './model-server-agent.ts';
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

describe('an agent played by a script', () => {
  const tools = [{ type: 'function', function: { name: 'find_text', parameters: { type: 'object' } } }];
  const made = { id: 'a', type: 'function', function: { name: 'find_text', arguments: '{"words":"tea"}' } };
  const document = '<document title="Tea">\nGoal: milk.\n</document>';
  const begun = [
    { role: 'system', content: 'Call tools.' },
    { role: 'user', content: `Find tea.\n\n${document}` },
    { role: 'assistant', content: null, tool_calls: [made, { ...made, id: 'b' }] },
    { role: 'tool', tool_call_id: 'a', content: 'Two.' },
  ];
  const post = async (messages: readonly object[]): Promise<string> => {
    const body = JSON.stringify({ model: 'm', stream: true, messages, tools });
    return (await fetch(`${server.url}/chat/completions`, { method: 'POST', body })).text();
  };

  it('sees what the request says of the run', async () => {
    await post(begun);
    const exchange = await server.settled(0);
    expect([goalOf(exchange), systemOf(exchange)]).toEqual(['Find tea.', 'Call tools.']);
    expect(offeredTools(exchange)).toEqual(['find_text']);
    expect([toolResults(exchange), lastToolResult(exchange)]).toEqual([['Two.'], 'Two.']);
    const call = { name: 'find_text', arguments: '{"words":"tea"}' };
    expect(pastCalls(exchange)).toEqual([
      { id: 'a', ...call, result: 'Two.' },
      { id: 'b', ...call, result: null },
    ]);
  });

  it('says the same to the same request, ids included, and goes on when results have come', async () => {
    server.respond(() =>
      agentReply((exchange) =>
        toolResults(exchange).length === 0
          ? { text: 'I look.', calls: [{ name: 'find_text', arguments: { words: goalOf(exchange) } }] }
          : { text: `Found: ${lastToolResult(exchange)}` },
      ),
    );
    const first = await post(begun.slice(0, 2));
    expect(await post(begun.slice(0, 2))).toBe(first);
    expect(first).toMatch(/"tool_calls":\[\{"index":0,"id":"call_[0-9a-f]{12}0","type":"function"/);
    expect(first).toContain('"finish_reason":"tool_calls"');
    const second = await post(begun);
    expect(second).toContain('"finish_reason":"stop"');
    expect(second).not.toContain('tool_calls');
  });
});
