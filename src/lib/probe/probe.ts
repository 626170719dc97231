/** The connection test: tries a model step by step, in bounded time, and never shows a key. */
import type { Clock } from '../base/clock.ts';
import { normaliseBaseUrl, type CallSite, isLoopbackHost, isPrivateHost, getEndpointHost } from '../models/address.ts';
import type { ModelConfig } from '../models/config.ts';
import type { Model, ModelTimeouts, ModelFailure } from '../models/model.ts';
import type { ModelInfo, ServerRequest, Protocol } from '../models/http/wire-format.ts';
import type { TokenCounter } from '../models/tokens/token-counter.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/requests/model.ts';
import { createCallRecorder, sumTokens, type CallRecorder, type CallResult } from './call-recorder.ts';
import { checkPictures } from './pictures.ts';
import {
  checkReply,
  checkSpeed,
  checkStreaming,
  requestFirstReply,
  createFineLine,
  createUnknownLine,
  type ProbeFindings,
  createBadLine,
  createLimitedLine,
  checkTools,
} from './checks.ts';
import { checkWindow } from './window.ts';
import { listNearest } from '../base/nearest.ts';
import { sanitiseText } from '../models/http/error-body.ts';
import { findServerModel, listModels, type ListingResult } from './model-server.ts';

export interface ProbeDeps {
  readonly config: ModelConfig;
  readonly model: Model;
  /** Null where no server is called. */
  readonly server: ProbeServer | null;
  readonly clock: Clock;
  readonly tokens: Pick<TokenCounter, 'count'>;
  readonly pick: (count: number) => number;
  /** Removes the key, since some servers repeat it. */
  readonly censor: (text: string) => string;
}

export interface ProbeServer {
  readonly protocol: Protocol;
  readonly ask: (signal: AbortSignal) => ServerRequest;
  /** Null when unknown. */
  readonly mayReach: boolean | null;
  readonly extensionOrigin: string;
}

export const PROBE_TIMEOUTS: ModelTimeouts = { connect: 10_000, firstChunk: 60_000, gap: 30_000, total: 100_000 };
export const PROBE_MS = 115_000;

/** An aborted test returns the lines so far; after a time-out unfinished checks are unknown. */
export async function probe(deps: ProbeDeps, signal: AbortSignal): Promise<ProbeReport> {
  const lines: CheckLine[] = [];
  let found: ProbeFindings = {};
  for await (const { line, found: moreFound = {} } of runChecks(
    deps,
    AbortSignal.any([signal, deps.clock.timeout(PROBE_MS)]),
  )) {
    if (signal.aborted && line.state === 'unknown') break; // it is unknown only because the test was aborted
    lines.push(line);
    found = { ...found, ...moreFound };
  }
  const censored = lines.map((line) => ({ ...line, detail: deps.censor(line.detail), hint: deps.censor(line.hint) }));
  return { ok: isUsable(censored), checks: censored, found };
}

const isUsable = (lines: readonly CheckLine[]): boolean =>
  lines.every(({ state }) => state !== 'bad') &&
  lines.some(({ name, state }) => name === 'reply' && state !== 'unknown');

interface Step {
  readonly line: CheckLine;
  readonly found?: ProbeFindings;
}

const EMBEDDED_LINE = createFineLine(
  'reply',
  'It works offline, without any server. It writes nothing by itself: it chooses sentences of the page.',
);

async function* runChecks(deps: ProbeDeps, signal: AbortSignal): AsyncGenerator<Step> {
  const { config, server } = deps;
  if (config.provider === 'extractive') {
    yield { line: EMBEDDED_LINE };
    return;
  }
  let listing: ListingResult = { type: 'none' };
  if (server) {
    const address = checkAddress(config.endpoint, server.protocol.example);
    yield { line: address };
    if (address.state === 'bad') return;
    if (config.model.trim() === '') {
      yield { line: NO_MODEL_LINE };
      return;
    }
    listing = await listModels(server.ask(signal), server.protocol, buildCallSite(deps, server));
    if (listing.type === 'aborted') {
      yield { line: createLateLine('server') };
      return;
    }
    if (listing.type === 'failed') {
      yield* toSteps(createStoppedLines(listing.failure, config.endpoint, server.mayReach));
      return;
    }
  }
  const recorder = createCallRecorder({ ...deps, signal });
  const first = await requestFirstReply(recorder);
  if (server) {
    if (first.failure && findFailedStep(first.failure)) {
      yield* toSteps(createStoppedLines(first.failure, config.endpoint, server.mayReach));
      return;
    }
    yield* toSteps(createReachedLines(config.endpoint));
    if (!first.aborted) yield { line: checkModel(config.model, listing, first.failure) };
    if (first.failure?.code === 'model.not-found') return;
  }
  yield { line: first.aborted ? createLateLine('reply') : checkReply(first) };
  if (first.aborted || first.failure) return;
  yield { line: checkStreaming(first) };
  yield* checkAbilities(deps, recorder, first, server ? await resolveModelInfo(deps, server, listing, signal) : null);
}

const createLateLine = (name: CheckName): CheckLine =>
  createUnknownLine(name, 'There was no answer in time.', 'Run the test again.');

