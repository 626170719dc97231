/** Google's Gemini API through the AI SDK. Prevents the library's second request and dropped calls. */
import './no-eval.ts'; // must come before the provider library
import { GoogleGenerativeAILanguageModel } from '@ai-sdk/google/internal';
import { includesName, omitUndefined, getProperty, toText, toCount } from '../../base/loose.ts';
import type { ModelMessage } from '../model.ts';
import type { ServerModel, OpenStreamOptions, PartStream, Protocol } from '../http/wire-format.ts';
import { buildCallOptions, openLibraryStream, type Fetch } from './ai-sdk.ts';
import { inspectGeminiEvent, readGeminiUsage, repairParts } from './google-stream.ts';

export const google: Protocol = {
  provider: 'google',
  name: 'the Gemini API',
  example: 'https://generativelanguage.googleapis.com/v1beta',
  path: '/models/{model}:streamGenerateContent',
  streamType: 'text/event-stream',
  headers: {},
  openStream: openGeminiStream,
  look: inspectGeminiEvent,
  refusals: [
    // Gemma has no JSON mode; some schemas are too complex.
    {
      option: 'json',
      statuses: [400],
      pattern: /json mode|response[ _]?mime[ _]?type|response_?schema|specified schema/i,
    },
    { option: 'quiet', statuses: [400], pattern: /\bthinking/i },
  ],
  models: { path: '/models?pageSize=1000', list: 'models', read: readGeminiModel },
};

async function openGeminiStream(options: OpenStreamOptions): Promise<PartStream> {
  const { base, config, request, dialect, fetch } = options;
  const name = stripModelsPrefix(config.model);
  const model = new GoogleGenerativeAILanguageModel(name, {
    provider: 'google',
    baseURL: base,
    headers: {},
    fetch: limitToOneRequest(fetch),
    generateId: () => '', // means that the call has no id
  });
  const messages = mergeToolMessages(request.messages);
  const thinkingConfig = dialect.quiet ? getThinkingConfig(name) : undefined;
  const callOptions = {
    ...buildCallOptions({ ...options, request: { ...request, messages } }),
    ...(thinkingConfig === undefined ? {} : { providerOptions: { google: { thinkingConfig } } }),
  };
  return repairParts(await openLibraryStream(model, callOptions, readGeminiUsage));
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
function limitToOneRequest(fetch: Fetch): Fetch {
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

function readGeminiModel(entry: unknown): ServerModel | null {
  if (includesName(getProperty(entry, 'supportedGenerationMethods'), 'generateContent') === false) return null;
  const contextTokens = toCount(getProperty(entry, 'inputTokenLimit'));
  return { id: stripModelsPrefix(toText(getProperty(entry, 'name'))), ...omitUndefined({ contextTokens }) };
}
