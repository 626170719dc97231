/** Tests of models and lists of them: adapters, keys and access put together for models that need not be saved yet. */
import { dropTypedKey, keyCensor, keyedFetch } from '../chrome/keys.ts';
import { hasAccess } from '../chrome/permissions.ts';
import type { TokenCounter } from '../lib/agent/ports.ts';
import { systemClock } from '../lib/base/clock.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { probeChromeModel } from '../lib/models/prompt-api/about.ts';
import type { ChromeHost } from '../lib/models/prompt-api.ts';
import { modelsFrom, PROTOCOLS } from '../lib/models/adapters.ts';
import { baseOf } from '../lib/models/address.ts';
import type { HttpProvider, ModelConfig, Provider } from '../lib/models/config.ts';
import { present } from '../lib/base/loose.ts';
import { asker } from '../lib/probe/ask.ts';
import { listModels } from '../lib/probe/listing.ts';
import { probe, PROBE_TIMEOUTS, type ProbeServer } from '../lib/probe/probe.ts';
import type { Candidate, ListedModel, ProbeReport, ServerCandidate } from '../lib/protocol/probe.ts';
import { createValidator } from '../lib/schema/create.ts';

export interface Probing {
  readonly test: (candidate: Candidate, signal: AbortSignal) => Promise<ProbeReport>;
  /** Rejects with a `TroubleError` where the server has no list, or does not give it. */
  readonly list: (server: ServerCandidate, signal: AbortSignal) => Promise<readonly ListedModel[]>;
}

export function createProbing(tokens: TokenCounter, extensionOrigin: string, chrome: ChromeHost): Probing {
  const validator = createValidator({});
  const serverOf = async ({ endpoint, key }: ServerCandidate, provider: HttpProvider): Promise<ProbeServer> => {
    const protocol = PROTOCOLS[provider];
    const fetch = keyedFetch(provider, endpoint, key);
    return {
      protocol,
      ask: (signal) => asker({ endpoint, protocol, fetch, timeouts: PROBE_TIMEOUTS }, signal),
      mayReach: await hasAccess(endpoint).catch(() => null),
      extensionOrigin,
    };
  };
  /** Of a model that is there, or on a server that may be. */
  const tried = async (candidate: Candidate, signal: AbortSignal): Promise<ProbeReport> => {
    const { provider, endpoint, key } = candidate;
    const fetchFor = (config: { provider: HttpProvider; endpoint: string }): typeof fetch =>
      keyedFetch(config.provider, config.endpoint, key);
    const config = configOf(candidate);
    return probe(
      {
        config,
        model: modelsFrom({ tokens, extensionOrigin, fetchFor, chrome })(config),
        server: isHttp(provider) ? await serverOf(candidate, provider) : null,
        clock: systemClock,
        tokens,
        validator,
        pick: (count) => crypto.getRandomValues(new Uint32Array(1)).reduce((_, random) => random % count, 0),
        censor: await keyCensor(endpoint, key),
      },
      signal,
    );
  };
  const testOf = async (candidate: Candidate, signal: AbortSignal): Promise<ProbeReport> => {
    if (candidate.provider !== 'chrome') return tried(candidate, signal);
    const { state, detail, cure, found } = await probeChromeModel(chrome, signal);
    const there = { name: 'model', state, detail, cure } as const;
    if (state === 'bad') return { ok: false, checks: [there], found: {} };
    const report = await tried({ ...candidate, ...found }, signal);
    return { ...report, checks: [there, ...report.checks], found: { ...found, ...report.found } };
  };
  const listOf = async (server: ServerCandidate, signal: AbortSignal): Promise<readonly ListedModel[]> => {
    const { provider, endpoint, key } = server;
    if (!isHttp(provider)) return [];
    const { protocol, ask } = await serverOf(server, provider);
    const site = { protocol, endpoint: baseOf(endpoint, protocol), model: '', extensionOrigin, now: Date.now() };
    const listing = await listModels(ask(signal), protocol, site);
    const censor = await keyCensor(endpoint, key);
    if (listing.type === 'list') return listing.models.map((model) => ({ ...known(model), id: censor(model.id) }));
    if (listing.type === 'failed') {
      const { code, message, cure } = listing.failure;
      throw new TroubleError({ code, message: censor(message), cure });
    }
    throw new TroubleError({
      code: 'model.no-list',
      message: 'The server does not list its models.',
      cure: 'Enter the name of the model yourself, as the server knows it.',
    });
  };
  return {
    test: (candidate, signal) => testOf(candidate, signal).finally(() => dropTypedKey(candidate.key)),
    list: (server, signal) => listOf(server, signal).finally(() => dropTypedKey(server.key)),
  };
}

const isHttp = (provider: Provider): provider is HttpProvider => Object.hasOwn(PROTOCOLS, provider);

/** Begins with the most: what the model cannot do, the test finds out. The first word may take as long as loading does. */
function configOf({ provider, endpoint, model, contextTokens, keepAlive }: Candidate): ModelConfig {
  return {
    id: `test:${model}`,
    provider,
    endpoint,
    model,
    contextTokens,
    keepAlive,
    toolCalling: 'native',
    pictures: true,
    timeouts: { ...PROBE_TIMEOUTS, connect: PROBE_TIMEOUTS.firstChunk },
  };
}

/** What the list says of a model, in the words of the protocol between contexts. */
function known({
  id,
  contextTokens,
  servedTokens,
  tools,
  pictures,
}: ListedModel & { servedTokens?: number }): ListedModel {
  return { id, ...present({ contextTokens: servedTokens ?? contextTokens, tools, pictures }) };
}
