/**
 * One guarded HTTP exchange under the provider library: what leaves, and what is let in. The one rule: nothing is
 * followed, nothing identifies the person, and nothing is read without a bound. Failures leave here as a `WireError`,
 * refusals by status as a `RefusedError` with the bounded body.
 */
import { jsonLines } from './ndjson.ts';
import type { Protocol } from './protocol.ts';

type Fetch = typeof globalThis.fetch;

export type WireFault =
  'bad-address' | 'unreachable' | 'redirect' | 'wrong-type' | 'cut' | 'too-long' | 'line-too-long' | 'malformed';

/** The server answered, and said no. */
export class RefusedError extends Error {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of what it said. */
  readonly body: string;
  constructor(status: number, headers: Headers, body: string) {
    super(`The model's server refused the request with ${String(status)}.`);
    this.name = 'RefusedError';
    this.status = status;
    this.headers = Object.fromEntries(headers);
    this.body = body;
  }
}

export class WireError extends Error {
  readonly fault: WireFault;
  /** For `wrong-type`: what came instead of an event stream. */
  readonly contentType: string;
  readonly body: string;
  constructor(fault: WireFault, options?: ErrorOptions & { contentType?: string; body?: string }) {
    super(`The exchange with the model's server failed: ${fault}.`, options);
    this.name = 'WireError';
    this.fault = fault;
    this.contentType = options?.contentType ?? '';
    this.body = options?.body ?? '';
  }
}

/** Bytes on the wire, events and their envelopes included: some 100,000 tokens of reply at 300 bytes each. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** One event. The parser keeps an unfinished line in memory. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_BYTES = 65_536;
const ERROR_BODY_MS = 5_000;

export interface Wire {
  /** For the provider library; to be used for one request. */
  readonly fetch: Fetch;
  /** Ends the reply as if the server had closed it: for servers that keep the connection after the last event. */
  readonly end: () => void;
}

/** How every request to a model's server leaves: no cookie, no referrer, no cache, and no redirect followed. */
export const PRIVATE_REQUEST = {
  redirect: 'manual', // reported by name; `error` could not be told from a server that is down
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

export function openWire(fetch: Fetch, { headers, streamType }: Pick<Protocol, 'headers' | 'streamType'>): Wire {
  let endBody = (): void => undefined;
  return {
    async fetch(input, init): Promise<Response> {
      const response = await send(fetch, input, {
        method: 'POST',
        // only these: the library's user agent would name product and platform, and trips CORS rules of local servers
        headers: { ...headers, 'content-type': 'application/json', accept: streamType },
        body: init?.body ?? null,
        signal: init?.signal ?? null,
      });
      if (!response.ok) throw new RefusedError(response.status, response.headers, await readBounded(response));
      const type = mediaType(response);
      if (![streamType, 'text/plain', 'application/octet-stream', ''].includes(type)) {
        // some servers stream under no type or a vague one; what says it is something else is something else
        throw new WireError('wrong-type', { contentType: type, body: await readBounded(response) });
      }
      if (response.body === null) throw new WireError('cut');
      const body = boundedStream(response.body, streamType === 'application/x-ndjson');
      endBody = body.end;
      return new Response(body.stream, { status: 200, headers: response.headers });
    },
    end: () => endBody(),
  };
}

/**
 * Sends one request. Rejects with a `WireError` for a network failure or a redirect; what `fetch` raises on purpose (a
 * key that cannot be sent, an abort) passes.
 */
export async function send(fetch: Fetch, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { ...PRIVATE_REQUEST, ...init });
  } catch (error) {
    if (error instanceof TypeError) throw new WireError('unreachable', { cause: error });
    throw error;
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    void response.body?.cancel().catch(() => undefined);
    throw new WireError('redirect');
  }
  return response;
}

export function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase().slice(0, 100);
}

/** The beginning of a body, in at most five seconds; whatever there is when it breaks off. */
export async function readBounded(response: Response, max = MAX_ERROR_BYTES): Promise<string> {
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
    // what had come is all there is to say
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
  return text.slice(0, max);
}

const LF = 10;
const CR = 13;

/** The same bytes with bounds, and a line end after the last: a final `\r` alone would leave its line undecided. */
function boundedStream(
  source: ReadableStream<Uint8Array>,
  ndjson: boolean,
): { stream: ReadableStream<Uint8Array>; end: () => void } {
  const reader = source.getReader();
  const lines = ndjson ? jsonLines() : null;
  let total = 0;
  let line = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let next: ReadableStreamReadResult<Uint8Array>;
      try {
        next = await reader.read();
      } catch (cause) {
        controller.error(new WireError('cut', { cause }));
        return;
      }
      if (next.done) {
        controller.enqueue(lines === null ? Uint8Array.of(LF) : lines.flush());
        controller.close();
        return;
      }
      const bytes = next.value;
      const lastEnd = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));
      total += bytes.byteLength;
      line = lastEnd === -1 ? line + bytes.byteLength : bytes.byteLength - lastEnd - 1;
      const fault = total > MAX_STREAM_BYTES ? 'too-long' : line > MAX_LINE_BYTES ? 'line-too-long' : null;
      const passed = lines === null ? bytes : fault === null ? lines.push(bytes) : null;
      if (fault !== null || passed === null) {
        void reader.cancel().catch(() => undefined);
        controller.error(new WireError(fault ?? 'malformed'));
        return;
      }
      controller.enqueue(passed);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // a cancelled read counts as done
  return { stream, end: () => void reader.cancel().catch(() => undefined) };
}
