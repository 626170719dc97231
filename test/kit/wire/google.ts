/** Google's Gemini API as its server streams `generateContent`. */
import { google } from '../../../src/lib/models/providers/google.ts';
import { parseJson } from '../../../src/lib/base/loose.ts';
import { argumentsText, type CallStyle, type ServedCall } from '../models/model-server-calls.ts';
import type { Exchange } from '../models/model-server.ts';
import { fingerprint, json } from '../models/wire-bytes.ts';
import type { Figures, Speech, WireEvent, WireFormat } from './speech.ts';

const WHOLE = 'calls come whole, each in one event: there is no middle to stop in';

export const gemini: WireFormat = {
  protocol: google,
  base: '/v1beta',
  framing: 'sse',
  isCall: ({ method, path }) => method === 'POST' && OPERATION.test(path),
  speech,
  refuse: (status, message, headers) => json(status, errorOf(status, message), headers),
  failure: (message) => ({ data: JSON.stringify(errorOf(500, message)) }),
  foreign: { data: '{"choices":[{"index":0,"delta":{"content":"hi"}}]}' },
  models: (ids) => json(200, { models: ids.map(modelEntry) }),
  without: { 'a full window in mid-call': WHOLE },
};

const OPERATION = /^\/v1beta\/models\/([^/:]+):streamGenerateContent\?alt=sse$/;

/** What its lists say of a model. */
export function modelEntry(id: string): object {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens', 'batchGenerateContent'],
    temperature: 1,
    topP: 0.95,
    topK: 64,
    maxTemperature: 2,
  };
}

/** An error as it stands in a refused request's body, and in an event. */
export function errorOf(status: number, message: string, details?: readonly object[]): object {
  return {
    error: { code: status, message, status: RPC[status] ?? 'UNKNOWN', ...(details === undefined ? {} : { details }) },
  };
}

/** Names of `google.rpc.Code`. */
const RPC: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** Reasons as the list calls them. */
const REASONS: Readonly<Record<string, string>> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

function speech(exchange: Exchange): Speech {
  const event = (fields: object): WireEvent => ({
    data: JSON.stringify({
      ...fields,
      modelVersion: OPERATION.exec(exchange.path)?.[1] ?? '',
      responseId: fingerprint(exchange),
    }),
  });
  const content = (...parts: readonly object[]): WireEvent =>
    event({ candidates: [{ content: { parts, role: 'model' }, index: 0 }] });
  return {
    begin: (figures) => (figures === null ? [] : [event({ usageMetadata: usageOf(figures) })]),
    thought: (piece) => [content({ text: piece, thought: true })],
    text: (piece) => [content({ text: piece })],
    calls: (calls, _size, style) => {
      const parts = calls.map((call) => callPart(call, style));
      return style.how === 'together' ? [[content(...parts)]] : parts.map((part) => [content(part)]);
    },
    finish: (reason, figures) => [
      event({
        candidates: [
          { content: { parts: [{ text: '' }], role: 'model' }, finishReason: REASONS[reason] ?? reason, index: 0 },
        ],
        ...(figures === null ? {} : { usageMetadata: usageOf(figures) }),
      }),
    ],
    figures: () => [],
    end: () => [],
  };
}

/** Without an id unless asked for one: most models give none. */
function callPart(call: Required<ServedCall>, { ids = 'absent' }: CallStyle): object {
  const id = ids === 'absent' ? {} : { id: ids === 'empty' ? '' : call.id };
  const text = argumentsText(call);
  return { functionCall: { ...id, name: call.name, args: parseJson(text) ?? text } };
}

function usageOf({ input, output, cached, reasoning, raw }: Figures): object {
  if (raw !== undefined) return raw;
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - (reasoning ?? 0),
    totalTokenCount: input + output,
    ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
    ...(reasoning === undefined ? {} : { thoughtsTokenCount: reasoning }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
  };
}
