/** Streams that break off and sessions that are kept, against a real HTTP server: what is resumed, what fails at once, what is told. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTool, listTools } from '../../../src/lib/mcp/mcp-client.ts';
import type { ToolServerEnd } from '../../../src/lib/protocol/offscreen/tool-server.ts';
import { createSessionServer, type AnswerStream, type SessionServer } from '../../kit/servers/mcp-session.ts';
import { startToolServer, type ToolServer } from '../../kit/servers/mcp-server.ts';
import { eventually } from '../../kit/base/eventually.ts';

let server: ToolServer;
beforeAll(async () => void (server = await startToolServer()));
afterAll(() => server.close());

async function callSlow(
  onCall: AnswerStream,
  onResume: AnswerStream = (response) => response.end(),
  signal = new AbortController().signal,
): Promise<{ readonly ended: ToolServerEnd; readonly sessions: SessionServer }> {
  const sessions = createSessionServer(onCall, onResume);
  server.answer(sessions.answer);
  const options = { address: server.url, fetch, version: 'test', signal };
  const listed = await listTools(options);
  const pin = listed.type === 'tools' ? (listed.tools[0]?.pin ?? '') : '';
  const ended = await callTool({ name: 'slow', pin, args: {} }, options, () => undefined);
  return { ended, sessions };
}

const PRIMING = 'id: first\nretry: 1\ndata:\n\n';

it('a stream that ends without its answer fails at once, as broken off', async () => {
  const { ended, sessions } = await callSlow((response) => response.end(': nothing\n\n'));
  expect(ended).toMatchObject({ type: 'fault', fault: 'cut' });
  expect(sessions.lastEventIds).toEqual([]);
});

it.each<[string, AnswerStream]>([
  ['ends', (response) => response.end(PRIMING)],
  ['is cut', (response) => response.write(PRIMING, () => setImmediate(() => response.destroy()))],
])('a stream that %s after an event with an id is resumed, and the call is not made again', async (_, onCall) => {
  let calls = 0;
  const { ended, sessions } = await callSlow(
    (response, sendResult, sendError) => {
      calls += 1;
      onCall(response, sendResult, sendError);
    },
    (_response, sendResult) => sendResult('Resumed.'),
  );
  expect(ended).toMatchObject({ type: 'done', text: 'Resumed.' });
  expect(sessions.lastEventIds).toEqual(['first']);
  expect(calls).toBe(1);
});

it('a stream that breaks off for ever is resumed a bounded number of times', async () => {
  const breakOff: AnswerStream = (response) => response.end(PRIMING);
  const { ended, sessions } = await callSlow(breakOff, breakOff);
  expect(ended).toMatchObject({ type: 'fault', fault: 'cut' });
  expect(sessions.lastEventIds).toHaveLength(20);
});

it('a session is ended after the call, and after a stop, which the server is told of', async () => {
  const done = await callSlow((_, sendResult) => sendResult('Done.'));
  await eventually(() => expect(done.sessions.seen.at(-1)).toBe('DELETE session-7'));
  const stop = new AbortController();
  const { sessions } = await callSlow(() => stop.abort(new Error('stopped')), undefined, stop.signal);
  await eventually(() => expect(sessions.seen.at(-1)).toBe('DELETE session-7'));
  expect(sessions.seen).toContain('notifications/cancelled');
});
