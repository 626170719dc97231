/** Anthropic's Messages API, through the AI SDK's provider library. */
import './no-eval.ts'; // must come before the provider library
import {
  AnthropicMessagesLanguageModel,
  getModelCapabilities,
  supportsNativeStructuredOutputSchema,
} from '@ai-sdk/anthropic/internal';
import type { LanguageModelV3CallOptions, LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { toBoolean, toList, omitUndefined, getProperty, toText, toCount } from '../../base/loose.ts';
import type {
  CallFragment,
  ServerModel,
  EventInfo,
  OpenStreamOptions,
  PartStream,
  Protocol,
} from '../http/wire-format.ts';
import { buildCallOptions, openLibraryStream } from './ai-sdk.ts';
import { getStopReason, prependPings, repairParts } from './anthropic-stream.ts';

export const anthropic: Protocol = {
  provider: 'anthropic',
  name: 'Anthropic messages',
  example: 'https://api.anthropic.com/v1',
  path: '/messages',
  streamType: 'text/event-stream',
  headers: {
    'anthropic-version': '2023-06-01',
    // Required for requests with an Origin header.
    'anthropic-dangerous-direct-browser-access': 'true',
  },
  openStream: openAnthropicStream,
  look: inspectAnthropicEvent,
  refusals: [
    { option: 'quiet', statuses: [400], pattern: /\b(?:thinking|effort)\b/i },
    { option: 'json', statuses: [400], pattern: /\boutput[_ ](?:config|format)\b/i },
  ],
  models: { path: '/models?limit=1000', list: 'data', read: readAnthropicModel }, // 1000 is the maximum page size
};

async function openAnthropicStream(options: OpenStreamOptions): Promise<PartStream> {
  const model = new AnthropicMessagesLanguageModel(options.config.model, {
    provider: 'anthropic',
    baseURL: options.base,
    headers: {},
    fetch: prependPings(options.fetch),
  });
  // The finish part gets the counts, which are read from the events.
  return repairParts(await openLibraryStream(model, buildAnthropicOptions(options), () => ({})));
}

function buildAnthropicOptions(options: OpenStreamOptions): LanguageModelV3CallOptions {
  const { json, ...request } = options.request;
  // For an unsupported schema the library would force a tool call.
  const nativeJson = json !== undefined && supportsNativeStructuredOutputSchema(json) ? { json } : {};
  const { prompt, ...callOptions } = buildCallOptions({ ...options, request: { ...request, ...nativeJson } });
  return {
    ...callOptions,
    prompt: adaptPrompt(prompt),
    providerOptions: {
      anthropic: {
        structuredOutputMode: 'outputFormat',
        toolStreaming: false, // otherwise the API streams arguments before checking that they are JSON
        ...(options.dialect.quiet ? getThinkingOptions(options.config.model) : {}),
      },
    },
  };
}

/** Newer models think within the answer's tokens by default: off, or low effort. Older refuse both. */
function getThinkingOptions(model: string): { thinking?: { type: 'disabled' }; effort?: 'low' } {
  const { rejectsThinkingDisabled, rejectsSamplingParameters } = getModelCapabilities(model);
  if (rejectsThinkingDisabled) return { thinking: { type: 'disabled' }, effort: 'low' }; // the library sends only the one that the model accepts
  return rejectsSamplingParameters ? { thinking: { type: 'disabled' } } : {};
}

function inspectAnthropicEvent(event: unknown): EventInfo {
  switch (getProperty(event, 'type')) {
    case 'message_start':
      return {
        finish: getStopReason(event),
        fragments: toList(getProperty(event, 'message', 'content')).flatMap(readCallStart),
      };
    case 'content_block_start':
      return { fragments: readCallStart(getProperty(event, 'content_block')) };
    case 'content_block_delta':
      return { fragments: readCallDelta(getProperty(event, 'delta')) };
    case 'message_delta':
      return { finish: getStopReason(event), refusal: formatRefusal(getProperty(event, 'delta')) };
    default:
      return {};
  }
}

/** Some gateways send the arguments whole at the start of the call. */
function readCallStart(block: unknown): readonly CallFragment[] {
  if (getProperty(block, 'type') !== 'tool_use') return [];
  const input = JSON.stringify(getProperty(block, 'input') ?? {});
  return [{ id: toText(getProperty(block, 'id')), begins: true, characters: input === '{}' ? 0 : input.length }];
}

function readCallDelta(delta: unknown): readonly CallFragment[] {
  if (getProperty(delta, 'type') !== 'input_json_delta') return [];
  return [{ id: '', begins: false, characters: toText(getProperty(delta, 'partial_json')).length }];
}

/** Returns a paragraph that can follow other text; '' for none. */
function formatRefusal(delta: unknown): string {
  const explanation = toText(getProperty(delta, 'stop_details', 'explanation'));
  return explanation === '' ? '' : `\n\n${explanation}`;
}

/** All models take tools, though no reply says so. */
function readAnthropicModel(entry: unknown): ServerModel {
  return {
    id: toText(getProperty(entry, 'id')),
    ...omitUndefined({
      contextTokens: toCount(getProperty(entry, 'max_input_tokens')),
      pictures: toBoolean(getProperty(entry, 'capabilities', 'image_input', 'supported')),
    }),
  };
}

/** The API refuses blank texts, and call ids other than letters, digits, `_` and `-`. */
function adaptPrompt(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map(adaptMessage).filter(({ content }) => content.length > 0);
}

function adaptMessage(message: LanguageModelV3Message): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { ...message, content: isBlank(message.content) ? '' : message.content };
    case 'user':
      return { ...message, content: message.content.filter(isNonBlankPart) };
    case 'assistant':
      return { ...message, content: message.content.filter(isNonBlankPart).map(sanitiseCallId) };
    case 'tool':
      return { ...message, content: message.content.map(sanitiseCallId) };
  }
}

function isNonBlankPart(part: { readonly type: string; readonly text?: string }): boolean {
  return part.type !== 'text' || !isBlank(part.text ?? '');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function sanitiseCallId<P extends object>(part: P): P {
  if (!('toolCallId' in part) || typeof part.toolCallId !== 'string') return part;
  return {
    ...part,
    toolCallId: part.toolCallId.replace(/[^\w-]/g, (other) => `_${other.charCodeAt(0).toString(16)}_`),
  };
}
