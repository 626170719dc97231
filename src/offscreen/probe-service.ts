/** Tests models and lists a server's models, for configurations that may be unsaved. */
import type { Tokens } from '../lib/agent/budget/usage.ts';
import { systemClock } from '../lib/base/clock.ts';
import { toUserError, UserFacingError } from '../lib/base/errors.ts';
import { omitUndefined } from '../lib/base/loose.ts';
import { createModelAdapter, PROTOCOLS, type AdapterDeps } from '../lib/models/adapters.ts';
import { normaliseBaseUrl } from '../lib/models/address.ts';
import type { HttpProvider, ModelConfig, Provider } from '../lib/models/config.ts';
import { createExtractiveModel } from '../lib/models/extractive/extractive-model.ts';
import { probeChromeModel } from '../lib/models/prompt-api/prompt-state.ts';
import type { TokenCounter } from '../lib/models/tokens/token-counter.ts';
import { createServerRequest } from '../lib/models/http/server-request.ts';
import { listModels } from '../lib/probe/model-server.ts';
import { probe, PROBE_TIMEOUTS, type ProbeDeps, type ProbeServer } from '../lib/probe/probe.ts';
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import type { ListMessage, ProbeAnswer, TestMessage } from '../lib/protocol/offscreen/probe.ts';
import type { Candidate, ListedModel, ProbeReport, ServerCandidate } from '../lib/protocol/requests/model.ts';
import { createMarkedFetch } from './document-models.ts';
import { serveOnce } from './serve-once.ts';

interface ProbeServiceDeps extends Omit<AdapterDeps, 'createFetch'> {
  readonly tokens: TokenCounter;
}

export const createProbeService =
  (deps: ProbeServiceDeps) =>
  (line: PortLike): void => {
    const stopping = new AbortController();
    line.onMessage.addListener((message) => check('probe.stop', message).ok && stopping.abort());
    serveOnce(line, (message, postMessage, closing) => {
      const post = (reply: ProbeAnswer): void => postMessage({ type: 'answer', answer: reply });
      const signal = AbortSignal.any([closing, stopping.signal]);
      const told = {
        onBegun: (spent: Tokens) => post({ type: 'begun', spent }),
        onSpent: (spent: Tokens) => post({ type: 'spent', spent }),
      };
      void answer(message, { ...deps, ...told }, signal)
        .catch((thrown: unknown): ProbeAnswer => ({ type: 'failed', error: toUserError(thrown) }))
        .then(post);
    });
  };

type AnswerDeps = ProbeServiceDeps & Pick<ProbeDeps, 'onBegun' | 'onSpent'>;

async function answer(message: unknown, deps: AnswerDeps, signal: AbortSignal): Promise<ProbeAnswer> {
  const test = check('probe.test', message);
  if (test.ok) {
    return { type: 'report', report: await testModel(test.value, deps, signal) };
  }
  const list = check('probe.list', message);
  if (list.ok) return { type: 'models', models: await listServerModels(list.value, deps, signal) };
  throw new TypeError(test.message);
}

async function testModel(
  { candidate, mark, mayReach }: TestMessage,
  deps: AnswerDeps,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const runProbe = (tested: Candidate): Promise<ProbeReport> => {
    const config = createTestConfig(tested);
    const createFetch = (): typeof fetch => createMarkedFetch(() => mark);
    const model = createModelAdapter(config, { ...deps, createFetch }) ?? createExtractiveModel(deps.tokens);
    return probe(
      {
        config,
        model,
        server: isHttp(tested.provider) ? createProbeServer(tested, tested.provider, mark, mayReach, deps) : null,
        clock: systemClock,
        tokens: deps.tokens,
        onBegun: deps.onBegun,
        onSpent: deps.onSpent,
        pick: (count) => crypto.getRandomValues(new Uint32Array(1)).reduce((_, random) => random % count, 0),
      },
      signal,
    );
  };
  if (candidate.provider !== 'chrome') return runProbe(candidate);
  const { state, detail, hint, found } = await probeChromeModel(deps.getLanguageModel(), signal);
  const presence = { name: 'model', state, detail, hint } as const;
  if (state === 'bad') return { ok: false, checks: [presence], found: {} };
  const report = await runProbe({ ...candidate, ...found });
  return { ...report, checks: [presence, ...report.checks], found: { ...found, ...report.found } };
}

async function listServerModels(
  { server, mark, mayReach }: ListMessage,
  deps: ProbeServiceDeps,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const { provider, endpoint } = server;
  if (!isHttp(provider)) return [];
  const { protocol, ask } = createProbeServer(server, provider, mark, mayReach, deps);
  const { extensionOrigin } = deps;
  const site = {
    protocol,
    endpoint: normaliseBaseUrl(endpoint, protocol),
    model: '',
    extensionOrigin,
    now: Date.now(),
  };
  const listing = await listModels(ask(signal), protocol, site);
  if (listing.type === 'list') return listing.models.map(toListedModel);
  if (listing.type === 'failed') {
    const { code, message, hint } = listing.failure;
    throw new UserFacingError({ code, message, hint });
  }
  throw new UserFacingError({
    code: 'model.no-list',
    message: 'The server doesn’t list its models.',
    hint: 'Enter the name of the model yourself, as the server knows it.',
  });
}

function createProbeServer(
  { endpoint }: ServerCandidate,
  provider: HttpProvider,
  mark: string,
  mayReach: boolean | null,
  { extensionOrigin }: ProbeServiceDeps,
): ProbeServer {
  const protocol = PROTOCOLS[provider];
  const fetch = createMarkedFetch(() => mark);
  return {
    protocol,
    ask: (signal) => createServerRequest({ endpoint, protocol, fetch, timeouts: PROBE_TIMEOUTS }, signal),
    mayReach,
    extensionOrigin,
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
