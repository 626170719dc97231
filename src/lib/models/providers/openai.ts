/** OpenAI's Responses API through the AI SDK. Nothing is stored on the server. */
import './no-eval.ts'; // must come before the provider library
import { OpenAIResponsesLanguageModel } from '@ai-sdk/openai/internal';
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { parseJson, omitUndefined, getProperty, toText, toCount } from '../../base/loose.ts';
import type { ModelUsage } from '../model.ts';
import { openOnceAnswered } from './openai-stream.ts';
import {
  readModelList,
  type FinishPart,
  type CallFragment,
  type ServerModel,
  type EventInfo,
  type OpenStreamOptions,
  type Protocol,
  type StreamPart,
} from '../http/wire-format.ts';
import { buildCallOptions } from '../render.ts';

export const openAI: Protocol = {
  provider: 'openai',
  name: 'OpenAI Responses',
  example: 'https://api.openai.com/v1',
  path: '/responses',
  streamType: 'text/event-stream',
  headers: {},
  openStream: openResponsesStream,
  look: inspectResponsesEvent,
  readUsage: readResponsesUsage,
  // Chat-only models take no effort, the largest no low effort.
  refusals: [{ option: 'quiet', statuses: [400], pattern: /\breasoning\b|\beffort\b/i }],
  models: { path: '/models', read: readOpenAIModels },
};

/** Less is refused: `integer below minimum value`. */
const MIN_OUTPUT_TOKENS = 16;
/** These take `developer` instead of `system`; servers other than OpenAI only `system`. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d\d))/;
/** They reason at length and accept low effort; 5.1 and 5.2 do not reason by default. */
const LOW_EFFORT_MODEL =
  /^(?!gpt-5-pro|o1-(?:mini|preview)|gpt-[\d.]+-chat)(?:o\d|gpt-(?:5(?!\.[12](?:-|$))|[6-9]|\d\d))/;

function openResponsesStream(options: OpenStreamOptions): Promise<ReadableStream<StreamPart>> {
  const { base, config, dialect } = options;
  const quiet = dialect.quiet && LOW_EFFORT_MODEL.test(config.model);
  return openOnceAnswered(options.fetch, async (fetch) => {
    const model = new OpenAIResponsesLanguageModel(config.model, {
      provider: 'openai',
      url: ({ path }) => `${base}${path}`,
      headers: () => ({}),
      fetch: quiet ? (input, init) => fetch(input, addLowEffort(init)) : fetch,
    });
    return (await model.doStream(buildResponsesOptions(options))).stream;
  });
}

/** Thoughts count against the answer's tokens; the library sends effort only with a request for thoughts. */
function addLowEffort(init: RequestInit | undefined): RequestInit {
  const body = parseJson(toText(init?.body)) as Readonly<Record<string, unknown>>;
  return { ...init, body: JSON.stringify({ ...body, reasoning: { effort: 'low' } }) };
}

function buildResponsesOptions({ config, request, dialect, signal }: OpenStreamOptions): LanguageModelV3CallOptions {
  const { tools, ...options } = buildCallOptions(request, dialect, signal);
  return {
    ...options,
    maxOutputTokens: Math.max(MIN_OUTPUT_TOKENS, request.maxOutputTokens),
    // Strict is the default, and refuses schemas with optional properties.
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ ...tool, strict: false })) }),
    providerOptions: {
      openai: {
        store: false,
        strictJsonSchema: false,
        systemMessageMode: REASONING_MODEL.test(config.model) ? 'developer' : 'system',
        // otherwise the library requests encrypted thoughts
        forceReasoning: false,
      },
    },
  };
}

/** The library passes refusals on as text, and takes calls whole. */
function inspectResponsesEvent(event: unknown): EventInfo {
  return { finish: readFinishReason(event), fragments: readResponsesFragments(event), refusal: '' };
}

function readFinishReason(event: unknown): string {
  switch (getProperty(event, 'type')) {
    case 'response.completed':
      return 'completed';
    case 'response.incomplete':
      return (
        toText(getProperty(getProperty(getProperty(event, 'response'), 'incomplete_details'), 'reason')) || 'incomplete'
      );
    case 'response.failed':
      return 'error';
    default:
      return '';
  }
}

function readResponsesFragments(event: unknown): readonly CallFragment[] {
  const type = toText(getProperty(event, 'type'));
  if (type.startsWith('response.function_call_arguments.')) return [{ id: null, begins: null, characters: null }];
  const item = getProperty(event, 'item');
  if (!type.startsWith('response.output_item.') || getProperty(item, 'type') !== 'function_call') return [];
  // `parallel` is the model's own wrapper around several calls.
  const isStart = type === 'response.output_item.added' && getProperty(item, 'name') !== 'parallel';
  const id = getProperty(item, 'call_id');
  return [{ id: typeof id === 'string' ? id : null, begins: isStart ? true : null, characters: null }];
}

/** The library fills absent details with zero. */
function readResponsesUsage({ usage: { raw } }: FinishPart): ModelUsage {
  return omitUndefined({
    input: toCount(getProperty(raw, 'input_tokens')),
    output: toCount(getProperty(raw, 'output_tokens')),
    cached: toCount(getProperty(getProperty(raw, 'input_tokens_details'), 'cached_tokens')),
    reasoning: toCount(getProperty(getProperty(raw, 'output_tokens_details'), 'reasoning_tokens')),
  });
}

/** The list has only ids, also of embedding and speech models. */
function readOpenAIModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'data', (entry) => ({ id: toText(getProperty(entry, 'id')) }));
}
