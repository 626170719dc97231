/** Cases of the conformance list in which a model calls tools: every way servers stream calls, whole and broken. */
import type { FinishReason } from '../../../src/lib/models/model.ts';
import { fails, TOOL_REQUEST, type Call, type Conformance } from './model-conformance.ts';
import type { CallStyle, ServedCall } from '../models/model-server-calls.ts';
import { refuse, reply, type ReplyOptions } from '../models/model-server-replies.ts';

const WORDS = '{"words": "grüner Tee, 日本茶 👩‍💻 \\"}{\\""}';
const FIND: Required<ServedCall> = { id: 'call_a', name: 'find_text', arguments: WORDS };
const READ: Required<ServedCall> = { id: 'call_b', name: 'read_page', arguments: {} };
const FOUND: Call = { id: 'call_a', name: 'find_text', arguments: WORDS };
const PAGE: Call = { id: 'call_b', name: 'read_page', arguments: '{}' };

type Served = readonly [behaviour: ReplyOptions, ends: Conformance['ends']];

function done(calls: readonly Call[], finish: FinishReason = 'tool-calls', text = ''): Conformance['ends'] {
  return { type: 'done', text, calls, finish };
}

/** Both calls in this style. */
function both(callStyle: CallStyle, calls: readonly Call[] = [FOUND, PAGE]): Served {
  return [{ calls: [FIND, READ], callStyle }, done(calls)];
}

/** One event with these fragments of calls, then the finish. */
function events(...fragments: readonly object[]): ReplyOptions {
  const data = JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: fragments }, finish_reason: null }] });
  return { text: '', insert: { after: 0, data }, finish: 'tool_calls' };
}

const NO_IDS: readonly Call[] = [
  { ...FOUND, id: 'call00000' },
  { ...PAGE, id: 'call00001' },
];
const broken = fails('bad-call', true, 'tool call', /update the server/);
const brokenJson = '{"words": "tea';

const SERVED: Readonly<Record<string, Served>> = {
  'a call in fragments': [{ calls: [FIND] }, done([FOUND])],
  'a call one character at a time': [{ calls: [FIND], size: 1 }, done([FOUND])],
  'a call after text': [{ text: 'I look.', calls: [READ] }, done([PAGE], 'tool-calls', 'I look.')],
  'a call after thoughts': [{ text: '<think>Hm</think>', reasoning: 'Hm', calls: [READ] }, done([PAGE])],
  'parallel calls, one after the other': both({}),
  'parallel calls, interleaved': both({ how: 'interleaved' }),
  'parallel calls, each in one event': both({ how: 'each' }),
  'parallel calls, all in one event': both({ how: 'together' }),
  'indices with a gap before them': both({ index: 3 }),
  'one index for every whole call': both({ how: 'together', index: 'same' }),
  'one index for the fragments of two calls': [{ calls: [FIND, READ], callStyle: { index: 'same' } }, broken],
  'whole calls without an index': both({ how: 'together', index: 'absent' }),
  'calls without ids': both({ ids: 'absent' }, NO_IDS),
  'calls with empty ids': both({ ids: 'empty', how: 'interleaved' }, NO_IDS),
  'ids that later fragments leave empty': both({ ids: 'then-empty', how: 'interleaved' }),
  'ids in every fragment': both({ ids: 'repeated', how: 'interleaved' }),
  'one id for two calls': [{ calls: [FIND, { ...READ, id: FIND.id }] }, done([FOUND, { ...PAGE, id: 'call00000' }])],
  'the same call twice': [{ calls: [READ, { ...READ, id: 'call_c' }] }, done([PAGE, { ...PAGE, id: 'call_c' }])],
  'calls under the finish `stop`': [{ calls: [FIND], finish: 'stop' }, done([FOUND], 'stop')],
  'calls under a finish of its own': [{ calls: [FIND], finish: 'eos' }, done([FOUND], 'other')],
  'a reply of nothing but calls, and usage first': [{ calls: [READ], usage: 'first' }, done([PAGE])],
  'text alone, with tools at hand': [{ text: 'Tea is tea.' }, done([], 'stop', 'Tea is tea.')],
  'arguments that are broken JSON': [
    { calls: [{ ...FIND, arguments: brokenJson }] },
    done([{ ...FOUND, arguments: brokenJson }]),
  ],
  'arguments that are no object': [{ calls: [{ ...FIND, arguments: '[1]' }] }, done([{ ...FOUND, arguments: '[1]' }])],
  'no arguments': [{ calls: [{ ...FIND, arguments: '' }] }, done([{ ...FOUND, arguments: '' }])],
  'arguments of null': [
    events({ index: 0, id: 'call_b', function: { name: 'read_page', arguments: null } }),
    done([{ ...PAGE, arguments: '' }]),
  ],
  'a name that comes after its arguments began': [
    events(
      { index: 0, id: 'call_b', function: { arguments: '{' } },
      { index: 0, function: { name: 'read_page', arguments: '}' } },
    ),
    done([PAGE]),
  ],

  'a full window in mid-arguments': [
    { text: 'I look.', calls: [READ, FIND], finish: 'length', stopAfter: { events: 5, how: 'finish' } },
    done([PAGE], 'length', 'I look.'),
  ],
  'a full window in the first call': [
    { calls: [FIND], finish: 'length', stopAfter: { events: 3, how: 'finish' } },
    done([], 'length'),
  ],
  'a content filter in mid-arguments': [
    { calls: [FIND], finish: 'content_filter', stopAfter: { events: 3, how: 'finish' } },
    done([], 'content-filter'),
  ],
  'an end in mid-arguments': [{ calls: [FIND], stopAfter: { events: 3, how: 'end' } }, fails('cut', true)],
  'a socket destroyed in mid-arguments': [
    { calls: [FIND], stopAfter: { events: 3, how: 'destroy' } },
    fails('cut', true),
  ],
  'whole calls, but no finish': [{ calls: [FIND], finish: null }, fails('cut', true)],
  'an empty reason in mid-arguments': [
    { calls: [FIND], finish: '', stopAfter: { events: 3, how: 'finish' } },
    fails('cut', true),
  ],
  'an error event after a call': [
    { calls: [FIND], insert: { after: 99, data: '{"error":{"message":"CUDA out of memory"}}' } },
    fails('server', true, 'CUDA'),
  ],
  'a finish for calls that never came': [{ text: 'I look.', finish: 'tool_calls' }, broken],
  'an event that ends in mid-call': [
    { calls: [FIND], insert: { after: 2, data: '{"choices":[{"delta":{"tool_calls":[' } },
    fails('malformed', true),
  ],
  'a call without a name': [events({ index: 0, id: 'call_a', function: { arguments: '{}' } }), broken],
  'a call with an empty name': [events({ index: 0, id: 'call_a', function: { name: '', arguments: '{}' } }), broken],
  'a call without a name or an index': [events({ id: 'call_a', function: { arguments: '{}' } }), broken],
  'a call without a function': [events({ index: 0, id: 'call_a', type: 'custom' }), broken],
  'arguments that are an object already': [
    events({ index: 0, id: 'call_a', function: { name: 'find_text', arguments: { words: 'tea' } } }),
    broken,
  ],
  'fragments that could be of either call': [
    events(
      { id: 'call_a', function: { name: 'find_text', arguments: '{"words":' } },
      { id: 'call_b', function: { name: 'find_text', arguments: '{"words":' } },
      { function: { arguments: '"tea"}' } },
    ),
    broken,
  ],
};

