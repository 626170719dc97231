/** One call through a model of the AI SDK: its options, and its stream as ours. */
import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamResult } from '@ai-sdk/provider';
import { getProperty, omitUndefined, toCount } from '../../base/loose.ts';
import { WireError } from '../http/call-errors.ts';
import type { OpenStreamOptions, PartStream } from '../http/wire-format.ts';
import type { ModelUsage } from '../model.ts';
import { toPrompt } from '../render-messages.ts';

export type Fetch = typeof globalThis.fetch;

/** Reads the server's own counts: the libraries fill absent ones with zero. */
type ReadUsage = (raw: unknown) => ModelUsage;

export async function openLibraryStream(
  model: Pick<LanguageModelV3, 'doStream'>,
  options: LanguageModelV3CallOptions,
  readUsage: ReadUsage,
): Promise<PartStream> {
  return readLibraryStream(await model.doStream(options), readUsage);
}

export async function* readLibraryStream(
  opening: LanguageModelV3StreamResult | PromiseLike<LanguageModelV3StreamResult>,
  readUsage: ReadUsage,
): PartStream {
  try {
    const reader = (await opening).stream.getReader();
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) return;
      if (part.type !== 'finish') yield part;
      else yield { type: 'finish', finish: part.finishReason.unified, usage: readUsage(part.usage.raw) };
    }
  } catch (thrown) {
    // Events that are invalid or out of order make the libraries throw a TypeError.
    throw thrown instanceof TypeError ? new WireError('malformed', { cause: thrown }) : thrown;
  }
}

export function buildCallOptions({ request, dialect, signal }: OpenStreamOptions): LanguageModelV3CallOptions {
  const { messages, maxOutputTokens, temperature, tools = [], json } = request;
  return {
    prompt: toPrompt(messages),
    maxOutputTokens,
    ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    ...(dialect.tools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            name,
            description,
            inputSchema: parameters,
          })),
          toolChoice: { type: 'auto' },
        }
      : {}),
    ...(json !== undefined && dialect.json ? { responseFormat: { type: 'json', schema: json, name: 'reply' } } : {}),
    abortSignal: signal,
    includeRawChunks: true,
  };
}

/** Reads the usage of both of OpenAI's APIs, which name the same counts differently. */
export function readOpenAIUsage(raw: unknown, input: 'prompt' | 'input', output: 'completion' | 'output'): ModelUsage {
  const prompt = toCount(getProperty(raw, `${input}_tokens`));
  const written = toCount(getProperty(raw, `${output}_tokens`));
  const total = toCount(getProperty(raw, 'total_tokens')) ?? 0;
  return omitUndefined({
    input: prompt,
    output: written === undefined ? undefined : Math.max(written, total - (prompt ?? total)), // some leave thoughts out
    cached: toCount(getProperty(raw, `${input}_tokens_details`, 'cached_tokens')),
    reasoning: toCount(getProperty(raw, `${output}_tokens_details`, 'reasoning_tokens')),
  });
}
