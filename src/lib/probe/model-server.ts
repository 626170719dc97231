/** Requests to a model's server other than calls, with the same privacy options; lists its models. */
import { normaliseBaseUrl, type CallSite } from '../models/address.ts';
import { parseJson } from '../base/loose.ts';
import type { ModelTimeouts, ModelFailure } from '../models/model.ts';
import { readModelList, type ServerRequest, type Protocol, type ServerModel } from '../models/http/wire-format.ts';
import { startCallTimeouts, CallAbortedError } from '../models/http/timeouts.ts';
import { RefusedError, WireError } from '../models/http/call-errors.ts';
import { getMediaType, readTruncated, sendHttpRequest } from '../models/http/http-exchange.ts';
import { toModelFailure } from '../models/http/failures.ts';
import { parseUrl } from '../base/urls.ts';

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

export type ListingResult =
  | { readonly type: 'list'; readonly models: readonly ServerModel[] }
  /** The server answers but lists no models, which is allowed. */
  | { readonly type: 'none' }
  | { readonly type: 'failed'; readonly failure: ModelFailure }
  | { readonly type: 'aborted' };

const MAX_MODELS = 2000;

const MAX_NAME_LENGTH = 200;

export async function listModels(ask: ServerRequest, { models }: Protocol, site: CallSite): Promise<ListingResult> {
  try {
    const entries = readModelList(models, await ask(models.path));
    return entries === null ? { type: 'none' } : { type: 'list', models: sanitiseEntries(entries) };
  } catch (thrown) {
    if (thrown instanceof CallAbortedError) return { type: 'aborted' };
    // Other refusals may concern the list only.
    if (thrown instanceof RefusedError && ![401, 402, 403].includes(thrown.status)) return { type: 'none' };
    return { type: 'failed', failure: toModelFailure(thrown, site) };
  }
}

/** Could make one name look like another. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]+/gu;

function sanitiseEntries(entries: readonly ServerModel[]): readonly ServerModel[] {
  const byName = new Map<string, ServerModel>();
  for (const model of entries) {
    if (byName.size >= MAX_MODELS) break;
    const id = model.id.slice(0, MAX_NAME_LENGTH + 1).replace(INVISIBLE_CHARACTERS, '');
    if (id !== '' && id.length <= MAX_NAME_LENGTH && !byName.has(id)) byName.set(id, { ...model, id });
  }
  return [...byName.values()];
}

export function findServerModel(listing: ListingResult, model: string): ServerModel | undefined {
  if (listing.type !== 'list') return undefined;
  const names = [model, `${model}:latest`, `models/${model}`, model.replace(/^models\//, '')];
  return listing.models.find(({ id }) => names.includes(id));
}