export const CALLS: readonly Conformance[] = [
  ...Object.entries(SERVED).map(([name, [options, ends]]) => ({
    name,
    server: reply(options),
    request: TOOL_REQUEST,
    ends,
  })),
  { name: 'calls that nobody offered', server: reply({ calls: [FIND] }), ends: fails('empty', true) },
  {
    name: 'a complaint about one tool',
    server: refuse(
      400,
      "Invalid schema for function 'find_text': 'strin' is not valid under any of the given schemas.",
    ),
    request: TOOL_REQUEST,
    ends: fails('bad-request', false, 'Invalid schema'),
  },
  {
    name: 'a complaint about a field of one tool',
    server: refuse(400, "Unknown parameter: 'tools[0].strict'."),
    request: TOOL_REQUEST,
    ends: fails('bad-request', false, 'tools[0].strict'),
  },
];

/** How servers say that they, or their models, take no tools. */
export const TOOL_REFUSALS: readonly (readonly [status: number, words: string])[] = [
  [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  [500, 'tools param requires --jinja flag'],
  [500, 'Unsupported param: tools'],
  [
    404,
    'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs',
  ],
  [405, 'Tool calling is not supported for model: mistralai/Mistral-Small-24B-Instruct-2501'],
  [400, 'tools is not supported in this model. For a list of supported models, refer to the guide.'],
  [400, "'tools' is not supported with this model."],
  [400, 'deepseek-reasoner does not support Function Calling'],
  [400, 'Function calling is not enabled for this model'],
  [400, 'Unrecognized request arguments supplied: tool_choice, tools'],
  [400, "create() got an unexpected keyword argument 'tools'"],
  [400, 'unexpected keyword tools'],
  [422, 'body.tools: Extra inputs are not permitted'],
  [501, 'tools: not implemented'],
  [400, 'Function call is missing a thought_signature in functionCall parts.'],
  [400, 'Missing `reasoning_content` field in the assistant message at message index 2.'],
  [400, 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2'],
];
