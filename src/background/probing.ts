/** Tests models and lists a server's models, for configurations that may be unsaved. */
import { dropTypedKey, createKeyRedactor, createKeyedFetch } from '../chrome/storage/keys.ts';
import { hasAccess } from '../chrome/permissions.ts';
import type { TokenCounter } from '../lib/agent/ports.ts';
import { systemClock } from '../lib/base/clock.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import { probeChromeModel } from '../lib/models/prompt-api/prompt-state.ts';
import type { ChromeHost } from '../lib/models/prompt-api/prompt-messages.ts';
import { createModelFactory, PROTOCOLS } from '../lib/models/adapters.ts';
import { normaliseBaseUrl } from '../lib/models/address.ts';
import type { HttpProvider, ModelConfig, Provider } from '../lib/models/config.ts';
import { omitUndefined } from '../lib/base/loose.ts';
import { createServerRequest, listModels } from '../lib/probe/model-server.ts';
import { probe, PROBE_TIMEOUTS, type ProbeServer } from '../lib/probe/probe.ts';
import type { Candidate, ListedModel, ProbeReport, ServerCandidate } from '../lib/protocol/requests/model.ts';

export interface ModelProber {
  readonly testModel: (candidate: Candidate, signal: AbortSignal) => Promise<ProbeReport>;
  /** Rejects with a `UserFacingError` if the server has no list or refuses it. */
  readonly listModels: (server: ServerCandidate, signal: AbortSignal) => Promise<readonly ListedModel[]>;
}

export function createModelProber(tokens: TokenCounter, extensionOrigin: string, chrome: ChromeHost): ModelProber {
  const createProbeServer = async (
    { endpoint, key }: ServerCandidate,
    provider: HttpProvider,
  ): Promise<ProbeServer> => {
    const protocol = PROTOCOLS[provider];
    const fetch = createKeyedFetch(provider, endpoint, key);
    return {
      protocol,
      ask: (signal) => createServerRequest({ endpoint, protocol, fetch, timeouts: PROBE_TIMEOUTS }, signal),
      mayReach: await hasAccess(endpoint).catch(() => null),
      extensionOrigin,
    };
  };
  const runProbe = async (candidate: Candidate, signal: AbortSignal): Promise<ProbeReport> => {
    const { provider, endpoint, key } = candidate;
    const createFetch = (config: { provider: HttpProvider; endpoint: string }): typeof fetch =>
      createKeyedFetch(config.provider, config.endpoint, key);
    const config = createTestConfig(candidate);
    return probe(
      {
        config,
        model: createModelFactory({ tokens, extensionOrigin, createFetch, chrome })(config),
        server: isHttp(provider) ? await createProbeServer(candidate, provider) : null,
        clock: systemClock,
        tokens,
        pick: (count) => crypto.getRandomValues(new Uint32Array(1)).reduce((_, random) => random % count, 0),
        censor: await createKeyRedactor(endpoint, key),
      },
      signal,
    );
  };
  const runTest = async (candidate: Candidate, signal: AbortSignal): Promise<ProbeReport> => {
    if (candidate.provider !== 'chrome') return runProbe(candidate, signal);
    const { state, detail, hint, found } = await probeChromeModel(chrome, signal);
    const presence = { name: 'model', state, detail, hint } as const;
    if (state === 'bad') return { ok: false, checks: [presence], found: {} };
    const report = await runProbe({ ...candidate, ...found }, signal);
    return { ...report, checks: [presence, ...report.checks], found: { ...found, ...report.found } };
  };
  const runListing = async (server: ServerCandidate, signal: AbortSignal): Promise<readonly ListedModel[]> => {
    const { provider, endpoint, key } = server;
    if (!isHttp(provider)) return [];
    const { protocol, ask } = await createProbeServer(server, provider);
    const site = {
      protocol,
      endpoint: normaliseBaseUrl(endpoint, protocol),
      model: '',
      extensionOrigin,
      now: Date.now(),
    };
    const listing = await listModels(ask(signal), protocol, site);
    const censor = await createKeyRedactor(endpoint, key);
    if (listing.type === 'list')
      return listing.models.map((model) => ({ ...toListedModel(model), id: censor(model.id) }));
    if (listing.type === 'failed') {
      const { code, message, hint } = listing.failure;
      throw new UserFacingError({ code, message: censor(message), hint });
    }
    throw new UserFacingError({
      code: 'model.no-list',
      message: 'The server does not list its models.',
      hint: 'Enter the name of the model yourself, as the server knows it.',
    });
  };
  return {
    testModel: (candidate, signal) => runTest(candidate, signal).finally(() => dropTypedKey(candidate.key)),
    listModels: (server, signal) => runListing(server, signal).finally(() => dropTypedKey(server.key)),
  };
}

const isHttp = (provider: Provider): provider is HttpProvider => Object.hasOwn(PROTOCOLS, provider);

/** Assumes full capabilities: the test finds what is missing. The connect timeout covers loading the model. */
function createTestConfig({ provider, endpoint, model, contextTokens, keepAlive }: Candidate): ModelConfig {
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

function toListedModel({
  id,
  contextTokens,
  servedTokens,
  tools,
  pictures,
}: ListedModel & { servedTokens?: number }): ListedModel {
  return { id, ...omitUndefined({ contextTokens: servedTokens ?? contextTokens, tools, pictures }) };
}
