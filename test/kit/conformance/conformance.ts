/**
 * The one list that every adapter over HTTP passes, whatever its wire: each case in the words of `model-server-replies.ts`,
 * said by the provider's own format. A format that cannot say a case names it in `without`, with the reason; what is
 * peculiar to one server stands in the tests of its adapter.
 */
import type { FinishReason, ModelUsage } from '../../../src/lib/models/model.ts';
import { fails, TOOL_REQUEST, type Conformance } from './model-conformance.ts';
import type { ServedCall } from '../models/model-server-calls.ts';
import {
  drop,
  endless,
  hang,
  hangAfterHead,
  html,
  raw,
  redirect,
  reply,
  type ReplyOptions,
} from '../models/model-server-replies.ts';
import type { Behaviour } from '../models/model-server.ts';
import type { WireFormat } from '../wire/speech.ts';

const ANSWER = 'Grüne Tees: 日本茶 and 👩‍💻 in one answer.';
const ARGUMENTS = { words: 'grüner Tee, 日本茶 👩‍💻 "}{"' };
const FIND: Required<ServedCall> = { id: 'call_a', name: 'find_text', arguments: ARGUMENTS };
const READ: Required<ServedCall> = { id: 'call_b', name: 'read_page', arguments: {} };
const FIGURES = { input: 120, output: 30, cached: 40, reasoning: 5 };
const soon = 40;

/** Ids are the server's where it gives them, ours where it does not: each is looked at only for being there. */
export const ANY_ID = '*';

/** The list, as this format says it. */
export function conformance(format: WireFormat): readonly Conformance[] {
  return allCases(format).filter(({ name }) => !Object.hasOwn(format.without, name));
}

