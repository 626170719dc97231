/**
 * Google's Gemini API (`generateContent`), through a provider library. The one rule: what the library does or leaves out
 * without a word is put right here: a second request, a call it cannot place, an event of another protocol.
 */
import './no-eval.ts'; // before the provider library
import { GoogleGenerativeAILanguageModel } from '@ai-sdk/google/internal';
import { APICallError, TypeValidationError } from '@ai-sdk/provider';
import { list, names, present, property, textOf, whole } from '../base/loose.ts';
import type { ModelMessage, ModelUsage } from './model.ts';
import {
  listed,
  type FinishPart,
  type Fragment,
  type Listed,
  type Look,
  type Opening,
  type Protocol,
  type StreamPart,
} from './protocol.ts';
import { callOptions } from './render.ts';

export const google: Protocol = {
  provider: 'google',
  name: 'the Gemini API',
  example: 'https://generativelanguage.googleapis.com/v1beta',
  path: '/models/{model}:streamGenerateContent',
  streamType: 'text/event-stream',
  headers: {},
  open,
  look,
  usage,
  refusals: [
    // Gemma has no JSON mode; some schemas have more states than the API holds a model to
    {
      option: 'json',
      statuses: [400],
      words: /json mode|response[ _]?mime[ _]?type|response_?schema|specified schema/i,
    },
    // `Budget 0 is invalid. This model only works in thinking mode.`, `Thinking level LOW is not supported for this model.`
    { option: 'quiet', statuses: [400], words: /\bthinking/i },
  ],
  models: { path: '/models?pageSize=1000', read: readModels },
};

async function open({ base, config, request, dialect, fetch, signal }: Opening): Promise<ReadableStream<StreamPart>> {
  const model = new GoogleGenerativeAILanguageModel(nameOf(config.model), {
    provider: 'google',
    baseURL: base,
    headers: {},
    fetch: once(fetch),
    generateId: () => '', // which stands for none
  });
  const options = callOptions({ ...request, messages: together(request.messages) }, dialect, signal);
  const thinkingConfig = dialect.quiet ? quietly(nameOf(config.model)) : undefined;
  const { stream } = await model.doStream({
    ...options,
    ...(thinkingConfig === undefined ? {} : { providerOptions: { google: { thinkingConfig } } }),
  });
  return stream.pipeThrough(
    new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        for (const right of putRight(part)) controller.enqueue(right);
      },
    }),
  );
}

/** The library tells families apart by how the bare name begins. */
function nameOf(model: string): string {
  return model.trim().replace(/^models\//, '');
}

/**
 * Models since 2.5 think before they answer, out of the tokens of the answer, unless told otherwise. 2.5 Pro cannot be told
 * to stop, and those since 3 are told by a word. Older ones, and those of other families, know neither.
 */
function quietly(model: string): { thinkingBudget: number } | { thinkingLevel: 'low' } | undefined {
  if (!/^gemini-/i.test(model) || /^gemini-(?:1|2\.0|pro(?:-vision)?$)/i.test(model)) return undefined;
  if (/^gemini-2/i.test(model)) return { thinkingBudget: /^gemini-2\.5-pro/i.test(model) ? LEAST_THOUGHT : 0 };
  return { thinkingLevel: 'low' };
}

/** A smaller budget is refused by a model that always thinks: `Budget 0 is invalid`. */
const LEAST_THOUGHT = 128;

/** A reply that ends at a cap of the server's own is one the library goes on with by itself: it is told that nothing follows. */
function once(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  let asked = false;
  return (input, init) => {
    if (asked) return Promise.resolve(new Response(''));
    asked = true;
    return fetch(input, init);
  };
}

/**
 * The results of one turn in one message, since the API wants as many in it as there were calls; and no message without a
 * part, which it refuses.
 */
function together(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    const { role, content } = message;
    const before = merged.at(-1);
    if (role === 'tool' && before?.role === 'tool')
      merged[merged.length - 1] = { role, content: [...before.content, ...content] };
    else if (content.some((part) => part.type !== 'text' || part.text !== '')) merged.push(message);
  }
  return merged;
}

