/**
 * Ollama's own chat API, through its official client. Unlike its OpenAI-compatible API, it takes the window size and
 * the time to keep the model in memory. A request that does not fit is refused; by default the server would drop the
 * beginning.
 */
import { Ollama } from 'ollama/browser';
import { toList, getProperty, toText } from '../base/loose.ts';
import { fetchOllamaModelInfo, readOllamaModels } from './ollama-models.ts';
import { serialiseArguments, readOllamaParts } from './ollama-reply.ts';
import { buildOllamaRequest } from './ollama-request.ts';
import {
  type CallFragment,
  type EventInfo,
  toModelUsage,
  type OpenStreamOptions,
  type Protocol,
  type StreamPart,
} from './protocol.ts';

export const ollama: Protocol = {
  provider: 'ollama',
  name: 'the Ollama API',
  example: 'http://localhost:11434',
  path: '/api/chat',
  pasted: ['/v1/chat/completions', '/v1', '/api'],
  streamType: 'application/x-ndjson',
  headers: {},
  openStream: openOllamaStream,
  look: inspectOllamaEvent,
  readUsage: toModelUsage,
  refusals: [
    // Servers from before December 2024 do not support schemas, and support varies by model.
    {
      option: 'json',
      statuses: [400, 500, 501],
      pattern: /ChatRequest\.format|invalid format:|schema in format|required for format/i,
    },
  ],
  models: { path: '/api/tags', read: readOllamaModels },
  fetchModelInfo: fetchOllamaModelInfo,
};

async function openOllamaStream({
  base,
  config,
  request,
  dialect,
  fetch,
  signal,
}: OpenStreamOptions): Promise<ReadableStream<StreamPart>> {
  // The client's own signal supports only `abort`.
  const client = new Ollama({ host: base, fetch: (input, init) => fetch(input, { ...init, signal }) });
  return toReadableStream(readOllamaParts(await client.chat(buildOllamaRequest(config, request, dialect))));
}

function toReadableStream(parts: AsyncGenerator<StreamPart, void, undefined>): ReadableStream<StreamPart> {
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return();
    },
  });
}

/** The last event gives the reason for the end; without one, the connection to the model was lost. */
function inspectOllamaEvent(event: unknown): EventInfo {
  return {
    finish: getProperty(event, 'done') === true ? toText(getProperty(event, 'done_reason')) : '',
    fragments: toList(getProperty(getProperty(event, 'message'), 'tool_calls')).map(readOllamaCall),
    refusal: '',
  };
}

function readOllamaCall(call: unknown): CallFragment {
  const id = toText(getProperty(call, 'id'));
  return { id: id === '' ? null : id, begins: true, characters: serialiseArguments(call).length };
}
