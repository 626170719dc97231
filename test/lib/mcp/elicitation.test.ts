/** Questions of a server while a call runs, against real servers of both versions: what is asked, what is declined unasked, what is told. */
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mayOpen } from '../../../src/lib/mcp/elicitation.ts';
import { callTool, listTools } from '../../../src/lib/mcp/mcp-client.ts';
import type { AskUser } from '../../../src/lib/mcp/questions.ts';
import { createSessionServer } from '../../kit/servers/mcp-session.ts';
import { inputRequired } from '@modelcontextprotocol/server';
import {
  createAskingTool,
  startToolServer,
  type FormSchema,
  type ServedTool,
  type ToolServer,
} from '../../kit/servers/mcp-server.ts';

let server: ToolServer;
beforeAll(async () => void (server = await startToolServer()));
afterAll(() => server.close());

const options = () => ({ address: server.url, fetch, version: 'test', signal: new AbortController().signal });

async function call(tool: ServedTool, askUser: AskUser | null) {
  server.answer(null);
  server.offer(tool);
  return callFirst(askUser);
}

async function callFirst(askUser: AskUser | null) {
  const listed = await listTools(options());
  const [first] = listed.type === 'tools' ? listed.tools : [];
  const { name = '', pin = '' } = first ?? {};
  return callTool({ name, pin, args: {} }, options(), () => undefined, askUser);
}

const NAME: FormSchema = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
};

it('a stateless server is told what the person entered, and its words come whole', async () => {
  const asked: unknown[] = [];
  const ended = await call(createAskingTool('Who are you?', NAME), (question) => {
    asked.push(question);
    return Promise.resolve('{"name":"Ada"}');
  });
  expect(asked).toEqual([{ text: 'Who are you?', asks: { kind: 'form', schema: NAME } }]);
  expect(ended).toMatchObject({ type: 'done', declined: 0 });
  expect(ended.type === 'done' && ended.text).toContain('{"action":"accept","content":{"name":"Ada"}}');
});

it.each([null, '{"name":""}', '{"name":7}', '["Ada"]', 'Ada'])(
  'a no is a decline, and so is what does not fit the form: %s',
  async (entered) => {
    const ended = await call(createAskingTool('Who are you?', NAME), () => Promise.resolve(entered));
    expect(ended.type === 'done' && ended.text).toContain('{"action":"decline"}');
  },
);