/** What is to be read in the place of a part. */
function putRight(part: StreamPart): readonly StreamPart[] {
  switch (part.type) {
    case 'raw':
      return isForeign(part.rawValue) ? [part, { type: 'error', error: foreign(part.rawValue) }] : [part];
    case 'error': {
      // an error in an event comes as one of the library's own
      const said = APICallError.isInstance(part.error) ? part.error.data : undefined;
      return [said === undefined ? part : { type: 'error', error: said }];
    }
    case 'tool-call':
      // the server's own tools are not offered; a call of no tool is one that was lost, see `fragmentsOf`
      return part.providerExecuted === true || part.toolName === '' ? [] : [part];
    case 'finish': {
      // a broken call is told by its fragment, and matters only where tools were offered
      const broken = part.finishReason.unified === 'error';
      return [broken ? { ...part, finishReason: { ...part.finishReason, unified: 'other' } } : part];
    }
    default:
      return [part];
  }
}

const FIELDS: readonly string[] = [
  'candidates',
  'promptFeedback',
  'usageMetadata',
  'modelVersion',
  'modelStatus',
  'responseId',
  'error',
];

/** To the library every object is an event, since no field has to be there. */
function isForeign(event: unknown): boolean {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return false;
  const names = Object.keys(event);
  return names.length > 0 && !names.some((name) => FIELDS.includes(name));
}

function foreign(value: unknown): TypeValidationError {
  return new TypeValidationError({ value, cause: new Error('No field of this protocol is in it.') });
}

/** Under a refused prompt there are no candidates. */
function look(event: unknown): Look {
  const [candidate] = list(property(event, 'candidates'));
  const blocked = specified(property(property(event, 'promptFeedback'), 'blockReason'));
  const reason = specified(property(candidate, 'finishReason'));
  const parts = list(property(property(candidate, 'content'), 'parts'));
  return {
    finish: blocked === '' ? reason : blocked,
    fragments: [...parts.flatMap(fragmentsOf), ...(BROKEN_CALL.test(reason) ? [LOST] : [])],
    refusal: '',
  };
}

/** A reason; '' for the one that stands for none. */
function specified(reason: unknown): string {
  const text = textOf(reason);
  return /^(?:FINISH|BLOCK|BLOCKED)_REASON_UNSPECIFIED$/.test(text) ? '' : text;
}

/** The model wrote a call that the server could not read, and keeps to itself. */
const BROKEN_CALL = /^(?:MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL)$/;
const LOST: Fragment = { id: null, begins: true, characters: null };

/** Calls come whole. Where they are streamed in pieces, those after the first have neither a name nor arguments. */
function fragmentsOf(part: unknown): readonly Fragment[] {
  const call = property(part, 'functionCall');
  if (call === undefined || call === null) return [];
  const id = textOf(property(call, 'id'));
  const begins = (property(call, 'name') ?? property(call, 'args') ?? null) !== null;
  return [{ id: id === '' ? null : id, begins, characters: null }];
}

/** From the server's own object, of which the last counts: the library fills what is absent with zero. */
function usage({ usage: { raw } }: FinishPart): ModelUsage {
  const written = whole(property(raw, 'candidatesTokenCount'));
  const thoughts = whole(property(raw, 'thoughtsTokenCount'));
  return present({
    input: whole(property(raw, 'promptTokenCount')),
    output: written === undefined && thoughts === undefined ? undefined : (written ?? 0) + (thoughts ?? 0),
    cached: whole(property(raw, 'cachedContentTokenCount')),
    reasoning: thoughts,
  });
}

/** The list holds models for other purposes too, such as embeddings. */
function readModels(body: unknown): readonly Listed[] | null {
  return listed(body, 'models', (entry) => {
    if (names(property(entry, 'supportedGenerationMethods'), 'generateContent') === false) return null;
    const contextTokens = whole(property(entry, 'inputTokenLimit'));
    return { id: nameOf(textOf(property(entry, 'name'))), ...present({ contextTokens }) };
  });
}
