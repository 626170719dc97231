/** Cases of the conformance list in which a reply begins: everything a stream can do, well and badly, and silence. */
import type { FinishReason } from '../../../src/lib/models/model.ts';
import { fails, type Conformance } from './model-conformance.ts';
import type { Behaviour } from '../models/model-server.ts';
import { forEver, reply, type ReplyOptions } from '../models/model-server-replies.ts';

const ANSWER = 'Grüne Tees: 日本茶 and 👩‍💻 in one answer.';
const says = (options: ReplyOptions = {}): Behaviour => reply({ text: ANSWER, ...options });
const done = (more: { finish?: FinishReason } = {}): Conformance['ends'] => ({
  type: 'done',
  text: ANSWER,
  ...more,
});
const soon = 40;

export const STREAMS: readonly Conformance[] = [
  { name: 'a stream without a type', server: says({ contentType: 'application/octet-stream' }), ends: done() },
  { name: 'thoughts in the text', server: says({ text: `<think>Hm, tea …</think>\n\n${ANSWER}` }), ends: done() },
  { name: 'a content filter', server: says({ finish: 'content_filter' }), ends: done({ finish: 'content-filter' }) },
  { name: 'a finish of its own', server: says({ finish: 'eos' }), ends: done({ finish: 'other' }) },

  { name: 'a reply of blanks', server: says({ text: ' \n\n ' }), ends: fails('empty', true) },
  {
    name: 'thoughts alone',
    server: says({ text: '<think>Hm', finish: 'length' }),
    ends: fails('empty', false, /thinking/),
  },
  { name: 'all the text, but no finish', server: says({ finish: null }), ends: fails('cut', true) },
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

  {
    name: 'comments instead of a first event',
    server: forEver(': PROCESSING\n\n'),
    timeouts: { firstChunk: soon },
    ends: fails('timeout-first-chunk', true),
  },
];
