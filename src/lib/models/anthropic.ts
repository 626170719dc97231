/** Anthropic's Messages API, through a provider library. */
import './no-eval.ts'; // before the provider library
import {
  AnthropicMessagesLanguageModel,
  getModelCapabilities,
  supportsNativeStructuredOutputSchema,
} from '@ai-sdk/anthropic/internal';
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { acceptable } from './anthropic-prompt.ts';
import { replyOf, stopReasonOf, withPings } from './anthropic-stream.ts';
import type { Dialect } from './dialect.ts';
import { flag, list, present, property, textOf, whole } from '../base/loose.ts';
import type { ModelRequest } from './model.ts';
import {
  listed,
  normalisedUsage,
  NOTHING_SEEN,
  type Fragment,
  type Listed,
  type Look,
  type Opening,
  type Protocol,
  type StreamPart,
} from './protocol.ts';
import { callOptions } from './render.ts';

export const anthropic: Protocol = {
  provider: 'anthropic',
  name: 'Anthropic messages',
  example: 'https://api.anthropic.com/v1',
  path: '/messages',
  streamType: 'text/event-stream',
  headers: {
    'anthropic-version': '2023-06-01',
    // whatever carries an Origin, as an extension's requests do, is refused without it
    'anthropic-dangerous-direct-browser-access': 'true',
  },
  open,
  look,
  usage: normalisedUsage,
  refusals: [
    { option: 'quiet', statuses: [400], words: /\b(?:thinking|effort)\b/i },
    { option: 'json', statuses: [400], words: /\boutput[_ ](?:config|format)\b/i },
  ],
  models: { path: '/models?limit=1000', read: readModels }, // the most that one page holds
};

async function open({ base, config, request, dialect, fetch, signal }: Opening): Promise<ReadableStream<StreamPart>> {
  const model = new AnthropicMessagesLanguageModel(config.model, {
    provider: 'anthropic',
    baseURL: base,
    headers: {},
    fetch: withPings(fetch),
  });
  const { stream } = await model.doStream(optionsOf(config.model, request, dialect, signal));
  return replyOf(stream);
}

function optionsOf(
  model: string,
  { json, ...request }: ModelRequest,
  dialect: Dialect,
  signal: AbortSignal,
): LanguageModelV3CallOptions {
  // of a schema that the API cannot hold a model to, the library would make a tool that has to be called
  const held = json !== undefined && supportsNativeStructuredOutputSchema(json) ? { json } : {};
  const { prompt, ...options } = callOptions({ ...request, ...held }, dialect, signal);
  return {
    ...options,
    prompt: acceptable(prompt),
    providerOptions: {
      anthropic: {
        structuredOutputMode: 'outputFormat',
        toolStreaming: false, // else the API streams arguments that it has not checked for being JSON
        ...(dialect.quiet ? quietly(model) : {}),
      },
    },
  };
}

/**
 * Newer models think before they answer, out of the tokens of the answer, unless told otherwise; they are the ones that
 * take no temperature. Those that cannot be told to stop are told to think little. Older ones know neither word.
 */
function quietly(model: string): { thinking?: { type: 'disabled' }; effort?: 'low' } {
  const { rejectsThinkingDisabled, rejectsSamplingParameters } = getModelCapabilities(model);
  if (rejectsThinkingDisabled) return { thinking: { type: 'disabled' }, effort: 'low' }; // the library puts what they take
  return rejectsSamplingParameters ? { thinking: { type: 'disabled' } } : {};
}

function look(event: unknown): Look {
  const finish = stopReasonOf(event);
  switch (property(event, 'type')) {
    case 'message_start':
      return {
        ...NOTHING_SEEN,
        finish,
        fragments: list(property(property(event, 'message'), 'content')).flatMap(begun),
      };
    case 'content_block_start':
      return { ...NOTHING_SEEN, fragments: begun(property(event, 'content_block')) };
    case 'content_block_delta':
      return { ...NOTHING_SEEN, fragments: continued(property(event, 'delta')) };
    case 'message_delta':
      return { ...NOTHING_SEEN, finish, refusal: refusalIn(property(event, 'delta')) };
    default:
      return NOTHING_SEEN;
  }
}

/** Arguments come in fragments; those of some gateways stand whole where the call begins. */
function begun(block: unknown): readonly Fragment[] {
  if (property(block, 'type') !== 'tool_use') return [];
  const id = property(block, 'id');
  const input = JSON.stringify(property(block, 'input') ?? {});
  return [{ id: typeof id === 'string' ? id : null, begins: true, characters: input === '{}' ? 0 : input.length }];
}

function continued(delta: unknown): readonly Fragment[] {
  if (property(delta, 'type') !== 'input_json_delta') return [];
  return [{ id: null, begins: false, characters: textOf(property(delta, 'partial_json')).length }];
}

/** Why the safeguards stepped in, in words: where the model had written something, it stands below that. */
function refusalIn(delta: unknown): string {
  const words = textOf(property(property(delta, 'stop_details'), 'explanation'));
  return words === '' ? '' : `\n\n${words}`;
}

/** The window, and whether a model takes pictures, stand there in newer replies. All take tools, which no reply says. */
function readModels(body: unknown): readonly Listed[] | null {
  return listed(body, 'data', (entry) => ({
    id: textOf(property(entry, 'id')),
    ...present({
      contextTokens: whole(property(entry, 'max_input_tokens')),
      pictures: flag(property(property(property(entry, 'capabilities'), 'image_input'), 'supported')),
    }),
  }));
}
