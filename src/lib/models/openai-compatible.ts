/** OpenAI's chat completions, as every server speaks them that calls itself compatible, through a provider library. */
import './no-eval.ts'; // before the provider library
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { Dialect } from './dialect.ts';
import { list, present, property, textOf, whole } from './loose.ts';
import type { About, FinishPart, Fragment, Listed, Look, Opening, Protocol, StreamPart } from './protocol.ts';
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
  if (dialect.streamOptions && /stream_options|include_usage/.test(body)) return { ...dialect, streamOptions: false };
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
  const data = property(body, 'data');
  if (!Array.isArray(data)) return null;
  return data.flatMap((entry: unknown): Listed[] => {
    const id = textOf(property(entry, 'id'));
    if (id === '') return [];
    const served = whole(property(entry, 'max_model_len'));
    const most = whole(property(entry, 'context_length')) ?? whole(property(property(entry, 'meta'), 'n_ctx_train'));
    const takes = property(property(entry, 'architecture'), 'input_modalities');
    const options = property(entry, 'supported_parameters');
    return [
      {
        id,
        ...(most === undefined ? {} : { contextTokens: most }),
        ...(served === undefined ? {} : { servedTokens: served }),
        ...(Array.isArray(takes) ? { pictures: takes.includes('image') } : {}),
        ...(Array.isArray(options) ? { tools: options.includes('tools') } : {}),
      },
    ];
  });
}

/** llama.cpp says in `/props` what it serves; LM Studio has a list of its own. Other servers have neither. */
async function about(ask: Parameters<NonNullable<Protocol['about']>>[0], model: string): Promise<About> {
  const props = await ask('//props').catch(() => null);
  const served = whole(property(property(props, 'default_generation_settings'), 'n_ctx'));
  if (served !== undefined) {
    const pictures = property(property(props, 'modalities'), 'vision');
    return { servedTokens: served, ...(typeof pictures === 'boolean' ? { pictures } : {}) };
  }
  const entries = list(property(await ask('//api/v0/models').catch(() => null), 'data'));
  const entry = entries.find((one) => property(one, 'id') === model);
  if (entry === undefined) return {};
  const loaded = whole(property(entry, 'loaded_context_length'));
  const most = whole(property(entry, 'max_context_length'));
  const able = property(entry, 'capabilities');
  return {
    pictures: property(entry, 'type') === 'vlm',
    ...(most === undefined ? {} : { contextTokens: most }),
    ...(loaded === undefined ? {} : { servedTokens: loaded }),
    ...(Array.isArray(able) ? { tools: able.includes('tool_use') } : {}),
  };
}
