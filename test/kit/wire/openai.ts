/** OpenAI's Responses API as its server streams it: items that are added, grow and are done, and one event that ends it all. */
import { openAI } from '../../../src/lib/models/providers/openai.ts';
import { argumentsText, cut, type ServedCall } from '../models/model-server-calls.ts';
import type { Exchange } from '../models/model-server.ts';
import { fingerprint, json, modelOf } from '../models/wire-bytes.ts';
import type { Figures, Speech, WireEvent, WireFormat } from './speech.ts';

export const openAIResponses: WireFormat = {
  protocol: openAI,
  base: '/v1',
  framing: 'sse',
  isCall: ({ method, path }) => method === 'POST' && path === '/v1/responses',
  speech,
  refuse: (status, message, headers) => json(status, { error: { message, param: null, ...kindOf(status) } }, headers),
  failure: (message) =>
    streamed({ type: 'error', sequence_number: 7, error: { ...kindOf(500), message, param: null } }),
  foreign: { data: '{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":null}]}' },
  models: (ids) =>
    json(200, {
      object: 'list',
      data: ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'test' })),
    }),
  without: {
    'usage in the first event': 'This wire gives its figures in the event that ends the reply, and nowhere else.',
  },
};

/** Every event is named after the type in it. */
export function streamed(event: { readonly type: string } & Readonly<Record<string, unknown>>): WireEvent {
  return { name: event.type, data: JSON.stringify(event) };
}

function kindOf(status: number): { type: string; code: string | null } {
  if (status === 401) return { type: 'invalid_request_error', code: 'invalid_api_key' };
  if (status === 404) return { type: 'invalid_request_error', code: 'model_not_found' };
  if (status === 429) return { type: 'requests', code: 'rate_limit_exceeded' };
  return status >= 500 ? { type: 'server_error', code: 'server_error' } : { type: 'invalid_request_error', code: null };
}

type Item = Readonly<Record<string, unknown>>;
type Said = readonly [type: string, fields: object];

/** An item under way. */
interface Growing {
  /** What goes into the same item. */
  readonly key: string;
  item(status: string): Item;
  readonly begin: readonly Said[];
  grow(piece: string): Said;
  end(): readonly Said[];
}

function speech(exchange: Exchange): Speech {
  const mark = fingerprint(exchange);
  const output: Item[] = [];
  let growing: Growing | null = null;
  let [number, refused] = [0, false];

  const event = ([type, fields]: Said): WireEvent => streamed({ type, sequence_number: number++, ...fields });
  const ofItem = ([type, fields]: Said): WireEvent => event([type, { output_index: output.length, ...fields }]);
  const ofAll = (type: string, fields: object): WireEvent =>
    event([type, { response: responseOf(exchange, { id: `resp_${mark}`, ...fields }) }]);

  function open(item: Growing): readonly WireEvent[] {
    const before = close('completed');
    growing = item;
    return [
      ...before,
      ofItem(['response.output_item.added', { item: item.item('in_progress') }]),
      ...item.begin.map(ofItem),
    ];
  }
  function close(status: string): readonly WireEvent[] {
    if (growing === null) return [];
    const item = growing.item(status);
    const events = [...growing.end(), ['response.output_item.done', { item }] as const].map(ofItem);
    output.push(item);
    growing = null;
    return events;
  }
  /** Adds a piece to the item that is under way, or to a new one where that is of another kind. */
  function say(piece: string, key: string, begin: (id: string) => Growing): readonly WireEvent[] {
    const before = growing?.key === key ? [] : open(begin(`${mark}${output.length}`));
    return growing === null ? before : [...before, ofItem(growing.grow(piece))];
  }

  return {
    begin: () => ['response.created', 'response.in_progress'].map((type) => ofAll(type, { status: 'in_progress' })),
    thought: (piece) => say(piece, 'reasoning', reasoning),
    text: (piece) => say(piece, 'output_text', (id) => message(id, 'output_text', 'text')),
    refusal(piece) {
      refused = true;
      return say(piece, 'refusal', (id) => message(id, 'refusal', 'refusal'));
    },
    *calls(calls, size) {
      for (const served of calls) {
        yield open(call(`${mark}${output.length}`, served));
        for (const piece of cut(argumentsText(served), size)) yield say(piece, served.id, (id) => call(id, served));
        yield close('completed');
      }
    },
    finish(word, figures) {
      const reason = reasonOf(word, refused);
      const status = reason === null ? 'completed' : 'incomplete';
      const usage = figures === null ? null : usageOf(figures);
      const details = reason === null ? null : { reason };
      return [...close(status), ofAll(`response.${status}`, { status, output, usage, incomplete_details: details })];
    },
    figures: () => [],
    end: () => [],
  };
}

