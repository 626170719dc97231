/** Ollama's own chat API, as its server streams it: lines of JSON, the last one with `done` and the figures. */
import { ollama } from '../../../src/lib/models/providers/ollama.ts';
import { argumentsText, type CallStyle, type ServedCall } from '../models/model-server-calls.ts';
import type { Exchange } from '../models/model-server.ts';
import { json, modelOf } from '../models/wire-bytes.ts';
import type { Figures, Speech, WireEvent, WireFormat } from './speech.ts';

const UNCOUNTED = 'Ollama counts neither the cached part of a prompt nor the thoughts of a reply apart';

export const ollamaChat: WireFormat = {
  protocol: ollama,
  base: '',
  framing: 'ndjson',
  isCall: ({ method, path }) => method === 'POST' && path === '/api/chat',
  speech,
  refuse: (status, message, headers) => json(status, { error: message }, headers),
  failure: (message) => ({ data: JSON.stringify({ error: message }) }),
  foreign: { data: '{"response":"hi"}' },
  models: (ids) => json(200, { models: ids.map((id) => ({ name: id, model: id, size: 3_338_801_804 })) }),
  without: {
    'a refusal': 'Ollama has no filter: a reply ends in `stop` or `length`',
    'a full window in mid-call': 'calls come whole, so that none is half',
    'usage in the last event': UNCOUNTED,
    'usage in the first event': `${UNCOUNTED}, and tells its figures last`,
  },
};

function speech(exchange: Exchange): Speech {
  const event = (fields: object): WireEvent => ({
    data: JSON.stringify({ model: modelOf(exchange), created_at: '2025-10-09T08:53:20.123456Z', ...fields }),
  });
  const message = (fields: object): WireEvent =>
    event({ message: { role: 'assistant', content: '', ...fields }, done: false });
  return {
    begin: () => [],
    thought: (thinking) => [message({ thinking })],
    text: (content) => [message({ content })],
    calls: (calls, _size, style) => momentsOf(calls, style).map((together) => [message({ tool_calls: together })]),
    finish: (reason, figures) => [
      event({
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: reason === 'tool_calls' ? 'stop' : reason,
        total_duration: 4_883_583_458,
        load_duration: 1_334_875,
        ...(figures === null ? {} : usageOf(figures)),
      }),
    ],
    figures: () => [],
    end: () => [],
  };
}

/** Newer servers send each call when it is whole, older ones all of them together. */
function momentsOf(calls: readonly Required<ServedCall>[], { how, ids }: CallStyle): readonly (readonly object[])[] {
  const said = calls.map((call, index) => ({
    ...(ids === 'absent' ? {} : { id: ids === 'empty' ? '' : call.id }),
    function: { index, name: call.name, arguments: JSON.parse(argumentsText(call)) as unknown },
  }));
  return how === 'together' ? [said] : said.map((call) => [call]);
}

function usageOf({ input, output, raw }: Figures): object {
  return (
    raw ?? {
      prompt_eval_count: input,
      prompt_eval_duration: 342_546_000,
      eval_count: output,
      eval_duration: 4_535_599_000,
    }
  );
}
