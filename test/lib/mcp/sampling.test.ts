/** A server that asks for the model while a call runs, against real servers of both versions: what is asked, and what it is told. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, listTools } from '../../../src/lib/mcp/mcp-client.ts';
import type { AskedQuestion, AskUser } from '../../../src/lib/mcp/questions.ts';
import { readSampling } from '../../../src/lib/mcp/sampling.ts';
import {
  createSamplingTool,
  startToolServer,
  type SamplingParams,
  type ToolServer,
} from '../../kit/servers/mcp-server.ts';
import { createSessionServer } from '../../kit/servers/mcp-session.ts';
import { inputRequired } from '@modelcontextprotocol/server'; // after ours, which tells the library that both share not to compile

let server: ToolServer;
beforeAll(async () => void (server = await startToolServer()));
afterAll(() => server.close());

const options = () => ({ address: server.url, fetch, version: 'test', signal: new AbortController().signal });

async function call(askUser: AskUser) {
  const listed = await listTools(options());
  const [first] = listed.type === 'tools' ? listed.tools : [];
  return callTool({ name: first?.name ?? '', pin: first?.pin ?? '', args: {} }, options(), () => undefined, askUser);
}

const text = (words: string) => ({ type: 'text', text: words }) as const;
const PARAMS: SamplingParams = {
  systemPrompt: 'You name rooms.',
  messages: [{ role: 'user', content: text('Name the blue one.') }],
  includeContext: 'allServers',
  maxTokens: 9000,
};
const ASKED: AskedQuestion = {
  text: 'Name the blue one.',
  asks: {
    kind: 'sampling',
    system: 'You name rooms.',
    messages: [{ role: 'user', text: 'Name the blue one.' }],
    maxTokens: 4000,
  },
};
const GIVEN = '{"text":"The sea room.","isCut":false}';
const ANSWER = { role: 'assistant', content: text('The sea room.'), model: 'undisclosed', stopReason: 'endTurn' };

/** One of 2025-11-25. */
function useSessions(params: object) {
  let finish = (): void => undefined;
  let giveUp = (): void => undefined;
  const sessions = createSessionServer(
    (response, sendResult) => {
      finish = () => sendResult('Thank you.');
      giveUp = () => {
        const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q1' } };
        response.write(`data: ${JSON.stringify(notice)}\n\n`);
        finish();
      };
      const request = { jsonrpc: '2.0', id: 'q1', method: 'sampling/createMessage', params };
      response.write(`data: ${JSON.stringify(request)}\n\n`);
    },
    (response) => response.end(),
    () => finish(),
  );
  server.answer(sessions.answer);
  return { ...sessions, giveUp: () => giveUp() };
}

function useStateless(params: SamplingParams): void {
  server.answer(null);
  server.offer(createSamplingTool(params));
}

describe('a server that asks for the model', () => {
  it('has what it asks shown whole, and is given the answer', async () => {
    const asked: AskedQuestion[] = [];
    const askUser: AskUser = (question) => {
      asked.push(question);
      return Promise.resolve(GIVEN);
    };
    useStateless(PARAMS);
    const ended = await call(askUser);
    expect(ended.type === 'done' && ended.text).toContain(JSON.stringify(ANSWER));
    const sessions = useSessions(PARAMS);
    expect(await call(askUser)).toMatchObject({ type: 'done', text: 'Thank you.', declined: 0 });
    expect(sessions.answers).toEqual([ANSWER]);
    expect(asked).toEqual([ASKED, ASKED]);
  });

  it.each([
    ['the person declined', null],
    ['the model gave no answer', '{"text":null,"isCut":false}'],
  ])('is told so where %s', async (_, given) => {
    useStateless(PARAMS);
    expect(await call(() => Promise.resolve(given))).toMatchObject({ type: 'fault', fault: 'no-sample' });
    const sessions = useSessions(PARAMS);
    expect(await call(() => Promise.resolve(given))).toMatchObject({ type: 'done', text: 'Thank you.', declined: 0 });
    expect(sessions.errors).toMatchObject([{ code: -1 }]);
  });

  it('is waited for no more once it gives its question up', async () => {
    const sessions = useSessions(PARAMS);
    let isGivenUp = false;
    const asked = call(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isGivenUp = true;
            resolve(null);
          });
          sessions.giveUp();
        }),
    );
    expect(await asked).toMatchObject({ type: 'done', text: 'Thank you.' });
    expect(isGivenUp).toBe(true);
    expect(sessions.answers).toEqual([]);
  });

  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
  it.each<[string, object]>([
    ['a picture', { ...PARAMS, messages: [{ role: 'user', content: [text('Look'), image] }] }],
    ['too much', { ...PARAMS, messages: [{ role: 'user', content: text('x'.repeat(20_001)) }] }],
    ['tools', { ...PARAMS, tools: [] }],
    ['nothing', { ...PARAMS, messages: [] }],
    ['a reply to the assistant', { ...PARAMS, messages: [{ role: 'assistant', content: text('Hello') }] }],
  ])('is declined unasked with %s, and told why', async (_, params) => {
    const sessions = useSessions(params);
    const ended = await call(() => Promise.reject(new Error('It was asked.')));
    expect(ended).toMatchObject({ type: 'done', declined: 1 });
    expect(sessions.errors).toMatchObject([{ code: -1, message: expect.stringContaining('Only texts') as string }]);
  });

  it('shares the five questions of a call with its forms', async () => {
    const form = { type: 'object', properties: { a: { type: 'boolean' } } } as const;
    const kinds: string[] = [];
    server.answer(null);
    const asking = createSamplingTool(PARAMS);
    const [model, person] = [
      inputRequired.createMessage(PARAMS),
      inputRequired.elicit({ message: 'More?', requestedSchema: form }),
    ];
    const inputRequests = { a: model, b: person, c: model, d: person, e: model, f: person };
    server.offer({ ...asking, run: () => inputRequired({ inputRequests }) });
    await call(({ asks: { kind } }) => {
      kinds.push(kind);
      return Promise.resolve(kind === 'form' ? '{}' : GIVEN);
    });
    expect(kinds).toHaveLength(5);
  });
});

it('never: more than texts in their bounds, from anything that a server sends', () => {
  const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: fc.anything() });
  const params = fc.record(
    { systemPrompt: fc.anything(), messages: fc.oneof(fc.array(message), fc.anything()), maxTokens: fc.anything() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(params, (sent) => {
      const read = readSampling(sent);
      if (read === null) return;
      expect(read.maxTokens).toBeGreaterThan(0);
      expect(read.maxTokens).toBeLessThanOrEqual(4000);
      expect(read.messages.every(({ text: words }) => words.length > 0 && words.length <= 20_000)).toBe(true);
    }),
  );
});
