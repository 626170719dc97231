/** Ollama's own API, which unlike its OpenAI-compatible one takes window size and keep-alive. */
import { Ollama } from 'ollama/browser';
import { toList, getProperty, toText, includesName, omitUndefined, toCount } from '../../base/loose.ts';
import { serialiseArguments, readOllamaParts } from './ollama-reply.ts';
import { buildOllamaRequest } from './ollama-request.ts';
import {
  type CallFragment,
  type EventInfo,
  toModelUsage,
  type OpenStreamOptions,
  type Protocol,
  type StreamPart,
  readModelList,
  type ModelInfo,
  type ServerRequest,
  type ServerModel,
} from '../http/wire-format.ts';

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
    // Servers before December 2024 have no schemas; support varies by model.
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

/** Without a last event the connection to the model was lost. */
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

/** Leaves out models that cannot chat; older servers list only names. */
export function readOllamaModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'models', (entry) => {
    const capabilities = getProperty(entry, 'capabilities');
    if (includesName(capabilities, 'completion') === false) return null;
    const maxContext = getProperty(getProperty(entry, 'details'), 'context_length');
    return { id: toText(getProperty(entry, 'name')), ...toModelInfo(maxContext, capabilities) };
  });
}

/** `servedTokens` is set by any client's last request: valid for ours only after one of them. */
export async function fetchOllamaModelInfo(ask: ServerRequest, model: string): Promise<ModelInfo> {
  const details = await ask('/api/show', { model }).catch(() => null);
  const info = getProperty(details, 'model_info');
  const maxContext = getProperty(info, `${toText(getProperty(info, 'general.architecture'))}.context_length`);
  const running = toList(getProperty(await ask('/api/ps').catch(() => null), 'models'));
  const loadedModel = running.find((entry) => [model, `${model}:latest`].includes(toText(getProperty(entry, 'name'))));
  const servedTokens = readContextSize(getProperty(loadedModel, 'context_length'));
  return { ...toModelInfo(maxContext, getProperty(details, 'capabilities')), ...omitUndefined({ servedTokens }) };
}

function toModelInfo(maxContext: unknown, capabilities: unknown): ModelInfo {
  return omitUndefined({
    contextTokens: readContextSize(maxContext),
    tools: includesName(capabilities, 'tools'),
    pictures: includesName(capabilities, 'vision'),
  });
}

/** A size of 0 means unknown. */
function readContextSize(value: unknown): number | undefined {
  const size = toCount(value);
  return size === 0 ? undefined : size;
}
