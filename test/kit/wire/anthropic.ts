/** Anthropic's Messages API as it streams: https://docs.claude.com/en/docs/build-with-claude/streaming */
import { anthropic } from '../../../src/lib/models/providers/anthropic.ts';
import { argumentsText, cut, type ServedCall } from '../models/model-server-calls.ts';
import type { Exchange } from '../models/model-server.ts';
import { fingerprint, json, modelOf } from '../models/wire-bytes.ts';
import type { Figures, Speech, WireEvent, WireFormat } from './speech.ts';

export const anthropicMessages: WireFormat = {
  protocol: anthropic,
  base: '/v1',
  framing: 'sse',
  isCall: ({ method, path }) => method === 'POST' && path === '/v1/messages',
  speech,
  refuse: (status, message, headers) =>
    json(status, { type: 'error', error: { type: KINDS[status] ?? 'invalid_request_error', message } }, headers),
  failure: (message) => event('error', { error: { type: 'api_error', message }, request_id: null }),
  foreign: { data: '{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":null}]}' },
  models: (ids) =>
    json(200, {
      data: ids.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-09-29T00:00:00Z' })),
      has_more: false,
      first_id: ids.at(0) ?? null,
      last_id: ids.at(-1) ?? null,
    }),
  without: {
    'no usage at all':
      'The first event and that with the finish both have to hold figures, or they are none of this wire.',
  },
};

const KINDS: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const FINISHES: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};

/** Every event says its kind twice. */
export function event(type: string, fields: object = {}): WireEvent {
  return { name: type, data: JSON.stringify({ type, ...fields }) };
}

type Block = 'text' | 'thinking' | 'tool_use';

function speech(exchange: Exchange): Speech {
  let [index, open, output] = [-1, null as Block | null, 0];
  const delta = (fields: object): WireEvent => event('content_block_delta', { index, delta: fields });
  const close = (): readonly WireEvent[] => {
    if (open === null) return [];
    const signed = open === 'thinking' ? [delta({ type: 'signature_delta', signature: 'c2lnbmVk' })] : [];
    open = null;
    return [...signed, event('content_block_stop', { index })];
  };
  const start = (type: Block, fields: object): readonly WireEvent[] => {
    const before = close();
    [index, open] = [index + 1, type];
    return [...before, event('content_block_start', { index, content_block: { type, ...fields } })];
  };
  const within = (type: Block, fields: object): readonly WireEvent[] => (open === type ? [] : start(type, fields));

  return {
    begin(figures) {
      output = figures?.output ?? 0;
      const message = {
        id: `msg_${fingerprint(exchange)}`,
        type: 'message',
        role: 'assistant',
        model: modelOf(exchange),
      };
      const nothing = { content: [], stop_reason: null, stop_sequence: null };
      return [event('message_start', { message: { ...message, ...nothing, usage: usageOf(figures) } }), event('ping')];
    },
    thought: (piece) => [
      ...within('thinking', { thinking: '', signature: '' }),
      delta({ type: 'thinking_delta', thinking: piece }),
    ],
    text: (piece) => [...within('text', { text: '' }), delta({ type: 'text_delta', text: piece })],
    *calls(calls, size) {
      for (const call of calls) {
        const { id, name } = call;
        yield [...start('tool_use', { id, name, input: {} }), delta({ type: 'input_json_delta', partial_json: '' })];
        for (const piece of cut(inputOf(call), size)) yield [delta({ type: 'input_json_delta', partial_json: piece })];
      }
    },
    finish(reason, figures) {
      const stop = { stop_reason: FINISHES[reason] ?? reason, stop_sequence: null };
      const usage = figures === null ? { output_tokens: output } : usageOf(figures);
      return [...close(), event('message_delta', { delta: stop, usage })];
    },
    figures: () => [],
    end: () => [event('message_stop')],
  };
}

/** Of a call without arguments the server says nothing but the call. */
function inputOf(call: ServedCall): string {
  const text = argumentsText(call);
  return text === '{}' ? '' : text;
}

/** What was read from the cache is not counted among the rest of the input. */
function usageOf(figures: Figures | null): object {
  if (figures === null) return { input_tokens: 0, output_tokens: 0 };
  const { input, output, cached, reasoning, raw } = figures;
  if (raw !== undefined) return raw;
  return {
    input_tokens: input - (cached ?? 0),
    output_tokens: output,
    ...(cached === undefined ? {} : { cache_creation_input_tokens: 0, cache_read_input_tokens: cached }),
    ...(reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: reasoning } }),
  };
}
