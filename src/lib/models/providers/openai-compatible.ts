/** OpenAI's chat completions of compatible servers, through the AI SDK. */
import './no-eval.ts'; // must come before the provider library
import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { Dialect } from '../http/dialect.ts';
import { toBoolean, toList, includesName, omitUndefined, getProperty, toText, toCount } from '../../base/loose.ts';
import {
  readModelList,
  type ModelInfo,
  type ServerRequest,
  type FinishPart,
  type CallFragment,
  type ServerModel,
  type EventInfo,
  type OpenStreamOptions,
  type Protocol,
  type StreamPart,
} from '../http/wire-format.ts';
import { buildCallOptions } from '../render.ts';
import type { ModelUsage } from '../model.ts';

export const openAICompatible: Protocol = {
  provider: 'openai-compatible',
  name: 'OpenAI chat completions',
  example: 'http://localhost:1234/v1',
  path: '/chat/completions',
  streamType: 'text/event-stream',
  headers: {},
  openStream: openChatStream,
  look: inspectChatEvent,
  readUsage: readChatUsage,
  refusals: [{ option: 'streamOptions', statuses: [400, 422], pattern: /stream_options|include_usage/ }],
  learnDialect: findLimitDialect,
  models: { path: '/models', read: readCompatibleModels },
  fetchModelInfo: fetchCompatibleModelInfo,
};

async function openChatStream({
  base,
  config,
  request,
  dialect,
  fetch,
  signal,
}: OpenStreamOptions): Promise<ReadableStream<StreamPart>> {
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
  const { stream } = await model.doStream(buildCallOptions(request, dialect, signal));
  return stream;
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
  const id = getProperty(fragment, 'id');
  const args = getProperty(getProperty(fragment, 'function'), 'arguments');
  return {
    id: typeof id === 'string' ? id : null,
    begins: null,
    characters: typeof args === 'string' ? args.length : 0,
  };
}

/** The library fills absent counts with zero. */
function readChatUsage({ usage: { raw } }: FinishPart): ModelUsage {
  return omitUndefined({
    input: toCount(getProperty(raw, 'prompt_tokens')),
    output: toCount(getProperty(raw, 'completion_tokens')),
    cached: toCount(getProperty(getProperty(raw, 'prompt_tokens_details'), 'cached_tokens')),
    reasoning: toCount(getProperty(getProperty(raw, 'completion_tokens_details'), 'reasoning_tokens')),
  });
}

/** vLLM: `max_model_len`; OpenRouter: `context_length`, modalities; llama.cpp: `meta.n_ctx_train`. */
function readCompatibleModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'data', (entry) => ({
    id: toText(getProperty(entry, 'id')),
    ...omitUndefined({
      contextTokens:
        toCount(getProperty(entry, 'context_length')) ??
        toCount(getProperty(getProperty(entry, 'meta'), 'n_ctx_train')),
      servedTokens: toCount(getProperty(entry, 'max_model_len')),
      pictures: includesName(getProperty(getProperty(entry, 'architecture'), 'input_modalities'), 'image'),
      tools: includesName(getProperty(entry, 'supported_parameters'), 'tools'),
    }),
  }));
}

/** llama.cpp has `/props`, LM Studio its own model list. */
async function fetchCompatibleModelInfo(ask: ServerRequest, model: string): Promise<ModelInfo> {
  const props = await ask('//props').catch(() => null);
  const servedTokens = toCount(getProperty(getProperty(props, 'default_generation_settings'), 'n_ctx'));
  if (servedTokens !== undefined)
    return omitUndefined({
      servedTokens,
      pictures: toBoolean(getProperty(getProperty(props, 'modalities'), 'vision')),
    });
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
