/** Requests to a model's server other than calls, with the same privacy options. */
import { normaliseBaseUrl } from '../models/address.ts';
import { parseJson } from '../base/loose.ts';
import type { ModelTimeouts } from '../models/model.ts';
import type { ServerRequest, Protocol } from '../models/http/wire-format.ts';
import { startCallTimeouts } from '../models/http/timeouts.ts';
import { getMediaType, readTruncated, RefusedError, sendRequest, WireError } from '../models/http/http-exchange.ts';

const MAX_ANSWER_BYTES = 2_000_000;

export interface ServerRequestConfig {
  readonly endpoint: string;
  readonly protocol: Pick<Protocol, 'path' | 'pasted' | 'headers'>;
  readonly fetch: typeof globalThis.fetch;
  readonly timeouts: ModelTimeouts;
}

/** Resolves with the parsed JSON, undefined for none. Rejects with the wire's errors or an abort. */
export function createServerRequest(
  { endpoint, protocol, fetch, timeouts }: ServerRequestConfig,
  signal: AbortSignal,
): ServerRequest {
  const base = normaliseBaseUrl(endpoint, protocol);
  return async (path, body) => {
    const call = startCallTimeouts(timeouts, signal);
    try {
      if (!URL.canParse(base)) throw new WireError('bad-address');
      const url = path.startsWith('//') ? new URL(base).origin + path.slice(1) : base + path;
      const postOptions = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { ...protocol.headers, ...type, accept: 'application/json' };
      const response = await call.waitFor(
        'connect',
        sendRequest(fetch, url, { ...postOptions, headers, signal: call.signal }),
      );
      const text = await call.waitFor('gap', readTruncated(response, MAX_ANSWER_BYTES));
      if (!response.ok) throw new RefusedError(response.status, response.headers, text);
      const contentType = getMediaType(response);
      if (contentType === 'text/html') throw new WireError('wrong-type', { contentType, body: text });
      return parseJson(text);
    } finally {
      call.close();
    }
  };
}
