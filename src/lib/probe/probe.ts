/**
 * “Will my model work?”: looks at a model the way a run would use it, step by step, and says in plain words what works, what
 * does not, and how to cure it. The one rule: it always ends in lines, in their order, within its time, and never shows a key.
 */
import type { Clock } from '../base/clock.ts';
import { baseOf, type CallSite } from '../models/address.ts';
import type { ModelConfig } from '../models/config.ts';
import type { Model, ModelTimeouts } from '../models/model.ts';
import type { About, Ask, Protocol } from '../models/protocol.ts';
import type { TokenCounter } from '../models/tokens.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/probe.ts';
import type { Validator } from '../schema/validator.ts';
import { checkAddress } from './address.ts';
import { ear, takenBy, type Ear, type Heard } from './hear.ts';
import { fine, unknown, type Found } from './lines.ts';
import { entryOf, listModels, type Listing } from './listing.ts';
import { checkModel, UNNAMED } from './model-name.ts';
import { checkPictures } from './pictures.ts';
import { reached, stopped, stopsAt } from './reach.ts';
import { checkReply, checkSpeed, checkStreaming, firstReply } from './reply.ts';
import { checkTools } from './tools.ts';
import { checkWindow } from './window.ts';

export interface ProbeDeps {
  readonly config: ModelConfig;
  /** Made to call tools over the wire and to take pictures, so that both can be tried. */
  readonly model: Model;
  /** Null where no server is called. */
  readonly server: ProbeServer | null;
  readonly clock: Clock;
  readonly tokens: Pick<TokenCounter, 'count'>;
  readonly validator: Validator;
  /** A number from 0 to below the one given. */
  readonly pick: (count: number) => number;
  /** Takes the key out of a text: some servers repeat it wherever they can. */
  readonly censor: (text: string) => string;
}

export interface ProbeServer {
  readonly protocol: Protocol;
  /** Asks until the signal aborts. */
  readonly ask: (signal: AbortSignal) => Ask;
  /** Whether the browser lets us reach it; null where nobody knows. */
  readonly mayReach: boolean | null;
  readonly extensionOrigin: string;
}

/** Ten seconds to reach the server, a minute to its first word. */
export const PROBE_TIMEOUTS: ModelTimeouts = { connect: 10_000, firstChunk: 60_000, gap: 30_000, total: 100_000 };
/** Of the whole test. */
export const PROBE_MS = 115_000;

/** An aborted test ends after what it knew; one that runs out of time says so at what is left. */
export async function probe(deps: ProbeDeps, signal: AbortSignal): Promise<ProbeReport> {
  const lines: CheckLine[] = [];
  let found: Found = {};
  for await (const { line, found: more = {} } of checks(
    deps,
    AbortSignal.any([signal, deps.clock.timeout(PROBE_MS)]),
  )) {
    if (signal.aborted && line.state === 'unknown') break; // it is left open because nobody waits for it
    lines.push(line);
    found = { ...found, ...more };
  }
  const shown = lines.map((line) => ({ ...line, detail: deps.censor(line.detail), cure: deps.censor(line.cure) }));
  return { ok: isUsable(shown), checks: shown, found };
}

/** Whether it can do the product's jobs: it answers, and nothing that was looked at is broken. */
const isUsable = (lines: readonly CheckLine[]): boolean =>
  lines.every(({ state }) => state !== 'bad') &&
  lines.some(({ name, state }) => name === 'reply' && state !== 'unknown');

interface Step {
  readonly line: CheckLine;
  readonly found?: Found;
}

const EMBEDDED = fine(
  'reply',
  'It works offline, without any server. It writes nothing by itself: it chooses sentences of the page.',
);

/** The lines in their order, up to the first thing without which nothing else can work. */
async function* checks(deps: ProbeDeps, signal: AbortSignal): AsyncGenerator<Step> {
  const { config, server } = deps;
  if (config.provider === 'extractive') {
    yield { line: EMBEDDED };
    return;
  }
  let listing: Listing = { type: 'none' };
  if (server) {
    const address = checkAddress(config.endpoint, server.protocol.example);
    yield { line: address };
    if (address.state === 'bad') return;
    if (config.model.trim() === '') {
      yield { line: UNNAMED };
      return;
    }
    listing = await listModels(server.ask(signal), server.protocol, siteOf(deps, server));
    if (listing.type === 'aborted') {
      yield { line: late('server') };
      return;
    }
    if (listing.type === 'failed') {
      yield* asSteps(stopped(listing.failure, config.endpoint, server.mayReach));
      return;
    }
  }
  const hearing = ear({ ...deps, signal });
  const first = await firstReply(hearing);
  if (server) {
    if (first.failure && stopsAt(first.failure)) {
      yield* asSteps(stopped(first.failure, config.endpoint, server.mayReach));
      return;
    }
    yield* asSteps(reached(config.endpoint));
    if (!first.aborted) yield { line: checkModel(config.model, listing, first.failure) };
    if (first.failure?.code === 'model.not-found') return;
  }
  yield { line: first.aborted ? late('reply') : checkReply(first) };
  if (first.aborted || first.failure) return;
  yield { line: checkStreaming(first) };
  yield* abilities(deps, hearing, first, server ? await aboutOf(deps, server, listing, signal) : null);
}

const late = (name: CheckName): CheckLine => unknown(name, 'There was no answer in time.', 'Run the test again.');

/** What a model that answers can do. `says`: the server's word on it; null where there is no server. */
async function* abilities(deps: ProbeDeps, hearing: Ear, first: Heard, says: About | null): AsyncGenerator<Step> {
  const { config, model, validator, pick } = deps;
  const tools = await checkTools(hearing, model.toolCalling, validator);
  const { contextTokens } = model;
  // a model without a server says itself what it takes
  yield says
    ? checkWindow(config, says, hearing.heard)
    : checkWindow({ ...config, contextTokens }, { servedTokens: contextTokens }, hearing.heard);
  yield tools;
  yield await checkPictures(hearing, model.pictures ? says?.pictures : false, pick);
  yield { line: checkSpeed(first, takenBy(hearing.heard)) };
}

/** From the list and from the server's own word, which is newer: the model is loaded by now. */
async function aboutOf(
  { config }: ProbeDeps,
  { protocol, ask }: ProbeServer,
  listing: Listing,
  signal: AbortSignal,
): Promise<About> {
  const listed = entryOf(listing, config.model) ?? {};
  const said = await protocol.about?.(ask(signal), config.model).catch(() => ({}));
  return { ...listed, ...said };
}

function siteOf({ config, clock }: ProbeDeps, { protocol, extensionOrigin }: ProbeServer): CallSite {
  const endpoint = baseOf(config.endpoint, protocol);
  return { protocol, endpoint, model: config.model, extensionOrigin, now: clock.now() };
}

const asSteps = (lines: readonly CheckLine[]): readonly Step[] => lines.map((line) => ({ line }));
