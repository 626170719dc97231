/** Reads Gemini's events, and repairs what the library makes of them. */
import { APICallError, TypeValidationError } from '@ai-sdk/provider';
import { getProperty, omitUndefined, toCount, toList, toText } from '../../base/loose.ts';
import type { CallFragment, EventInfo, PartStream, StreamPart } from '../http/wire-format.ts';
import type { ModelUsage } from '../model.ts';

export async function* repairParts(parts: PartStream): PartStream {
  for await (const part of parts) yield* repairPart(part);
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
    case 'finish':
      return [part.finish === 'error' ? { ...part, finish: 'other' } : part];
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
export function inspectGeminiEvent(event: unknown): EventInfo {
  const [candidate] = toList(getProperty(event, 'candidates'));
  const blocked = readReason(getProperty(event, 'promptFeedback', 'blockReason'));
  const reason = readReason(getProperty(candidate, 'finishReason'));
  const parts = toList(getProperty(candidate, 'content', 'parts'));
  return {
    finish: blocked === '' ? reason : blocked,
    fragments: [...parts.flatMap(readCallFragments), ...(BROKEN_CALL.test(reason) ? [LOST_CALL] : [])],
  };
}

function readReason(reason: unknown): string {
  const text = toText(reason);
  return /^(?:FINISH|BLOCK|BLOCKED)_REASON_UNSPECIFIED$/.test(text) ? '' : text;
}

/** A call that the server could not read and does not send. */
const BROKEN_CALL = /^(?:MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL)$/;
const LOST_CALL: CallFragment = { id: '', begins: true, characters: null };

/** Later pieces of a streamed call have neither name nor arguments. */
function readCallFragments(part: unknown): readonly CallFragment[] {
  const call = getProperty(part, 'functionCall');
  if (call === undefined || call === null) return [];
  const begins = (getProperty(call, 'name') ?? getProperty(call, 'args') ?? null) !== null;
  return [{ id: toText(getProperty(call, 'id')), begins, characters: null }];
}

export function readGeminiUsage(raw: unknown): ModelUsage {
  const answer = toCount(getProperty(raw, 'candidatesTokenCount'));
  const thoughts = toCount(getProperty(raw, 'thoughtsTokenCount'));
  return omitUndefined({
    input: toCount(getProperty(raw, 'promptTokenCount')),
    output: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
    cached: toCount(getProperty(raw, 'cachedContentTokenCount')),
    reasoning: thoughts,
  });
}
