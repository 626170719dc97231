/** Cases of the conformance list in which a reply begins: everything a stream can do, well and badly, and silence. */
import type { FinishReason, ModelUsage } from '../../src/lib/models/model.ts';
import { fails, type Conformance } from './model-conformance.ts';
import type { Behaviour } from './model-server.ts';
import { hang, raw, reply, type ReplyOptions } from './model-server-replies.ts';

const ANSWER = 'Grüne Tees: 日本茶 and 👩‍💻 in one answer.';
const says = (options: ReplyOptions = {}): Behaviour => reply({ text: ANSWER, ...options });
const done = (more: { finish?: FinishReason; usage?: ModelUsage; text?: string } = {}): Conformance['ends'] => ({
  type: 'done',
  text: ANSWER,
  ...more,
});
const soon = 40;

export const STREAMS: readonly Conformance[] = [
  { name: 'a plain stream', server: says(), ends: done({ finish: 'stop' }) },
  {
    name: 'usage in the last event',
    server: says({ usage: 'last' }),
    ends: done({ usage: { input: 33, output: 10 } }),
  },
  {
    name: 'usage in the first event',
    server: says({ usage: 'first' }),
    ends: done({ usage: { input: 33, output: 10 } }),
  },
  { name: 'no usage at all', server: says({ usage: 'absent' }), ends: done({ usage: {} }) },
  { name: 'no [DONE]', server: says({ done: false }), ends: done() },
  { name: 'a finish said twice', server: says({ finishTwice: true }), ends: done({ finish: 'stop' }) },
  { name: 'lines ended by LF', server: says({ newline: '\n', comments: true }), ends: done() },
  { name: 'lines ended by CR', server: says({ newline: '\r', done: false, usage: 'absent' }), ends: done() },
  { name: 'lines ended by CRLF', server: says({ newline: '\r\n' }), ends: done() },
  { name: 'comments between events', server: says({ comments: true }), ends: done() },
  { name: 'characters split between writes', server: says({ bytesPerWrite: 7 }), ends: done() },
  { name: 'a stream without a type', server: says({ contentType: 'application/octet-stream' }), ends: done() },
  {
    name: 'a connection kept open after the end',
    server: says({ linger: true }),
    timeouts: { gap: 3000 },
    ends: done(),
  },
  { name: 'reasoning apart from the answer', server: says({ reasoning: 'Hm, tea …' }), ends: done() },
  { name: 'thoughts in the text', server: says({ text: `<think>Hm, tea …</think>\n\n${ANSWER}` }), ends: done() },
  { name: 'a full window', server: says({ finish: 'length' }), ends: done({ finish: 'length' }) },
  { name: 'a content filter', server: says({ finish: 'content_filter' }), ends: done({ finish: 'content-filter' }) },
  { name: 'a finish of its own', server: says({ finish: 'eos' }), ends: done({ finish: 'other' }) },

  { name: 'an empty reply', server: says({ text: '' }), ends: fails('empty', true) },
  { name: 'a reply of blanks', server: says({ text: ' \n\n ' }), ends: fails('empty', true) },
  {
    name: 'thoughts alone',
    server: says({ text: '<think>Hm', finish: 'length' }),
    ends: fails('empty', false, /thinking/),
  },
  { name: 'an end without a finish', server: says({ stopAfter: { events: 2, how: 'end' } }), ends: fails('cut', true) },
  { name: 'an end before anything', server: raw(200, 'text/event-stream', ''), ends: fails('cut', true) },
  { name: 'all the text, but no finish', server: says({ finish: null }), ends: fails('cut', true) },
  { name: 'a socket destroyed', server: says({ stopAfter: { events: 2, how: 'destroy' } }), ends: fails('cut', true) },
  {
    name: 'an event that is no JSON',
    server: says({ insert: { after: 2, data: '{"choices":[' } }),
    ends: fails('malformed', true),
  },
  {
    name: 'an event of another protocol',
    server: says({ insert: { after: 2, data: '{"response":"hi"}' } }),
    ends: fails('malformed', true),
  },
  {
    name: 'an error event',
    server: says({ insert: { after: 2, data: '{"error":{"message":"CUDA out of memory"}}' } }),
    ends: fails('server', true, 'CUDA out of memory'),
  },
  {
    name: 'an error event that is a string',
    server: says({ insert: { after: 0, data: '{"error":"model crashed"}' } }),
    ends: fails('server', true, 'model crashed'),
  },
  {
    name: 'an error event with its own status',
    server: says({ insert: { after: 2, data: '{"error":{"code":429,"message":"Slow down"}}' } }),
    ends: fails('rate-limited', true, 'Slow down'),
  },
  { name: 'an error as a finish', server: says({ finish: 'error' }), ends: fails('server', true) },

  { name: 'no head', server: hang(), timeouts: { connect: soon }, ends: fails('timeout-connect', true) },
  {
    name: 'no first event',
    server: hangAfterHead(),
    timeouts: { firstChunk: soon },
    ends: fails('timeout-first-chunk', true),
  },
  {
    name: 'comments instead of a first event',
    server: commentsForEver(),
    timeouts: { firstChunk: soon },
    ends: fails('timeout-first-chunk', true),
  },
  {
    name: 'silence in mid-reply',
    server: says({ stopAfter: { events: 2, how: 'hang' } }),
    timeouts: { gap: soon },
    ends: fails('timeout-gap', true),
  },
  { name: 'no end', server: forEver(), timeouts: { total: 150 }, ends: fails('timeout-total', false) },
];

function hangAfterHead(): Behaviour {
  return async (_exchange, wire) => {
    wire.head(200, { 'content-type': 'text/event-stream' });
    await wire.gone;
  };
}

function commentsForEver(): Behaviour {
  return repeated(': PROCESSING\n\n');
}

function forEver(): Behaviour {
  return repeated('data: {"choices":[{"index":0,"delta":{"content":"la "},"finish_reason":null}]}\n\n');
}

function repeated(bytes: string): Behaviour {
  return async (exchange, wire) => {
    wire.head(200, { 'content-type': 'text/event-stream' });
    while (exchange.state === 'open') {
      await wire.send(bytes);
      await new Promise(setImmediate); // server and client share one event loop: let the other side have a turn
    }
  };
}