it.each<[string, string, object]>([
  ['is too long', 'x'.repeat(2001), NAME],
  [
    'has too many fields',
    'Who?',
    {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${String(i)}`, { type: 'boolean' }])),
    },
  ],
  ['is not flat', 'Who?', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
  [
    'has a rule that is not checked',
    'Who?',
    { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
  ],
])('one that %s is declined unasked, and counted', async (_, text, schema) => {
  const ended = await call(createAskingTool(text, schema as FormSchema), () => {
    throw new Error('It was asked.');
  });
  expect(ended).toMatchObject({ type: 'done', declined: 1 });
  expect(ended.type === 'done' && ended.text).toContain('{"action":"decline"}');
});

const createPageTool = (url: string): ServedTool => ({
  ...createAskingTool('', NAME),
  run: (_, { answers }) =>
    answers['pay'] === undefined
      ? inputRequired({ inputRequests: { pay: inputRequired.elicitUrl({ message: 'Pay here.', url }) } })
      : { content: [{ type: 'text', text: JSON.stringify(answers['pay']) }] },
});

it.each([
  ['yes', '{"action":"accept"}'],
  [null, '{"action":"decline"}'],
])('a server that asks to open a page is told whether it was opened, and no more: %s', async (answer, told) => {
  const asked: unknown[] = [];
  const ended = await call(createPageTool('https://pay.example/7'), (question) => {
    asked.push(question);
    return Promise.resolve(answer);
  });
  expect(asked).toEqual([{ text: 'Pay here.', asks: { kind: 'url', url: 'https://pay.example/7' } }]);
  expect(ended).toMatchObject({ type: 'done', text: told, declined: 0 });
});

it.each([
  'http://pay.example/',
  'https://ada@pay.example/',
  'http://192.168.0.1/',
  'javascript:alert(1)',
  'file:///etc',
])('a page that may not be opened is declined unasked: %s', async (url) => {
  const ended = await call(createPageTool(url), () => {
    throw new Error('It was asked.');
  });
  expect(ended).toMatchObject({ type: 'done', text: '{"action":"decline"}', declined: 1 });
});

it('a call that needs a page first says which', async () => {
  const elicitations = [{ mode: 'url', elicitationId: '7', url: 'https://pay.example/7', message: 'Pay first.' }];
  const sessions = createSessionServer(
    (_response, _sendResult, sendError) =>
      sendError({ code: -32042, message: 'Needs a page.', data: { elicitations } }),
    (response) => response.end(),
  );
  server.answer(sessions.answer);
  const ended = await callFirst(() => Promise.resolve(null));
  expect(ended).toMatchObject({ type: 'fault', fault: 'needs-page', detail: 'https://pay.example/7 Pay first.' });
});

it('a server that asks on and on is answered five times, one at a time', async () => {
  let asking = 0;
  let most = 0;
  let asked = 0;
  const inputRequests = Object.fromEntries(
    Array.from({ length: 4 }, (_, i) => [
      `q${String(i)}`,
      inputRequired.elicit({ message: 'More?', requestedSchema: NAME }),
    ]),
  );
  const ended = await call({ ...createAskingTool('', NAME), run: () => inputRequired({ inputRequests }) }, async () => {
    asked += 1;
    most = Math.max(most, (asking += 1));
    await new Promise((resolve) => setImmediate(resolve));
    asking -= 1;
    return '{"name":"Ada"}';
  });
  expect([asked, most]).toEqual([5, 1]);
  expect(ended.type).toBe('fault');
});

it('without a person to ask, a server is not told that it may', async () => {
  const ended = await call(createAskingTool('Who are you?', NAME), null);
  expect(ended).toMatchObject({ type: 'fault' });
});

it.each(['of the call', 'beside it'])(
  'a server of 2025-11-25 asks on the stream %s, and gets its answer',
  async (where) => {
    let finish = (): void => undefined;
    let listening: ServerResponse | null = null;
    const question = { mode: 'form', message: 'Who are you?', requestedSchema: NAME };
    const sessions = createSessionServer(
      (response, sendResult) => {
        finish = () => sendResult('Thank you.');
        const request = { jsonrpc: '2.0', id: 'q1', method: 'elicitation/create', params: question };
        (where === 'beside it' ? listening : response)?.write(`data: ${JSON.stringify(request)}\n\n`);
      },
      (response) => response.end(),
      () => finish(),
      (response) => {
        listening = response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      },
    );
    server.answer(sessions.answer);
    const ended = await callFirst(() => Promise.resolve('{"name":"Ada"}'));
    expect(ended).toMatchObject({ type: 'done', text: 'Thank you.' });
    expect(sessions.answers).toEqual([{ action: 'accept', content: { name: 'Ada' } }]);
  },
);

const EVENTS = { 'content-type': 'text/event-stream' };

it.each<[string, (response: ServerResponse) => void]>([
  ['refuses', (response) => response.writeHead(401).end()],
  ['answers with a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
  ['ends', (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end()],
  ['cuts', (response) => response.destroy()],
  ['floods', (response) => response.writeHead(200, EVENTS).end(`: ${'x'.repeat(5 * 1024 * 1024)}\n\n`)],
])('a server that %s the stream beside the call fails no call', async (_, onListen) => {
  const sessions = createSessionServer(
    (_response, sendResult) => sendResult('Done.'),
    (response) => response.end(),
    () => undefined,
    onListen,
  );
  server.answer(sessions.answer);
  expect(await callFirst(() => Promise.resolve(null))).toMatchObject({ type: 'done', text: 'Done.' });
});

it('never: a page that is private for a server on the web, nor one by http but on this computer', () => {
  const scheme = fc.constantFrom('https', 'http', 'javascript', 'data', 'file', 'chrome-extension');
  const host = fc.constantFrom(
    'pay.example',
    'pay.org',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    'nas.local',
    'nas',
  );
  const servers = fc.constantFrom('https://tools.org/mcp', 'http://127.0.0.1:1/mcp', 'http://nas.local/mcp');
  fc.assert(
    fc.property(scheme, host, fc.webPath(), servers, (protocol, name, path, server) => {
      const isPublic = ['pay.example', 'pay.org'].includes(name);
      const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(name);
      const may = isPublic
        ? protocol === 'https'
        : server !== 'https://tools.org/mcp' && (protocol === 'https' || (protocol === 'http' && isHere));
      expect(mayOpen(`${protocol}://${name}${path}`, server)).toBe(may);
    }),
  );
});
