/** OpenAI's Responses API through the AI SDK. Nothing is stored on the server. */
import './no-eval.ts'; // must come before the provider library
import { OpenAIResponsesLanguageModel } from '@ai-sdk/openai/internal';
import { type LanguageModelV3CallOptions, APICallError } from '@ai-sdk/provider';
import { parseJson, getProperty, toText } from '../../base/loose.ts';
import { StreamedError } from '../http/call-errors.ts';
import type { CallFragment, EventInfo, OpenStreamOptions, PartStream, Protocol } from '../http/wire-format.ts';
import { buildCallOptions, readLibraryStream, readOpenAIUsage } from './ai-sdk.ts';

export const openAI: Protocol = {
  provider: 'openai',
  name: 'OpenAI Responses',
  example: 'https://api.openai.com/v1',
  path: '/responses',
  streamType: 'text/event-stream',
  headers: {},
  openStream: openResponsesStream,
  look: inspectResponsesEvent,
  // Chat-only models take no effort, the largest no low effort.
  refusals: [{ option: 'quiet', statuses: [400], pattern: /\breasoning\b|\beffort\b/i }],
  // The list has only ids, also of embedding and speech models.
  models: { path: '/models', list: 'data', read: (entry) => ({ id: toText(getProperty(entry, 'id')) }) },
};

/** Less is refused: `integer below minimum value`. */
const MIN_OUTPUT_TOKENS = 16;
/** These take `developer` instead of `system`; servers other than OpenAI only `system`. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d\d))/;
/** They reason at length and accept low effort; 5.1 and 5.2 do not reason by default. */
const LOW_EFFORT_MODEL =
  /^(?!gpt-5-pro|o1-(?:mini|preview)|gpt-[\d.]+-chat)(?:o\d|gpt-(?:5(?!\.[12](?:-|$))|[6-9]|\d\d))/;

/** Resolves once the server has responded: the library would wait for output, and reject with errors before it. */
async function openResponsesStream(options: OpenStreamOptions): Promise<PartStream> {
  const { base, config, dialect } = options;
  const quiet = dialect.quiet && LOW_EFFORT_MODEL.test(config.model);
  let markAnswered = (): void => undefined;
  const answered = new Promise<void>((resolve) => (markAnswered = resolve));
  const model = new OpenAIResponsesLanguageModel(config.model, {
    provider: 'openai',
    url: ({ path }) => `${base}${path}`,
    headers: () => ({}),
    async fetch(input, init) {
      const response = await options.fetch(input, quiet ? addLowEffort(init) : init);
      markAnswered();
      return response;
    },
  });
  const opening = model.doStream(buildResponsesOptions(options));
  await Promise.race([answered, opening]);
  return repairParts(readLibraryStream(opening, (raw) => readOpenAIUsage(raw, 'input', 'output')));
}

/** Thoughts count against the answer's tokens; the library sends effort only with a request for thoughts. */
function addLowEffort(init: RequestInit | undefined): RequestInit {
  const body = parseJson(toText(init?.body)) as Readonly<Record<string, unknown>>;
  return { ...init, body: JSON.stringify({ ...body, reasoning: { effort: 'low' } }) };
}

function buildResponsesOptions(options: OpenStreamOptions): LanguageModelV3CallOptions {
  const { tools, ...callOptions } = buildCallOptions(options);
  return {
    ...callOptions,
    maxOutputTokens: Math.max(MIN_OUTPUT_TOKENS, options.request.maxOutputTokens),
    // Strict is the default, and refuses schemas with optional properties.
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ ...tool, strict: false })) }),
    providerOptions: {
      openai: {
        store: false,
        strictJsonSchema: false,
        systemMessageMode: REASONING_MODEL.test(options.config.model) ? 'developer' : 'system',
        // otherwise the library requests encrypted thoughts
        forceReasoning: false,
      },
    },
  };
}

/** The library passes refusals on as text, and takes calls whole. */
function inspectResponsesEvent(event: unknown): EventInfo {
  return { finish: readFinishReason(event), fragments: readResponsesFragments(event) };
}

const INCOMPLETE_REASON = ['response', 'incomplete_details', 'reason'] as const;

function readFinishReason(event: unknown): string {
  switch (getProperty(event, 'type')) {
    case 'response.completed':
      return 'completed';
    case 'response.incomplete':
      return toText(getProperty(event, ...INCOMPLETE_REASON)) || 'incomplete';
    case 'response.failed':
      return 'error';
    default:
      return '';
  }
}

function readResponsesFragments(event: unknown): readonly CallFragment[] {
  const type = toText(getProperty(event, 'type'));
  if (type.startsWith('response.function_call_arguments.')) return [{ id: '', begins: null, characters: null }];
  const item = getProperty(event, 'item');
  if (!type.startsWith('response.output_item.') || getProperty(item, 'type') !== 'function_call') return [];
  // `parallel` is the model's own wrapper around several calls.
  const isStart = type === 'response.output_item.added' && getProperty(item, 'name') !== 'parallel';
  return [{ id: toText(getProperty(item, 'call_id')), begins: isStart ? true : null, characters: null }];
}

/** Status 500 means that the library found none. */
function toStreamedError(event: unknown, status: unknown): StreamedError {
  const error = getProperty(event, 'error') ?? getProperty(event, 'response', 'error') ?? event;
  const hasStatus = typeof error === 'object' && error !== null && status !== 500 && status !== undefined;
  return new StreamedError(hasStatus ? { ...error, status } : error);
}

/** Restores errors, separates messages by a blank line, and replaces `stop` for an incomplete reply. */
async function* repairParts(parts: PartStream): PartStream {
  let [hasText, needsBreak, incomplete] = [false, false, false];
  try {
    for await (const part of parts) {
      if (part.type === 'text-start') needsBreak = hasText;
      if (part.type === 'text-delta' && part.delta !== '') {
        if (needsBreak) yield { ...part, delta: '\n\n' };
        [hasText, needsBreak] = [true, false];
      }
      if (part.type === 'raw') incomplete ||= isUnexplained(part.rawValue);
      if (part.type === 'error') yield { ...part, error: toReportedError(part.error) };
      else yield part.type === 'finish' && incomplete ? { ...part, finish: 'other' } : part;
    }
  } catch (thrown) {
    throw APICallError.isInstance(thrown) && thrown.data !== undefined
      ? toStreamedError(thrown.data, thrown.statusCode)
      : thrown;
  }
}

/** The library reads a reply incomplete without a reason as complete. */
function isUnexplained(event: unknown): boolean {
  return (
    getProperty(event, 'type') === 'response.incomplete' && typeof getProperty(event, ...INCOMPLETE_REASON) !== 'string'
  );
}

/** An event the library could not read is passed on as an Error. */
function toReportedError(error: unknown): unknown {
  return error instanceof Error
    ? error
    : toStreamedError(getProperty(error, 'data') ?? error, getProperty(error, 'statusCode'));
}
