/** Requests to a model's server other than calls, with the same privacy options. */
import { parseJson } from '../../base/loose.ts';
import { parseUrl } from '../../base/urls.ts';
import { normaliseBaseUrl } from '../address.ts';
import type { ModelTimeouts } from '../model.ts';
import { RefusedError, WireError } from './call-errors.ts';
import { getMediaType, readTruncated, sendHttpRequest } from './http-exchange.ts';
import { startCallTimeouts } from './timeouts.ts';
import type { Protocol, ServerRequest } from './wire-format.ts';

const MAX_ANSWER_BYTES = 2_000_000;

interface ServerRequestConfig {
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
      const server = parseUrl(base);
      if (!server) throw new WireError('bad-address');
      const url = path.startsWith('//') ? server.origin + path.slice(1) : base + path;
      const postOptions = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { ...protocol.headers, ...type, accept: 'application/json' };
      const response = await call.waitFor(
        'connect',
        sendHttpRequest(fetch, url, { ...postOptions, headers, signal: call.signal }),
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
