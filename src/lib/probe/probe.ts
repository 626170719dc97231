/**
 * The connection test: tries a model the way a run would use it, step by step, and reports what works, what does not
 * and how to fix it. It always ends within its time, with its lines in order, and never shows a key.
 */
import type { Clock } from '../base/clock.ts';
import { normaliseBaseUrl, type CallSite } from '../models/address.ts';
import type { ModelConfig } from '../models/config.ts';
import type { Model, ModelTimeouts } from '../models/model.ts';
import type { ModelInfo, ServerRequest, Protocol } from '../models/protocol.ts';
import type { TokenCounter } from '../models/tokens.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/probe.ts';
import type { Validator } from '../schema/validator.ts';
import { checkAddress } from './address.ts';
import { createCallRecorder, sumTokens, type CallRecorder, type CallResult } from './hear.ts';
import { createFineLine, createUnknownLine, type ProbeFindings } from './lines.ts';
import { findServerModel, listModels, type ListingResult } from './listing.ts';
import { checkModel, NO_MODEL_LINE } from './model-name.ts';
import { checkPictures } from './pictures.ts';
import { createReachedLines, createStoppedLines, findFailedStep } from './reach.ts';
import { checkReply, checkSpeed, checkStreaming, requestFirstReply } from './reply.ts';
import { checkTools } from './tools.ts';
import { checkWindow } from './window.ts';

export interface ProbeDeps {
  readonly config: ModelConfig;
  /** Created to call tools over the wire and to take pictures, so that both can be tried. */
  readonly model: Model;
  /** Null where no server is called. */
  readonly server: ProbeServer | null;
  readonly clock: Clock;
  readonly tokens: Pick<TokenCounter, 'count'>;
  readonly validator: Validator;
  readonly pick: (count: number) => number;
  /** Removes the key from a text, since some servers repeat it. */
  readonly censor: (text: string) => string;
}

export interface ProbeServer {
  readonly protocol: Protocol;
  readonly ask: (signal: AbortSignal) => ServerRequest;
  /** Whether the browser allows access to it; null when unknown. */
  readonly mayReach: boolean | null;
  readonly extensionOrigin: string;
}

/** Ten seconds to reach the server, a minute to its first output. */
export const PROBE_TIMEOUTS: ModelTimeouts = { connect: 10_000, firstChunk: 60_000, gap: 30_000, total: 100_000 };
/** Limit of the whole test. */
export const PROBE_MS = 115_000;

/** An aborted test returns the lines so far; one that runs out of time reports unfinished checks as unknown. */
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

/** Whether the model is usable: it answers, and no check is bad. */
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

/** Yields the lines in order, up to the first failure that makes the rest impossible. */
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

/** Checks what a model that answers can do. `says`: the server's information on it; null where there is no server. */
async function* checkAbilities(
  deps: ProbeDeps,
  recorder: CallRecorder,
  first: CallResult,
  says: ModelInfo | null,
): AsyncGenerator<Step> {
  const { config, model, validator, pick } = deps;
  const tools = await checkTools(recorder, model.toolCalling, validator);
  const { contextTokens } = model;
  // a model without a server reports its own window
  yield says
    ? checkWindow(config, says, recorder.results)
    : checkWindow({ ...config, contextTokens }, { servedTokens: contextTokens }, recorder.results);
  yield tools;
  yield await checkPictures(recorder, model.pictures ? says?.pictures : false, pick);
  yield { line: checkSpeed(first, sumTokens(recorder.results)) };
}

/** Merges the list's entry with the server's own information, which is newer: the model is loaded by now. */
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
