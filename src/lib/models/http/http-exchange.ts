/** One guarded exchange: no redirect, nothing identifying, bounded reads. Throws `WireError`, `RefusedError`. */
import type { Protocol } from './wire-format.ts';
import { parseJson } from '../../base/loose.ts';

type Fetch = typeof globalThis.fetch;

export type WireFault =
  'bad-address' | 'unreachable' | 'redirect' | 'wrong-type' | 'cut' | 'too-long' | 'line-too-long' | 'malformed';

export class RefusedError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
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

/** On the wire: some 100,000 tokens of reply at 300 bytes each. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** Limit of one event: the parser buffers an unfinished line. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_BYTES = 65_536;
const ERROR_BODY_MS = 5_000;

export interface Wire {
  readonly fetch: Fetch;
  /** Ends the reply, for servers that keep the connection open after the last event. */
  readonly end: () => void;
}

export const PRIVATE_REQUEST = {
  redirect: 'manual', // `error` could not be told apart from an unreachable server
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

export function openWire(fetch: Fetch, { headers, streamType }: Pick<Protocol, 'headers' | 'streamType'>): Wire {
  let endBody = (): void => undefined;
  return {
    async fetch(input, init): Promise<Response> {
      const response = await sendRequest(fetch, input, {
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
export async function sendRequest(fetch: Fetch, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
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

const LF = 10;
const CR = 13;

/** Adds a final line end: a last `\r` alone would leave its line unfinished. */
function limitStream(
  source: ReadableStream<Uint8Array>,
  ndjson: boolean,
): { stream: ReadableStream<Uint8Array>; end: () => void } {
  const reader = source.getReader();
  const lines = ndjson ? createJsonLines() : null;
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
      const output = lines === null ? bytes : fault === null ? lines.push(bytes) : null;
      if (fault !== null || output === null) {
        void reader.cancel().catch(() => undefined);
        controller.error(new WireError(fault ?? 'malformed'));
        return;
      }
      controller.enqueue(output);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // a cancelled read counts as done
  return { stream, end: () => void reader.cancel().catch(() => undefined) };
}

interface JsonLines {
  /** Returns completed lines without blank ones; null when one is not a JSON object. */
  push(bytes: Uint8Array): Uint8Array | null;
  /** Returns the last line if only its line feed is missing. */
  flush(): Uint8Array;
}

export function createJsonLines(): JsonLines {
  const decoder = new TextDecoder();
  let partial: string[] = [];
  return {
    push(bytes) {
      const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split(/[\r\n]/);
      partial.push(first);
      const next = rest.pop();
      if (next === undefined) return encodeLines([]);
      const complete = [partial.join(''), ...rest].filter((line) => line.trim() !== '');
      partial = [next];
      return complete.every(isJsonObject) ? encodeLines(complete) : null;
    },
    flush() {
      const line = partial.join('') + decoder.decode();
      return encodeLines(isJsonObject(line) ? [line] : []);
    },
  };
}

function isJsonObject(line: string): boolean {
  const value = parseJson(line);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function encodeLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}
