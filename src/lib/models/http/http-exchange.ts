/** One guarded exchange: no redirect, nothing identifying, bounded reads. Throws `WireError`, `RefusedError`. */
import { fetchPrivately } from '../../base/private-fetch.ts';
import type { Protocol } from './wire-format.ts';
import { RefusedError, WireError } from './call-errors.ts';
import { limitStream } from './limit-stream.ts';

type Fetch = typeof globalThis.fetch;

const MAX_ERROR_BYTES = 65_536;
const ERROR_BODY_MS = 5_000;

export interface Wire {
  readonly fetch: Fetch;
  /** Ends the reply, for servers that keep the connection open after the last event. */
  readonly end: () => void;
}

export function openWire(fetch: Fetch, { headers, streamType }: Pick<Protocol, 'headers' | 'streamType'>): Wire {
  let endBody = (): void => undefined;
  return {
    async fetch(input, init): Promise<Response> {
      const response = await sendHttpRequest(fetch, input, {
        method: 'POST',
        // Only these: the library's user agent names the platform and violates CORS rules of local servers.
        headers: { ...headers, 'content-type': 'application/json', accept: streamType },
        body: init?.body ?? null,
        signal: init?.signal ?? null,
      });
      if (!response.ok) throw new RefusedError(response.status, response.headers, await readTruncated(response));
      const type = getMediaType(response);
      if (![streamType, 'text/plain', 'application/octet-stream', ''].includes(type)) {
        // Some servers stream with no type or a generic one.
        throw new WireError('wrong-type', { contentType: type, body: await readTruncated(response) });
      }
      if (response.body === null) throw new WireError('cut');
      const body = limitStream(response.body, streamType === 'application/x-ndjson');
      endBody = body.end;
      return new Response(body.stream, { status: 200, headers: response.headers });
    },
    end: () => endBody(),
  };
}

/** Rejects with `WireError` for network failures and redirects; other errors of `fetch` pass through. */
export async function sendHttpRequest(fetch: Fetch, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const response = await fetchPrivately(fetch, input, init).catch((cause: unknown) => {
    throw cause instanceof TypeError ? new WireError('unreachable', { cause }) : cause;
  });
  if (response === null) throw new WireError('redirect');
  return response;
}

export function getMediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase().slice(0, 100);
}

/** Reads for at most five seconds. Returns what was received if it breaks off. */
export async function readTruncated(response: Response, max = MAX_ERROR_BYTES): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ERROR_BODY_MS);
  let text = '';
  try {
    for (let bytes = 0; bytes < max;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // return what was received
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
  return text.slice(0, max);
}
