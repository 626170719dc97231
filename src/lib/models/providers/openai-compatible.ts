/** OpenAI's chat completions of compatible servers, through the AI SDK. */
import './no-eval.ts'; // must come before the provider library
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { Dialect } from '../http/dialect.ts';
import { toBoolean, toList, includesName, omitUndefined, getProperty, toText, toCount } from '../../base/loose.ts';
import type {
  ModelInfo,
  ServerRequest,
  CallFragment,
  ServerModel,
  EventInfo,
  OpenStreamOptions,
  PartStream,
  Protocol,
} from '../http/wire-format.ts';
import { buildCallOptions, openLibraryStream, readOpenAIUsage } from './ai-sdk.ts';

export const openAICompatible: Protocol = {
  provider: 'openai-compatible',
  name: 'OpenAI chat completions',
  example: 'http://localhost:1234/v1',
  path: '/chat/completions',
  streamType: 'text/event-stream',
  headers: {},
  openStream: openChatStream,
  look: inspectChatEvent,
  refusals: [{ option: 'streamOptions', statuses: [400, 422], pattern: /stream_options|include_usage/ }],
  learnDialect: findLimitDialect,
  models: { path: '/models', list: 'data', read: readCompatibleModel },
  fetchModelInfo: fetchCompatibleModelInfo,
  embed: {
    path: '/embeddings',
    build: (input, { model }) => ({ model, input, encoding_format: 'float' }),
    read: readCompatibleVectors,
  },
};

function openChatStream(options: OpenStreamOptions): Promise<PartStream> {
  const { base, config, dialect, fetch } = options;
  // The library's factory would pull in its other models.
  const model = new OpenAICompatibleChatLanguageModel(config.model, {
    provider: 'openaiCompatible.chat',
    url: ({ path }) => `${base}${path}`,
    headers: () => ({}),
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: (body) => applyDialect(dialect, body),
  });
  return openLibraryStream(model, buildCallOptions(options), (raw) => readOpenAIUsage(raw, 'prompt', 'completion'));
}

function applyDialect(dialect: Dialect, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { stream_options: streamOptions, max_tokens: limit, ...rest } = body;
  return { ...rest, [dialect.limit]: limit, ...(dialect.streamOptions ? { stream_options: streamOptions } : {}) };
}

function findLimitDialect(dialect: Dialect, { status, body }: { status: number; body: string }): Dialect | null {
  if (status !== 400 && status !== 422) return null;
  if (dialect.limitSwitched || !body.includes(dialect.limit)) return null;
  const other = dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const isUnknownOption =
    /unsupported|unknown|unrecognized|not supported|not permitted|unexpected|extra_forbidden/i.test(body);
  return isUnknownOption ? { ...dialect, limit: other, limitSwitched: true } : null;
}

/** Some gateways send an empty finish reason with every event. */
function inspectChatEvent(event: unknown): EventInfo {
  const [choice] = toList(getProperty(event, 'choices'));
  const delta = getProperty(choice, 'delta');
  return {
    finish: toText(getProperty(choice, 'finish_reason')),
    fragments: toList(getProperty(delta, 'tool_calls')).map(readChatFragment),
    refusal: toText(getProperty(delta, 'refusal')),
  };
}

function readChatFragment(fragment: unknown): CallFragment {
  const args = toText(getProperty(fragment, 'function', 'arguments'));
  return { id: toText(getProperty(fragment, 'id')), begins: null, characters: args.length };
}

/** By index: a server may answer in another order. */
function readCompatibleVectors(answer: unknown): { vectors: readonly unknown[]; tokens: number | undefined } {
  const vectors: unknown[] = [];
  for (const [place, entry] of toList(getProperty(answer, 'data')).entries())
    vectors[toCount(getProperty(entry, 'index')) ?? place] = getProperty(entry, 'embedding');
  return { vectors, tokens: toCount(getProperty(answer, 'usage', 'prompt_tokens')) };
}

/** vLLM: `max_model_len`; OpenRouter: `context_length`, modalities; llama.cpp: `meta.n_ctx_train`. */
function readCompatibleModel(entry: unknown): ServerModel {
  return {
    id: toText(getProperty(entry, 'id')),
    ...omitUndefined({
      contextTokens:
        toCount(getProperty(entry, 'context_length')) ?? toCount(getProperty(entry, 'meta', 'n_ctx_train')),
      servedTokens: toCount(getProperty(entry, 'max_model_len')),
      pictures: includesName(getProperty(entry, 'architecture', 'input_modalities'), 'image'),
      tools: includesName(getProperty(entry, 'supported_parameters'), 'tools'),
    }),
  };
}

/** llama.cpp has `/props`, LM Studio its own model list. */
async function fetchCompatibleModelInfo(ask: ServerRequest, model: string): Promise<ModelInfo> {
  const props = await ask('//props').catch(() => null);
  const servedTokens = toCount(getProperty(props, 'default_generation_settings', 'n_ctx'));
  if (servedTokens !== undefined)
    return omitUndefined({ servedTokens, pictures: toBoolean(getProperty(props, 'modalities', 'vision')) });
  const entries = toList(getProperty(await ask('//api/v0/models').catch(() => null), 'data'));
  const entry = entries.find((candidate) => getProperty(candidate, 'id') === model);
  if (entry === undefined) return {};
  return omitUndefined({
    pictures: getProperty(entry, 'type') === 'vlm',
    contextTokens: toCount(getProperty(entry, 'max_context_length')),
    servedTokens: toCount(getProperty(entry, 'loaded_context_length')),
    tools: includesName(getProperty(entry, 'capabilities'), 'tool_use'),
  });
}
