/**
 * Ollama's own chat API, through its official client. Unlike the API with which it is compatible to others, it lets a
 * request say how large the window is and how long the model stays in memory. The one rule: a request that does not fit
 * is refused; left to itself, the server would leave out the beginning and answer from the rest.
 */
import { Ollama } from 'ollama/browser';
import { list, property, textOf } from '../base/loose.ts';
import { ollamaAbout, readOllamaModels } from './ollama-models.ts';
import { argumentsIn, partsOf } from './ollama-reply.ts';
import { ollamaRequest } from './ollama-request.ts';
import { type Fragment, type Look, normalisedUsage, type Opening, type Protocol, type StreamPart } from './protocol.ts';

export const ollama: Protocol = {
  provider: 'ollama',
  name: 'the Ollama API',
  example: 'http://localhost:11434',
  path: '/api/chat',
  pasted: ['/v1/chat/completions', '/v1', '/api'],
  streamType: 'application/x-ndjson',
  headers: {},
  open,
  look,
  usage: normalisedUsage,
  refusals: [
    // servers from before December 2024 know no schema, and nothing about a schema is known of all models
    {
      option: 'json',
      statuses: [400, 500, 501],
      words: /ChatRequest\.format|invalid format:|schema in format|required for format/i,
    },
  ],
  models: { path: '/api/tags', read: readOllamaModels },
  about: ollamaAbout,
};

async function open({ base, config, request, dialect, fetch, signal }: Opening): Promise<ReadableStream<StreamPart>> {
  // the client's own signal is good for nothing but its `abort`
  const client = new Ollama({ host: base, fetch: (input, init) => fetch(input, { ...init, signal }) });
  return streamOf(partsOf(await client.chat(ollamaRequest(config, request, dialect))));
}

function streamOf(parts: AsyncGenerator<StreamPart, void, undefined>): ReadableStream<StreamPart> {
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

/** The last event says why; without a word for it, the connection to the model was lost. */
function look(event: unknown): Look {
  return {
    finish: property(event, 'done') === true ? textOf(property(event, 'done_reason')) : '',
    fragments: list(property(property(event, 'message'), 'tool_calls')).map(fragmentOf),
    refusal: '',
  };
}

/** Every one is a whole call. */
function fragmentOf(call: unknown): Fragment {
  const id = textOf(property(call, 'id'));
  return { id: id === '' ? null : id, begins: true, characters: argumentsIn(call).length };
}
