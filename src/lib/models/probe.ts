/**
 * The connection test: looks at an endpoint the way a call would, step by step, and says in plain words what is wrong
 * and how to cure it. The one rule: it always ends in lines, within its time-outs, and never shows a key.
 */
import { baseOf, hostOf, isLoopback, isPrivate, type CallSite } from './address.ts';
import { parseJson, property } from './loose.ts';
import type { ModelFailure, ModelTimeouts } from './model.ts';
import { nearest } from '../base/nearest.ts';
import { httpModel } from './http-model.ts';
import { openAICompatible } from './openai-compatible.ts';
import { failureOf } from './failures.ts';
import { plain, wordsOf } from './server-words.ts';
import { statusFailure } from './status-failures.ts';
import { watch } from './timeouts.ts';
import { mediaType, readBounded, send, WireError } from './wire.ts';

/** One thing that was looked at: how it went, and the cure when it did not. */
export interface CheckLine {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** '' when there is nothing to do. */
  readonly cure: string;
}

export interface ProbeConfig {
  readonly endpoint: string;
  readonly model: string;
  /** Adds the key, if there is one. */
  readonly fetch: typeof globalThis.fetch;
  readonly extensionOrigin: string;
  readonly timeouts?: ModelTimeouts;
}

/** Ten seconds to reach the server, a minute to its first word. */
export const PROBE_TIMEOUTS: ModelTimeouts = { connect: 10_000, firstChunk: 60_000, gap: 30_000, total: 120_000 };

const MAX_LIST_BYTES = 2_000_000;
const MAX_SHOWN = 8;

type Listing =
  | { readonly type: 'list'; readonly ids: readonly string[] }
  /** The server is there but lists no models, which is its right. */
  | { readonly type: 'none' }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

/** Lines in the order looked at: address, server, key, model, reply. An aborted test ends after what it knew. */
export async function probeEndpoint(config: ProbeConfig, signal: AbortSignal): Promise<readonly CheckLine[]> {
  const address = checkAddress(config.endpoint);
  if (!address.ok) return [address];
  if (config.model.trim() === '') {
    return [address, bad('model', 'No model is named.', 'Enter the model’s name as the server knows it.')];
  }
  const listing = await listModels(config, signal);
  if (signal.aborted) return [address];
  if (listing.type === 'failed') return [address, ...stopped(listing.failure, config.endpoint)];
  const failure = await tryReply(config, signal);
  if (failure === 'aborted') return [address];
  const server = good('server', `${hostOf(config.endpoint)} answers.`);
  const key = good('key', 'Accepted, or not asked for.');
  const model = checkModel(config.model, listing, failure);
  if (failure === null) return [address, server, key, model, good('reply', 'A short answer streamed to its end.')];
  if (STEP_OF[failure.code] === 'key') return [address, server, bad('key', failure.message, failure.cure)];
  if (failure.code === 'model.not-found') return [address, server, key, model];
  return [address, server, key, model, bad('reply', failure.message, failure.cure)];
}

function good(name: string, detail: string): CheckLine {
  return { name, ok: true, detail, cure: '' };
}

function bad(name: string, detail: string, cure: string): CheckLine {
  return { name, ok: false, detail, cure };
}

