/**
 * Engines asked one after another until there is enough: a fallback chain. The one rule: whatever an engine does, it costs no
 * more than its time, and the record says of each what became of it.
 */
import { messageOf } from '../../base/errors.ts';
import {
  SearchFailure,
  type Clock,
  type EngineHealth,
  type SearchEngine,
  type SearchHit,
  type SearchQuery,
} from '../ports.ts';
import type { EngineOutcome } from './types.ts';

/** An engine under the name that its health is kept by. */
export interface Asked {
  readonly name: string;
  readonly engine: SearchEngine;
}

export interface ChainScope {
  readonly clock: Clock;
  readonly health: EngineHealth;
  readonly signal: AbortSignal;
}

export interface ChainResult {
  readonly outcomes: readonly EngineOutcome[];
  /** What each engine found that answered. */
  readonly found: readonly { readonly label: string; readonly hits: readonly SearchHit[] }[];
}

/** With so many results no further engine is asked. */
const ENOUGH = 5;
/** Longest wait for one attempt. Engines have bounds of their own; this one holds for whatever they do. */
const ENGINE_MS = 12_000;
/** A failure that may heal is tried once more after this, and not at all where the engine wants to be left alone for longer. */
const RETRY_MS = 700;
/** How long an engine is left alone that says it has been asked too often, and not for how long. */
const REST_MS = 60_000;

/** Throws only what the signal aborts with. */
export async function askEngines(chain: readonly Asked[], query: SearchQuery, scope: ChainScope): Promise<ChainResult> {
  const outcomes: EngineOutcome[] = [];
  const found: { label: string; hits: readonly SearchHit[] }[] = [];
  let count = 0;
  for (const { name, engine } of chain) {
    const { label } = engine;
    const said = (outcome: EngineOutcome['outcome'], why: string, hits = 0, ms = 0): void =>
      void outcomes.push({ label, outcome, count: hits, why, ms });
    const resting = scope.health.resting(name, scope.clock.now());
    if (count >= ENOUGH) said('not-needed', 'Those before it had found enough.');
    else if (resting) said('skipped', resting.why);
    else {
      const began = scope.clock.now();
      const after = (): number => Math.max(0, scope.clock.now() - began);
      try {
        const hits = await askTwice(engine, query, scope);
        scope.health.answered(name);
        count += hits.length;
        found.push({ label, hits });
        said('answered', '', hits.length, after());
      } catch (thrown) {
        scope.signal.throwIfAborted();
        remember(name, thrown, scope);
        said('failed', messageOf(thrown), 0, after());
      }
    }
  }
  return { outcomes, found };
}

/** A failure that may heal gets one retry. */
async function askTwice(engine: SearchEngine, query: SearchQuery, scope: ChainScope): Promise<readonly SearchHit[]> {
  try {
    return await ask(engine, query, scope);
  } catch (thrown) {
    scope.signal.throwIfAborted();
    if (!(thrown instanceof SearchFailure) || !thrown.retryable || (thrown.retryAfterMs ?? 0) > RETRY_MS) throw thrown;
    await raced(new Promise<never>(() => undefined), scope.clock.timeout(RETRY_MS), scope.signal).catch(
      () => undefined,
    );
    scope.signal.throwIfAborted();
    return ask(engine, query, scope);
  }
}

/** An engine that does not stop when told to is left behind. */
function ask(engine: SearchEngine, query: SearchQuery, { clock, signal }: ChainScope): Promise<readonly SearchHit[]> {
  const late = clock.timeout(ENGINE_MS);
  return raced(engine.search(query, AbortSignal.any([signal, late])), late, signal);
}

async function raced<T>(work: Promise<T>, late: AbortSignal, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined); // left behind, it may still fail
  let stop = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.aborted ? (signal.reason as Error) : new SearchFailure(TOO_SLOW, { retryable: true }));
  });
  ended.catch(() => undefined);
  const either = AbortSignal.any([signal, late]);
  if (either.aborted) stop();
  either.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    either.removeEventListener('abort', stop);
  }
}

function remember(name: string, thrown: unknown, { health, clock }: ChainScope): void {
  if (!(thrown instanceof SearchFailure)) return;
  const { retryAfterMs, trouble } = thrown;
  const overdrawn = trouble.code === 'search.rate-limited' || trouble.code === 'search.quota';
  if (overdrawn || retryAfterMs !== null) health.rest(name, clock.now() + (retryAfterMs ?? REST_MS), trouble.message);
}

const TOO_SLOW = {
  code: 'search.timeout',
  message: 'It did not answer in time.',
  cure: 'Try again, or put another engine before it in Settings.',
} as const;
