/** Google's Gemini API through the AI SDK. Prevents the library's second request and dropped calls. */
import './no-eval.ts'; // must come before the provider library
import { GoogleGenerativeAILanguageModel } from '@ai-sdk/google/internal';
import { APICallError, TypeValidationError } from '@ai-sdk/provider';
import { toList, includesName, omitUndefined, getProperty, toText, toCount } from '../../base/loose.ts';
import type { ModelMessage, ModelUsage } from '../model.ts';
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

export const google: Protocol = {
  provider: 'google',
  name: 'the Gemini API',
  example: 'https://generativelanguage.googleapis.com/v1beta',
  path: '/models/{model}:streamGenerateContent',
  streamType: 'text/event-stream',
  headers: {},
  openStream: openGeminiStream,
  look: inspectGeminiEvent,
  readUsage: readGeminiUsage,
  refusals: [
    // Gemma has no JSON mode; some schemas are too complex.
    {
      option: 'json',
      statuses: [400],
      pattern: /json mode|response[ _]?mime[ _]?type|response_?schema|specified schema/i,
    },
    { option: 'quiet', statuses: [400], pattern: /\bthinking/i },
  ],
  models: { path: '/models?pageSize=1000', read: readGeminiModels },
};

async function openGeminiStream({
  base,
  config,
  request,
  dialect,
  fetch,
  signal,
}: OpenStreamOptions): Promise<ReadableStream<StreamPart>> {
  const model = new GoogleGenerativeAILanguageModel(stripModelsPrefix(config.model), {
    provider: 'google',
    baseURL: base,
    headers: {},
    fetch: limitToOneRequest(fetch),
    generateId: () => '', // means that the call has no id
  });
  const options = buildCallOptions({ ...request, messages: mergeToolMessages(request.messages) }, dialect, signal);
  const thinkingConfig = dialect.quiet ? getThinkingConfig(stripModelsPrefix(config.model)) : undefined;
  const { stream } = await model.doStream({
    ...options,
    ...(thinkingConfig === undefined ? {} : { providerOptions: { google: { thinkingConfig } } }),
  });
  return stream.pipeThrough(
    new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        for (const repaired of repairPart(part)) controller.enqueue(repaired);
      },
    }),
  );
}

/** The library detects a family by the start of the bare name. */
function stripModelsPrefix(model: string): string {
  return model.trim().replace(/^models\//, '');
}

/** Models since 2.5 think within the answer's tokens. 2.5 takes a budget, later ones a level. */
function getThinkingConfig(model: string): { thinkingBudget: number } | { thinkingLevel: 'low' } | undefined {
  if (!/^gemini-/i.test(model) || /^gemini-(?:1|2\.0|pro(?:-vision)?$)/i.test(model)) return undefined;
  if (/^gemini-2/i.test(model)) return { thinkingBudget: /^gemini-2\.5-pro/i.test(model) ? MIN_THINKING_BUDGET : 0 };
  return { thinkingLevel: 'low' };
}

const MIN_THINKING_BUDGET = 128;

/** At the server's output cap the library sends a second request; it gets an empty response. */
function limitToOneRequest(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  let requested = false;
  return (input, init) => {
    if (requested) return Promise.resolve(new Response(''));
    requested = true;
    return fetch(input, init);
  };
}

/** The API wants as many results in one message as calls, and refuses messages without a part. */
function mergeToolMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    const { role, content } = message;
    const previous = merged.at(-1);
    if (role === 'tool' && previous?.role === 'tool')
      merged[merged.length - 1] = { role, content: [...previous.content, ...content] };
    else if (content.some((part) => part.type !== 'text' || part.text !== '')) merged.push(message);
  }
  return merged;
}

function repairPart(part: StreamPart): readonly StreamPart[] {
  switch (part.type) {
    case 'raw':
      return isForeignEvent(part.rawValue)
        ? [part, { type: 'error', error: createForeignEventError(part.rawValue) }]
        : [part];
    case 'error': {
      const serverError = APICallError.isInstance(part.error) ? part.error.data : undefined;
      return [serverError === undefined ? part : { type: 'error', error: serverError }];
    }
    case 'tool-call':
      // A call without a name was lost, see `readCallFragments`.
      return part.providerExecuted === true || part.toolName === '' ? [] : [part];
    case 'finish': {
      const isBroken = part.finishReason.unified === 'error';
      return [isBroken ? { ...part, finishReason: { ...part.finishReason, unified: 'other' } } : part];
    }
    default:
      return [part];
  }
}

const KNOWN_FIELDS: readonly string[] = [
  'candidates',
  'promptFeedback',
  'usageMetadata',
  'modelVersion',
  'modelStatus',
  'responseId',
  'error',
];

/** The library accepts every object as an event. */
function isForeignEvent(event: unknown): boolean {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return false;
  const names = Object.keys(event);
  return names.length > 0 && !names.some((name) => KNOWN_FIELDS.includes(name));
}

function createForeignEventError(value: unknown): TypeValidationError {
  return new TypeValidationError({ value, cause: new Error('No field of this protocol is in it.') });
}

/** A refused prompt has no candidates. */
function inspectGeminiEvent(event: unknown): EventInfo {
  const [candidate] = toList(getProperty(event, 'candidates'));
  const blocked = readReason(getProperty(getProperty(event, 'promptFeedback'), 'blockReason'));
  const reason = readReason(getProperty(candidate, 'finishReason'));
  const parts = toList(getProperty(getProperty(candidate, 'content'), 'parts'));
  return {
    finish: blocked === '' ? reason : blocked,
    fragments: [...parts.flatMap(readCallFragments), ...(BROKEN_CALL.test(reason) ? [LOST_CALL] : [])],
    refusal: '',
  };
}

function readReason(reason: unknown): string {
  const text = toText(reason);
  return /^(?:FINISH|BLOCK|BLOCKED)_REASON_UNSPECIFIED$/.test(text) ? '' : text;
}

/** A call that the server could not read and does not send. */
const BROKEN_CALL = /^(?:MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL)$/;
const LOST_CALL: CallFragment = { id: null, begins: true, characters: null };

/** Later pieces of a streamed call have neither name nor arguments. */
function readCallFragments(part: unknown): readonly CallFragment[] {
  const call = getProperty(part, 'functionCall');
  if (call === undefined || call === null) return [];
  const id = toText(getProperty(call, 'id'));
  const begins = (getProperty(call, 'name') ?? getProperty(call, 'args') ?? null) !== null;
  return [{ id: id === '' ? null : id, begins, characters: null }];
}

/** The library fills absent counts with zero. */
function readGeminiUsage({ usage: { raw } }: FinishPart): ModelUsage {
  const answer = toCount(getProperty(raw, 'candidatesTokenCount'));
  const thoughts = toCount(getProperty(raw, 'thoughtsTokenCount'));
  return omitUndefined({
    input: toCount(getProperty(raw, 'promptTokenCount')),
    output: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
    cached: toCount(getProperty(raw, 'cachedContentTokenCount')),
    reasoning: thoughts,
  });
}

function readGeminiModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'models', (entry) => {
    if (includesName(getProperty(entry, 'supportedGenerationMethods'), 'generateContent') === false) return null;
    const contextTokens = toCount(getProperty(entry, 'inputTokenLimit'));
    return { id: stripModelsPrefix(toText(getProperty(entry, 'name'))), ...omitUndefined({ contextTokens }) };
  });
}