/** `says`: the server's information; null where there is no server. */
async function* checkAbilities(
  deps: ProbeDeps,
  recorder: CallRecorder,
  first: CallResult,
  says: ModelInfo | null,
): AsyncGenerator<Step> {
  const { config, model, pick } = deps;
  const tools = await checkTools(recorder, model.toolCalling);
  const { contextTokens } = model;
  yield says
    ? checkWindow(config, says, recorder.results)
    : checkWindow({ ...config, contextTokens }, { servedTokens: contextTokens }, recorder.results);
  yield tools;
  yield await checkPictures(recorder, model.pictures ? says?.pictures : false, pick);
  yield { line: checkSpeed(first, sumTokens(recorder.results)) };
}

/** The server's own information is newer than the list: the model is loaded by now. */
async function resolveModelInfo(
  { config }: ProbeDeps,
  { protocol, ask }: ProbeServer,
  listing: ListingResult,
  signal: AbortSignal,
): Promise<ModelInfo> {
  const listed = findServerModel(listing, config.model) ?? {};
  const reported = await protocol.fetchModelInfo?.(ask(signal), config.model).catch(() => ({}));
  return { ...listed, ...reported };
}

function buildCallSite({ config, clock }: ProbeDeps, { protocol, extensionOrigin }: ProbeServer): CallSite {
  const endpoint = normaliseBaseUrl(config.endpoint, protocol);
  return { protocol, endpoint, model: config.model, extensionOrigin, now: clock.now() };
}

const toSteps = (lines: readonly CheckLine[]): readonly Step[] => lines.map((line) => ({ line }));

function checkAddress(endpoint: string, example: string): CheckLine {
  const text = endpoint.trim();
  const hint = `Enter the API’s base URL, such as ${example}.`;
  const createLine = (message: string, cure: string): CheckLine => createBadLine('address', { message, hint: cure });
  if (!URL.canParse(text)) return createLine('This is not a complete web address.', hint);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return createLine(`Addresses beginning with ${url.protocol} cannot be used.`, hint);
  if (url.username !== '' || url.password !== '')
    return createLine('The address contains a user name or password.', 'Remove it, and put the key in the key field.');
  if (url.search !== '' || url.hash !== '')
    return createLine('The address contains a query (?) or fragment (#).', `Remove it. ${hint}`);
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname))
    return createFineLine('address', `${url.origin} is well-formed.`);
  const cure = 'Use https:// if the server offers it.';
  return isPrivateHost(url.hostname)
    ? createFineLine('address', 'http without encryption: others in this network could read along.', cure)
    : createLimitedLine('address', 'Warning: http to a public server sends pages and key unencrypted.', cure);
}

const MAX_SUGGESTIONS = 8;

const NO_MODEL_LINE = createBadLine('model', {
  message: 'No model is named.',
  hint: 'Enter the model’s name as the server knows it.',
});

/** `failure`: of the first call, null when the model answered. */
function checkModel(model: string, listing: ListingResult, failure: ModelFailure | null): CheckLine {
  const missing = failure?.code === 'model.not-found' ? failure : null;
  if (listing.type !== 'list' || listing.models.length === 0)
    return missing
      ? createBadLine('model', missing)
      : createFineLine('model', 'The server lists no models; the answer is what counts.');
  if (findServerModel(listing, model))
    return missing ? createBadLine('model', missing) : createFineLine('model', `${model} is there.`);
  if (!failure) return createFineLine('model', `${model} is not in the server’s list, but the server answers to it.`);
  const names = listNearest(
    model,
    listing.models.map(({ id }) => id),
    MAX_SUGGESTIONS,
  );
  return createBadLine('model', {
    message: `The server has no model called ${sanitiseText(model, 100)}.`,
    hint: `Choose one that is there: ${names.join(', ')}.`,
  });
}

const FAILED_STEPS: Readonly<Record<string, 'origin' | 'key' | undefined>> = {
  'model.origin': 'origin',
  'model.forbidden': 'key',
  'model.unauthorized': 'key',
  'model.quota': 'key',
  'key.invalid': 'key',
};

const findFailedStep = (failure: ModelFailure): 'origin' | 'key' | null => FAILED_STEPS[failure.code] ?? null;

function createReachedLines(endpoint: string): readonly CheckLine[] {
  return [
    createFineLine('server', `${getEndpointHost(endpoint.trim())} answers.`),
    createFineLine('origin', 'The server takes requests from this extension.'),
    createFineLine('key', 'Accepted, or not asked for.'),
  ];
}

function createStoppedLines(failure: ModelFailure, endpoint: string, mayReach: boolean | null): readonly CheckLine[] {
  const step = findFailedStep(failure);
  if (failure.code === 'key.invalid') return [createBadLine('key', failure)]; // the request was never sent
  if (step === null)
    return [
      createBadLine(
        'server',
        failure.code === 'model.unreachable' ? describeUnreachable(failure, endpoint, mayReach) : failure,
      ),
    ];
  const passed = createReachedLines(endpoint).slice(0, step === 'origin' ? 1 : 2);
  return [...passed, createBadLine(step, failure)];
}

function describeUnreachable(failure: ModelFailure, endpoint: string, mayReach: boolean | null) {
  if (mayReach !== false) return failure;
  return {
    message: `The browser does not let KnowledgeLens reach ${getEndpointHost(endpoint.trim())} yet.`,
    hint: 'Save the model and allow access when the browser asks, then run the test again.',
  };
}
