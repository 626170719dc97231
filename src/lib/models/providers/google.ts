/**
 * Google's Gemini API (`generateContent`), through the AI SDK's provider library.
 * Corrects what the library does silently: a second request, dropped calls, accepting events of another protocol.
 */
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
    // Gemma has no JSON mode, and some schemas are too complex for the API.
    {
      option: 'json',
      statuses: [400],
      pattern: /json mode|response[ _]?mime[ _]?type|response_?schema|specified schema/i,
    },
    // `Budget 0 is invalid. This model only works in thinking mode.`, `Thinking level LOW is not supported for this
    // model.`
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

/** Removes `models/`, since the library detects a model's family by the start of the bare name. */
function stripModelsPrefix(model: string): string {
  return model.trim().replace(/^models\//, '');
}

/**
 * Models since 2.5 think by default, within the tokens of the answer. 2.5 takes a budget, which 2.5 Pro cannot set to
 * 0; models since 3 take a level. Older models and other families take neither.
 */
function getThinkingConfig(model: string): { thinkingBudget: number } | { thinkingLevel: 'low' } | undefined {
  if (!/^gemini-/i.test(model) || /^gemini-(?:1|2\.0|pro(?:-vision)?$)/i.test(model)) return undefined;
  if (/^gemini-2/i.test(model)) return { thinkingBudget: /^gemini-2\.5-pro/i.test(model) ? MIN_THINKING_BUDGET : 0 };
  return { thinkingLevel: 'low' };
}

/** The smallest budget that a model which always thinks accepts (`Budget 0 is invalid`). */
const MIN_THINKING_BUDGET = 128;

/** When a reply ends at the server's own cap, the library sends a second request; it gets an empty response. */
function limitToOneRequest(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  let requested = false;
  return (input, init) => {
    if (requested) return Promise.resolve(new Response(''));
    requested = true;
    return fetch(input, init);
  };
}

/**
 * Merges consecutive tool messages, since the API wants as many results in one message as there were calls, and drops
 * messages without a part, which it refuses.
 */
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
      // The library wraps an error inside an event in one of its own.
      const serverError = APICallError.isInstance(part.error) ? part.error.data : undefined;
      return [serverError === undefined ? part : { type: 'error', error: serverError }];
    }
    case 'tool-call':
      // Server-side tools are not offered; a call without a name was lost, see `readCallFragments`.
      return part.providerExecuted === true || part.toolName === '' ? [] : [part];
    case 'finish': {
      // A broken call is reported by its fragment, and matters only where tools were offered.
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

/** The library accepts every object as an event, since no field is required. */
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

/** The model wrote a call that the server could not read and does not send. */
const BROKEN_CALL = /^(?:MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL)$/;
const LOST_CALL: CallFragment = { id: null, begins: true, characters: null };

/** Calls come whole. Where they are streamed in pieces, those after the first have neither a name nor arguments. */
function readCallFragments(part: unknown): readonly CallFragment[] {
  const call = getProperty(part, 'functionCall');
  if (call === undefined || call === null) return [];
  const id = toText(getProperty(call, 'id'));
  const begins = (getProperty(call, 'name') ?? getProperty(call, 'args') ?? null) !== null;
  return [{ id: id === '' ? null : id, begins, characters: null }];
}

/** Reads the server's last usage object, since the library fills absent counts with zero. */
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

/** Leaves out models for other purposes, such as embeddings. */
function readGeminiModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'models', (entry) => {
    if (includesName(getProperty(entry, 'supportedGenerationMethods'), 'generateContent') === false) return null;
    const contextTokens = toCount(getProperty(entry, 'inputTokenLimit'));
    return { id: stripModelsPrefix(toText(getProperty(entry, 'name'))), ...omitUndefined({ contextTokens }) };
  });
}