export function allCases(format: WireFormat): readonly Conformance[] {
  const says = (options: ReplyOptions = {}): Behaviour => reply({ text: ANSWER, ...options }, format);
  const calls = (options: ReplyOptions): Behaviour => reply(options, format);
  const done = (more: { finish?: FinishReason; usage?: ModelUsage; text?: string } = {}): Conformance['ends'] => ({
    type: 'done',
    text: ANSWER,
    ...more,
  });
  const called = (made: readonly Required<ServedCall>[], text = ''): Conformance['ends'] => ({
    type: 'done',
    text,
    calls: made.map(({ name, arguments: args }) => ({ id: ANY_ID, name, arguments: JSON.stringify(args) })),
  });
  const tools = (name: string, options: ReplyOptions, ends: Conformance['ends']): Conformance => ({
    name,
    server: calls(options),
    request: TOOL_REQUEST,
    ends,
  });
  const { refuse, failure } = format;
  return [
    { name: 'text', server: says(), ends: done({ finish: 'stop' }) },
    { name: 'thoughts beside the text', server: says({ reasoning: 'Hm, tea …' }), ends: done({ finish: 'stop' }) },
    tools('a tool call in fragments', { calls: [FIND], size: 3 }, called([FIND])),
    tools('a tool call after text', { text: 'I look.', calls: [FIND] }, called([FIND], 'I look.')),
    tools('a tool call without arguments', { calls: [READ] }, called([READ])),
    tools('parallel tool calls', { calls: [FIND, READ] }, called([FIND, READ])),
    {
      name: 'a refusal',
      server: says({ text: '', refusal: ANSWER, finish: 'content_filter' }),
      ends: done({ finish: 'content-filter' }),
    },
    { name: 'a full window', server: says({ finish: 'length' }), ends: done({ finish: 'length' }) },
    tools(
      'a full window in mid-call',
      { calls: [FIND], finish: 'length', size: 4, stopAfter: { events: 3, how: 'finish' } },
      { type: 'done', text: '', finish: 'length' },
    ),
    {
      name: 'usage in the last event',
      server: says({ figures: () => FIGURES }),
      ends: done({ usage: FIGURES }),
    },
    {
      name: 'usage in the first event',
      server: says({ usage: 'first', figures: () => FIGURES }),
      ends: done({ usage: FIGURES }),
    },
    { name: 'no usage at all', server: says({ usage: 'absent' }), ends: done({ usage: {} }) },
    {
      name: 'an error in mid-stream',
      server: says({ insert: { after: 2, ...failure('CUDA out of memory') } }),
      ends: fails('server', true, 'CUDA out of memory'),
    },
    { name: 'an empty reply', server: says({ text: '' }), ends: fails('empty', true) },
    { name: 'characters split between writes', server: says({ bytesPerWrite: 7 }), ends: done() },
    { name: 'keep-alive comments', server: says({ comments: true }), ends: done() },
    { name: 'lines ended by LF', server: says({ newline: '\n' }), ends: done() },
    { name: 'lines ended by CR', server: says({ newline: '\r' }), ends: done() },
    { name: 'lines ended by CRLF', server: says({ newline: '\r\n' }), ends: done() },
    { name: 'no end marker', server: says({ done: false }), ends: done() },
    { name: 'a finish said twice', server: says({ finishTwice: true }), ends: done({ finish: 'stop' }) },
    {
      name: 'a connection kept open after the end',
      server: says({ linger: true }),
      timeouts: { gap: 3000 },
      ends: done(),
    },
    {
      name: 'an event that is no JSON',
      server: says({ insert: { after: 2, data: '{"half":[' } }),
      ends: fails('malformed', true),
    },
    {
      name: 'an event of another protocol',
      server: says({ insert: { after: 2, ...format.foreign } }),
      ends: fails('malformed', true),
    },

    { name: '400', server: refuse(400, 'messages: wrong'), ends: fails('bad-request', false, 'messages: wrong') },
    {
      name: '400 about the window',
      server: refuse(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
      ends: fails('too-large', false, '200000'),
    },
    {
      name: '401',
      server: refuse(401, 'bad key sk-canary1234567890'),
      ends: fails('unauthorized', false, /valid key/),
    },
    {
      name: '403',
      server: refuse(403, 'Country not supported'),
      ends: fails('forbidden', false, 'Country not supported'),
    },
    {
      name: '404',
      server: refuse(404, 'The model `test-model` does not exist'),
      ends: fails('not-found', false, 'no model called test-model'),
    },
    { name: '408', server: refuse(408, 'Too slow'), ends: fails('server', true, 'Too slow') },
    { name: '413', server: refuse(413, 'Payload too large'), ends: fails('too-large', false) },
    { name: '422', server: refuse(422, 'messages: wrong'), ends: fails('bad-request', false, 'messages: wrong') },
    {
      name: '429',
      server: refuse(429, 'Slow down', { 'retry-after': '7' }),
      ends: { ...fails('rate-limited', true, '7 s'), retryAfterMs: 7000 },
    },
    { name: '500', server: refuse(500, 'Internal error'), ends: fails('server', true, 'Internal error') },
    {
      name: '503',
      server: refuse(503, 'Loading model', { 'retry-after': '3' }),
      ends: { ...fails('server', true, /overloaded or starting/), retryAfterMs: 3000 },
    },
    { name: '529', server: refuse(529, 'Overloaded'), ends: fails('server', true, /overloaded/) },
    {
      name: 'a redirect',
      server: redirect('http://127.0.0.1:9/elsewhere'),
      ends: fails('redirect', false, /n’t followed/),
    },
    { name: 'HTML instead of a stream', server: html(), ends: fails('wrong-type', false, 'text/html') },

    {
      name: 'a hang before the head',
      server: hang(),
      timeouts: { connect: soon },
      ends: fails('timeout-connect', true),
    },
    {
      name: 'a hang in mid-reply',
      server: says({ stopAfter: { events: 2, how: 'hang' } }),
      timeouts: { gap: soon },
      ends: fails('timeout-gap', true),
    },
    {
      name: 'a hang before the first event',
      server: hangAfterHead(format.protocol.streamType),
      timeouts: { firstChunk: soon },
      ends: fails('timeout-first-chunk', true),
    },
    { name: 'no end', server: endless(format), timeouts: { total: 150 }, ends: fails('timeout-total', false) },
    { name: 'a cut before anything', server: raw(200, format.protocol.streamType, ''), ends: fails('cut', true) },
    { name: 'a connection dropped', server: drop(), ends: fails('unreachable', false) },
    {
      name: 'a cut in mid-reply',
      server: says({ stopAfter: { events: 2, how: 'destroy' } }),
      ends: fails('cut', true),
    },
    { name: 'an end in mid-reply', server: says({ stopAfter: { events: 2, how: 'end' } }), ends: fails('cut', true) },
    tools('a cut in mid-call', { calls: [FIND], size: 4, stopAfter: { events: 3, how: 'end' } }, fails('cut', true)),
    tools(
      'whole calls, but no finish',
      { calls: [FIND], finish: null, done: false, usage: 'absent' },
      fails('cut', true),
    ),
  ];
}