/** A message of one part, of this type, whose words stand under this name. */
function message(mark: string, type: 'output_text' | 'refusal', name: 'text' | 'refusal'): Growing {
  const place = { item_id: `msg_${mark}`, content_index: 0 };
  let said = '';
  const part = (): object => ({
    type,
    ...(type === 'output_text' ? { annotations: [], logprobs: [] } : {}),
    [name]: said,
  });
  return {
    key: type,
    item: (status) => {
      const content = status === 'in_progress' ? [] : [part()];
      return { id: place.item_id, type: 'message', status, content, role: 'assistant' };
    },
    begin: [['response.content_part.added', { ...place, part: part() }]],
    grow(piece) {
      said += piece;
      return [`response.${type}.delta`, { ...place, delta: piece, obfuscation: 'x'.repeat(16 - (piece.length % 16)) }];
    },
    end: () => [
      [`response.${type}.done`, { ...place, [name]: said }],
      ['response.content_part.done', { ...place, part: part() }],
    ],
  };
}

function reasoning(mark: string): Growing {
  const place = { item_id: `rs_${mark}`, summary_index: 0 };
  let text = '';
  const part = (): object => ({ type: 'summary_text', text });
  return {
    key: 'reasoning',
    item: (status) => ({ id: place.item_id, type: 'reasoning', summary: status === 'in_progress' ? [] : [part()] }),
    begin: [['response.reasoning_summary_part.added', { ...place, part: part() }]],
    grow(piece) {
      text += piece;
      return ['response.reasoning_summary_text.delta', { ...place, delta: piece }];
    },
    end: () => [
      ['response.reasoning_summary_text.done', { ...place, text }],
      ['response.reasoning_summary_part.done', { ...place, part: part() }],
    ],
  };
}

/** What was cut off is sent as done too, with a status that says otherwise. */
function call(mark: string, { id, name }: Required<ServedCall>): Growing {
  const place = { item_id: `fc_${mark}` };
  let said = '';
  return {
    key: id,
    item: (status) => ({ id: place.item_id, type: 'function_call', status, arguments: said, call_id: id, name }),
    begin: [],
    grow(piece) {
      said += piece;
      return ['response.function_call_arguments.delta', { ...place, delta: piece }];
    },
    end: () => [['response.function_call_arguments.done', { ...place, arguments: said }]],
  };
}

/** Why the reply is incomplete; null when it is not. A refusal is a whole reply. */
function reasonOf(word: string, refused: boolean): string | null {
  if (word === 'stop' || word === 'tool_calls' || (word === 'content_filter' && refused)) return null;
  return word === 'length' ? 'max_output_tokens' : word;
}

function responseOf(exchange: Exchange, fields: object): object {
  const asked = (exchange.body ?? {}) as { max_output_tokens?: number; store?: boolean; tools?: readonly unknown[] };
  return {
    object: 'response',
    created_at: 1_760_000_000,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: asked.max_output_tokens ?? null,
    model: modelOf(exchange),
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
    store: asked.store ?? true,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: asked.tools ?? [],
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: {},
    ...fields,
  };
}

function usageOf({ input, output, cached, reasoning, raw }: Figures): object {
  if (raw !== undefined) return raw;
  return {
    input_tokens: input,
    ...(cached === undefined ? {} : { input_tokens_details: { cached_tokens: cached } }),
    output_tokens: output,
    ...(reasoning === undefined ? {} : { output_tokens_details: { reasoning_tokens: reasoning } }),
    total_tokens: input + output,
  };
}
