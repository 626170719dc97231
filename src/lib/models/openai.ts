/**
 * OpenAI's own API, the Responses API, through a provider library. The one rule: nothing is kept on their side, so every
 * request carries the whole conversation and refers to no earlier one.
 */
import './no-eval.ts'; // before the provider library
import { OpenAIResponsesLanguageModel } from '@ai-sdk/openai/internal';
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { parseJson, present, property, textOf, whole } from '../base/loose.ts';
import type { ModelUsage } from './model.ts';
import { onceAnswered } from './openai-stream.ts';
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

export const openAI: Protocol = {
  provider: 'openai',
  name: 'OpenAI Responses',
  example: 'https://api.openai.com/v1',
  path: '/responses',
  streamType: 'text/event-stream',
  headers: {},
  open,
  look,
  usage,
  // models that only chat have no effort, and the largest know no low one
  refusals: [{ option: 'quiet', statuses: [400], words: /\breasoning\b|\beffort\b/i }],
  models: { path: '/models', read: readModels },
};

/** A smaller bound is refused: `integer below minimum value`. */
const LEAST_OUTPUT = 16;
/** Models that reason call the system's word the developer's. OpenAI takes either; other servers know `system` alone. */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d))/;
/**
 * Of those, the ones that reason at length and can be told not to: 5.1 and 5.2 do not reason until they are asked to, and some
 * refuse to be told, which would be found out anew whenever the worker wakes.
 */
const EAGER = /^(?!gpt-5-pro|o1-(?:mini|preview)|gpt-[\d.]+-chat)(?:o\d|gpt-(?:5(?!\.[12](?:-|$))|[6-9]|\d\d))/;

function open(opening: Opening): Promise<ReadableStream<StreamPart>> {
  const { base, config, dialect } = opening;
  const quiet = dialect.quiet && EAGER.test(config.model);
  return onceAnswered(opening.fetch, async (fetch) => {
    const model = new OpenAIResponsesLanguageModel(config.model, {
      provider: 'openai',
      url: ({ path }) => `${base}${path}`,
      headers: () => ({}),
      fetch: quiet ? (input, init) => fetch(input, quietly(init)) : fetch,
    });
    return (await model.doStream(optionsOf(opening))).stream;
  });
}

/** Thoughts are taken out of the tokens of the answer. The library would say so only together with asking for the thoughts. */
function quietly(init: RequestInit | undefined): RequestInit {
  const body = parseJson(textOf(init?.body)) as Readonly<Record<string, unknown>>;
  return { ...init, body: JSON.stringify({ ...body, reasoning: { effort: 'low' } }) };
}

function optionsOf({ config, request, dialect, signal }: Opening): LanguageModelV3CallOptions {
  const { tools, ...options } = callOptions(request, dialect, signal);
  return {
    ...options,
    maxOutputTokens: Math.max(LEAST_OUTPUT, request.maxOutputTokens),
    // strict is this API's default, and refuses schemas with optional properties
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ ...tool, strict: false })) }),
    providerOptions: {
      openai: {
        store: false,
        strictJsonSchema: false,
        systemMessageMode: REASONING.test(config.model) ? 'developer' : 'system',
        // or the library asks for the thoughts in cipher, for which the conversation has no place
        forceReasoning: false,
      },
    },
  };
}

/** The library passes refusals on as text. It takes calls from their last event, whole, so their characters need no count. */
function look(event: unknown): Look {
  return { finish: finishOf(event), fragments: fragmentsOf(event), refusal: '' };
}

function finishOf(event: unknown): string {
  switch (property(event, 'type')) {
    case 'response.completed':
      return 'completed';
    case 'response.incomplete':
      return textOf(property(property(property(event, 'response'), 'incomplete_details'), 'reason')) || 'incomplete';
    case 'response.failed':
      return 'error';
    default:
      return '';
  }
}

function fragmentsOf(event: unknown): readonly Fragment[] {
  const type = textOf(property(event, 'type'));
  if (type.startsWith('response.function_call_arguments.')) return [{ id: null, begins: null, characters: null }];
  const item = property(event, 'item');
  if (!type.startsWith('response.output_item.') || property(item, 'type') !== 'function_call') return [];
  // `parallel` is the models' own wrapper around several calls, which the library unwraps
  const counts = type === 'response.output_item.added' && property(item, 'name') !== 'parallel';
  const id = property(item, 'call_id');
  return [{ id: typeof id === 'string' ? id : null, begins: counts ? true : null, characters: null }];
}

/** From the server's own object: the library fills absent details with zero. */
function usage({ usage: { raw } }: FinishPart): ModelUsage {
  return present({
    input: whole(property(raw, 'input_tokens')),
    output: whole(property(raw, 'output_tokens')),
    cached: whole(property(property(raw, 'input_tokens_details'), 'cached_tokens')),
    reasoning: whole(property(property(raw, 'output_tokens_details'), 'reasoning_tokens')),
  });
}

/** Names alone, those of models that only embed or speak among them: the list says nothing more. */
function readModels(body: unknown): readonly Listed[] | null {
  return listed(body, 'data', (entry) => ({ id: textOf(property(entry, 'id')) }));
}