function checkAddress(endpoint: string): CheckLine {
  const text = endpoint.trim();
  const example = 'Enter the API’s base URL, such as https://api.openai.com/v1 or http://localhost:11434/v1.';
  if (!URL.canParse(text)) return bad('address', 'This is not a complete web address.', example);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return bad('address', `Addresses beginning with ${url.protocol} cannot be used.`, example);
  }
  if (url.username !== '' || url.password !== '') {
    return bad(
      'address',
      'The address contains a user name or password.',
      'Remove it, and put the key in the key field.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return bad('address', 'The address contains a query (?) or fragment (#).', `Remove it. ${example}`);
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return good('address', `${url.origin} is well-formed.`);
  const cure = 'Use https:// if the server offers it.';
  return isPrivate(url.hostname)
    ? { name: 'address', ok: true, detail: 'http without encryption: others in this network could read along.', cure }
    : { name: 'address', ok: true, detail: 'Warning: http to a public server sends pages and key unencrypted.', cure };
}

async function listModels(config: ProbeConfig, signal: AbortSignal): Promise<Listing> {
  const call = watch(config.timeouts ?? PROBE_TIMEOUTS, signal);
  const site = { ...config, protocol: openAICompatible, now: Date.now() };
  try {
    const response = await call.within(
      'connect',
      send(config.fetch, `${baseOf(config.endpoint, openAICompatible.path)}/models`, {
        headers: { accept: 'application/json' },
        signal: call.signal,
      }),
    );
    const body = await call.within('gap', readBounded(response, MAX_LIST_BYTES));
    if (response.ok) return listing(body, mediaType(response), site);
    if (response.status !== 401 && response.status !== 403) return { type: 'none' }; // the reply test will tell
    const refusal = { status: response.status, headers: {}, words: wordsOf(body) };
    return { type: 'failed', failure: statusFailure(refusal, site) };
  } catch (thrown) {
    return { type: 'failed', failure: failureOf(thrown, site) };
  } finally {
    call.close();
  }
}

function listing(body: string, type: string, site: CallSite): Listing {
  if (type === 'text/html')
    return { type: 'failed', failure: failureOf(new WireError('wrong-type', { contentType: type, body }), site) };
  const data = property(parseJson(body), 'data');
  if (!Array.isArray(data)) return { type: 'none' };
  const ids = data.map((entry: unknown) => property(entry, 'id')).filter((id): id is string => typeof id === 'string');
  return { type: 'list', ids: ids.map((id) => plain(id, 200)) };
}

/** One tiny call. Null when it produced text and came to its end; its failure otherwise. */
async function tryReply(config: ProbeConfig, signal: AbortSignal): Promise<ModelFailure | 'aborted' | null> {
  const timeouts = config.timeouts ?? PROBE_TIMEOUTS;
  // many local servers send the head only with the first token
  const model = httpModel({
    ...config,
    id: config.model,
    protocol: openAICompatible,
    contextTokens: 4096,
    pictures: false,
    keepAlive: 5,
    toolCalling: 'native',
    timeouts: { ...timeouts, connect: timeouts.firstChunk },
  });
  const content = [{ type: 'text', text: 'Reply with the single word: ready' }] as const;
  const request = { task: 'summarise', messages: [{ role: 'user', content }], maxOutputTokens: 512 } as const;
  let failure: ModelFailure | null = null;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    failure = null;
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'aborted') return 'aborted';
      if (event.type === 'error') failure = event.failure;
    }
    if (failure?.code !== 'model.dialect') break;
  }
  return failure;
}

function checkModel(model: string, listing: Listing, failure: ModelFailure | null): CheckLine {
  const missing = failure?.code === 'model.not-found' ? failure : null;
  if (listing.type !== 'list' || listing.ids.length === 0) {
    if (missing !== null) return bad('model', missing.message, missing.cure);
    return good('model', 'The server lists no models; the answer is what counts.');
  }
  const there = listing.ids.some((id) => id === model || id === `${model}:latest` || id === `models/${model}`);
  if (there) {
    return missing === null ? good('model', `${model} is there.`) : bad('model', missing.message, missing.cure);
  }
  if (failure === null) return good('model', `${model} is not in the server’s list, but the server answers to it.`);
  const names = nearest(model, listing.ids, MAX_SHOWN).join(', ');
  return bad('model', `The server has no model called ${plain(model, 100)}.`, `Choose one that is there: ${names}.`);
}

/** The first request already failed: the lines up to the step that stopped it. */
function stopped(failure: ModelFailure, endpoint: string): readonly CheckLine[] {
  const step = STEP_OF[failure.code] ?? 'server';
  const answered = step === 'key' && failure.code !== 'key.invalid'; // a key that cannot be sent never left
  const before = answered ? [good('server', `${hostOf(endpoint)} answers.`)] : [];
  return [...before, bad(step, failure.message, failure.cure)];
}

const STEP_OF: Readonly<Record<string, 'key' | undefined>> = {
  'model.forbidden': 'key',
  'model.unauthorized': 'key',
  'model.quota': 'key',
  'key.invalid': 'key',
};
