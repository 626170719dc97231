/** OpenAI's chat completions, as every server speaks them that calls itself compatible, through a provider library. */
import './no-eval.ts'; // before the provider library
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { Dialect } from './dialect.ts';
import { flag, list, names, present, property, textOf, whole } from '../base/loose.ts';
import {
  listed,
  type About,
  type Ask,
  type FinishPart,
  type Fragment,
  type Listed,
  type Look,
  type Opening,
  type Protocol,
  type StreamPart,
} from './protocol.ts';
import { callOptions } from './render.ts';
import type { ModelUsage } from './model.ts';

export const openAICompatible: Protocol = {
  provider: 'openai-compatible',
  name: 'OpenAI chat completions',
  example: 'http://localhost:1234/v1',
  path: '/chat/completions',
  streamType: 'text/event-stream',
  headers: {},
  open,
  look,
  usage,
  refusals: [{ option: 'streamOptions', statuses: [400, 422], words: /stream_options|include_usage/ }],
  learn,
  models: { path: '/models', read: readModels },
  about,
};

async function open({ base, config, request, dialect, fetch, signal }: Opening): Promise<ReadableStream<StreamPart>> {
  // not through the library's factory, which brings the models of its other operations along
  const model = new OpenAICompatibleChatLanguageModel(config.model, {
    provider: 'openaiCompatible.chat',
    url: ({ path }) => `${base}${path}`,
    headers: () => ({}),
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: (body) => speak(dialect, body),
  });
  const { stream } = await model.doStream(callOptions(request, dialect, signal));
  return stream;
}

/** The request's body in the dialect. */
function speak(dialect: Dialect, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { stream_options: streamOptions, max_tokens: limit, ...rest } = body;
  return { ...rest, [dialect.limit]: limit, ...(dialect.streamOptions ? { stream_options: streamOptions } : {}) };
}

function learn(dialect: Dialect, { status, body }: { status: number; body: string }): Dialect | null {
  if (status !== 400 && status !== 422) return null;
  if (dialect.switched || !body.includes(dialect.limit)) return null;
  const other = dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const unknown = /unsupported|unknown|unrecognized|not supported|not permitted|unexpected|extra_forbidden/i.test(body);
  return unknown ? { ...dialect, limit: other, switched: true } : null;
}

/** An empty reason, which some gateways send with every event, says nothing. */
function look(event: unknown): Look {
  const [choice] = list(property(event, 'choices'));
  const delta = property(choice, 'delta');
  return {
    finish: textOf(property(choice, 'finish_reason')),
    fragments: list(property(delta, 'tool_calls')).map(fragmentOf),
    refusal: textOf(property(delta, 'refusal')),
  };
}

function fragmentOf(fragment: unknown): Fragment {
  const id = property(fragment, 'id');
  const words = property(property(fragment, 'function'), 'arguments');
  // where a call begins is told by its index, its id or neither
  return {
    id: typeof id === 'string' ? id : null,
    begins: null,
    characters: typeof words === 'string' ? words.length : 0,
  };
}

/** From the server's own object: the library fills what is absent with zero. */
function usage({ usage: { raw } }: FinishPart): ModelUsage {
  return present({
    input: whole(property(raw, 'prompt_tokens')),
    output: whole(property(raw, 'completion_tokens')),
    cached: whole(property(property(raw, 'prompt_tokens_details'), 'cached_tokens')),
    reasoning: whole(property(property(raw, 'completion_tokens_details'), 'reasoning_tokens')),
  });
}

/** vLLM says `max_model_len`, OpenRouter `context_length` and what a model takes, llama.cpp `meta.n_ctx_train`. */
function readModels(body: unknown): readonly Listed[] | null {
  return listed(body, 'data', (entry) => ({
    id: textOf(property(entry, 'id')),
    ...present({
      contextTokens:
        whole(property(entry, 'context_length')) ?? whole(property(property(entry, 'meta'), 'n_ctx_train')),
      servedTokens: whole(property(entry, 'max_model_len')),
      pictures: names(property(property(entry, 'architecture'), 'input_modalities'), 'image'),
      tools: names(property(entry, 'supported_parameters'), 'tools'),
    }),
  }));
}

/** llama.cpp says in `/props` what it serves; LM Studio has a list of its own. Other servers have neither. */
async function about(ask: Ask, model: string): Promise<About> {
  const props = await ask('//props').catch(() => null);
  const servedTokens = whole(property(property(props, 'default_generation_settings'), 'n_ctx'));
  if (servedTokens !== undefined)
    return present({ servedTokens, pictures: flag(property(property(props, 'modalities'), 'vision')) });
  const entries = list(property(await ask('//api/v0/models').catch(() => null), 'data'));
  const entry = entries.find((one) => property(one, 'id') === model);
  if (entry === undefined) return {};
  return present({
    pictures: property(entry, 'type') === 'vlm',
    contextTokens: whole(property(entry, 'max_context_length')),
    servedTokens: whole(property(entry, 'loaded_context_length')),
    tools: names(property(entry, 'capabilities'), 'tool_use'),
  });
}
