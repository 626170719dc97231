/** OpenAI's chat completions as compatible servers stream them. */
import { openAICompatible } from '../../../src/lib/models/providers/openai-compatible.ts';
import { callDeltas } from '../models/model-server-calls.ts';
import type { Exchange } from '../models/model-server.ts';
import { fingerprint, json, modelOf } from '../models/wire-bytes.ts';
import type { Figures, Speech, WireEvent, WireFormat } from './speech.ts';

export const chatCompletions: WireFormat = {
  protocol: openAICompatible,
  base: '/v1',
  framing: 'sse',
  isCall: ({ method, path }) => method === 'POST' && path === '/v1/chat/completions',
  speech,
  refuse: (status, message, headers) => json(status, { error: { message, type: 'error', code: null } }, headers),
  failure: (message) => ({ data: JSON.stringify({ error: { message } }) }),
  foreign: { data: '{"response":"hi"}' },
  models: (ids) => json(200, { object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: 'test' })) }),
  without: {},
};

function speech(exchange: Exchange): Speech {
  const event = (fields: object): WireEvent => ({
    data: JSON.stringify({
      id: `chatcmpl-${fingerprint(exchange)}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: modelOf(exchange),
      ...fields,
    }),
  });
  const chunk = (delta: object, finish: string | null, more: object = {}): WireEvent =>
    event({ choices: [{ index: 0, delta, finish_reason: finish }], ...more });
  return {
    begin: (figures) => [chunk({ role: 'assistant', content: '' }, null, figures ? { usage: usageOf(figures) } : {})],
    thought: (piece) => [chunk({ reasoning_content: piece }, null)],
    text: (piece) => [chunk({ content: piece }, null)],
    refusal: (piece) => [chunk({ refusal: piece }, null)],
    calls: (calls, size, style) =>
      callDeltas(calls, size, style).map((fragments) => [chunk({ tool_calls: fragments }, null)]),
    finish: (reason) => [chunk({}, reason)],
    // only servers that were asked for it send it
    figures: (figures) => (wantsUsage(exchange) ? [event({ choices: [], usage: usageOf(figures) })] : []),
    end: () => [{ data: '[DONE]' }],
  };
}

function usageOf({ input, output, cached, reasoning, raw }: Figures): object {
  if (raw !== undefined) return raw;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function wantsUsage({ body }: Exchange): boolean {
  return (body as { stream_options?: { include_usage?: boolean } } | undefined)?.stream_options?.include_usage === true;
}
