/**
 * Questions to a model's server beside its calls: its list, what it says of a model. The one rule: each is one bounded
 * request that leaves as calls do, with no redirect followed and nothing that identifies the person.
 */
import { baseOf } from '../models/address.ts';
import { parseJson } from '../base/loose.ts';
import type { ModelTimeouts } from '../models/model.ts';
import type { Ask, Protocol } from '../models/protocol.ts';
import { watch } from '../models/timeouts.ts';
import { mediaType, readBounded, RefusedError, send, WireError } from '../models/wire.ts';

const MAX_ANSWER_BYTES = 2_000_000;

export interface AskConfig {
  readonly endpoint: string;
  readonly protocol: Pick<Protocol, 'path' | 'pasted' | 'headers'>;
  /** Adds the key, if there is one. */
  readonly fetch: typeof globalThis.fetch;
  readonly timeouts: ModelTimeouts;
}

/** Answers with the parsed JSON, undefined where there is none. Rejects with what the wire raises, an abort included. */
export function asker({ endpoint, protocol, fetch, timeouts }: AskConfig, signal: AbortSignal): Ask {
  const base = baseOf(endpoint, protocol);
  return async (path, body) => {
    const call = watch(timeouts, signal);
    try {
      if (!URL.canParse(base)) throw new WireError('bad-address');
      const url = path.startsWith('//') ? new URL(base).origin + path.slice(1) : base + path;
      const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { ...protocol.headers, ...type, accept: 'application/json' };
      const response = await call.within('connect', send(fetch, url, { ...posted, headers, signal: call.signal }));
      const text = await call.within('gap', readBounded(response, MAX_ANSWER_BYTES));
      if (!response.ok) throw new RefusedError(response.status, response.headers, text);
      const contentType = mediaType(response);
      if (contentType === 'text/html') throw new WireError('wrong-type', { contentType, body: text });
      return parseJson(text);
    } finally {
      call.close();
    }
  };
}
