/** The connection test: tries a model step by step, in bounded time, and never shows a key. */
import { normaliseBaseUrl, type CallSite } from '../models/address.ts';
import type { ModelConfig } from '../models/config.ts';
import type { ModelTimeouts } from '../models/model.ts';
import type { ModelInfo, ServerRequest, Protocol } from '../models/http/wire-format.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/requests/model.ts';
import {
  createCallRecorder,
  sumTokens,
  type CallRecorder,
  type CallRecorderDeps,
  type CallResult,
} from './call-recorder.ts';
import { checkPictures } from './pictures.ts';
import { checkReply, checkSpeed, checkStreaming, requestFirstReply } from './answer-checks.ts';
import { createFineLine, createUnknownLine, type Finding } from './check-lines.ts';
import { findServerModel, listModels, type ListingResult } from './model-server.ts';
import {
  NO_MODEL_LINE,
  checkAddress,
  checkModel,
  createReachedLines,
  createStoppedLines,
  findFailedStep,
} from './server-checks.ts';
import { checkTools } from './tool-checks.ts';
import { checkWindow } from './window.ts';

export interface ProbeDeps extends Omit<CallRecorderDeps, 'signal'> {
  readonly config: ModelConfig;
  /** Null where no server is called. */
  readonly server: ProbeServer | null;
  readonly pick: (count: number) => number;
}

export interface ProbeServer {
  readonly protocol: Protocol;
  readonly ask: (signal: AbortSignal) => ServerRequest;
  /** Null when unknown. */
  readonly mayReach: boolean | null;
  readonly extensionOrigin: string;
}

export const PROBE_TIMEOUTS: ModelTimeouts = { connect: 10_000, firstChunk: 60_000, gap: 30_000, total: 100_000 };
const PROBE_MS = 115_000;

/** An aborted test returns the lines so far; after a time-out unfinished checks are unknown. */
export async function probe(deps: ProbeDeps, signal: AbortSignal): Promise<ProbeReport> {
  const lines: CheckLine[] = [];
  let found: ProbeReport['found'] = {};
  const limit = AbortSignal.any([signal, deps.clock.timeout(PROBE_MS)]);
  const recorder = createCallRecorder({ ...deps, signal: limit });
  for await (const step of runChecks(deps, recorder, limit)) {
    const { line, found: moreFound }: Finding = 'line' in step ? step : { line: step };
    if (signal.aborted && line.state === 'unknown') break; // it is unknown only because the test was aborted
    lines.push(line);
    found = { ...found, ...moreFound };
  }
  return { ok: isUsable(lines), checks: lines, found };
}

const isUsable = (lines: readonly CheckLine[]): boolean =>
  lines.every(({ state }) => state !== 'bad') &&
  lines.some(({ name, state }) => name === 'reply' && state !== 'unknown');

const EMBEDDED_LINE = createFineLine('reply', 'It works offline and picks sentences from the page.');

async function* runChecks(
  deps: ProbeDeps,
  recorder: CallRecorder,
  signal: AbortSignal,
): AsyncGenerator<CheckLine | Finding, void, undefined> {
  const { config, server } = deps;
  if (config.provider === 'extractive') return yield EMBEDDED_LINE;
  let listing: ListingResult = { type: 'none' };
  if (server) {
    const address = checkAddress(config.endpoint, server.protocol.example);
    yield address;
    if (address.state === 'bad') return;
    if (config.model.trim() === '') return yield NO_MODEL_LINE;
    listing = await listModels(server.ask(signal), server.protocol, buildCallSite(deps, server));
    if (listing.type === 'aborted') return yield createLateLine('server');
    if (listing.type === 'failed') return yield* createStoppedLines(listing.failure, config.endpoint, server.mayReach);
  }
  const first = await requestFirstReply(recorder);
  if (server) {
    if (first.failure && findFailedStep(first.failure))
      return yield* createStoppedLines(first.failure, config.endpoint, server.mayReach);
    yield* createReachedLines(config.endpoint);
    if (!first.aborted) yield checkModel(config.model, listing, first.failure);
    if (first.failure?.code === 'model.not-found') return;
  }
  yield first.aborted ? createLateLine('reply') : checkReply(first);
  if (first.aborted || first.failure) return;
  yield checkStreaming(first);
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
): AsyncGenerator<CheckLine | Finding, void, undefined> {
  const { config, model, pick } = deps;
  const tools = await checkTools(recorder, model.toolCalling);
  const { contextTokens } = model;
  yield says
    ? checkWindow(config, says, recorder.results)
    : checkWindow({ ...config, contextTokens }, { servedTokens: contextTokens }, recorder.results);
  yield tools;
  yield await checkPictures(recorder, model.pictures ? says?.pictures : false, pick);
  const { input, output } = sumTokens(recorder.results);
  yield checkSpeed(first, input + output);
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
