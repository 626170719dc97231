/** Asks search engines in order until there are enough results; a failing one costs at most its timeout. */
import { raceWithAbort } from '../../base/async.ts';
import { limitTime, sleep } from '../../base/clock.ts';
import { getErrorMessage } from '../../base/errors.ts';
import {
  SearchFailure,
  type Clock,
  type EngineHealth,
  type SearchEngine,
  type SearchHit,
  type SearchQuery,
} from '../ports.ts';
import type { EngineOutcome } from '../frames/web-search.ts';

export interface NamedEngine {
  readonly name: string;
  readonly engine: SearchEngine;
}

interface ChainScope {
  readonly clock: Clock;
  readonly health: EngineHealth;
  readonly signal: AbortSignal;
}

export interface ChainResult {
  readonly outcomes: readonly EngineOutcome[];
  readonly found: readonly { readonly label: string; readonly hits: readonly SearchHit[] }[];
}

const ENOUGH_RESULTS = 5;
/** Applies to each attempt, also of engines that ignore their own timeout. */
const ENGINE_TIMEOUT_MS = 12_000;
/** An engine that asks for a longer delay is not retried. */
const RETRY_DELAY_MS = 700;
/** Pause of an engine that reports rate limiting without a duration. */
const RATE_LIMIT_PAUSE_MS = 60_000;

/** Rejects only with the reason of an abort. */
export async function askEngines(
  chain: readonly NamedEngine[],
  query: SearchQuery,
  scope: ChainScope,
): Promise<ChainResult> {
  const outcomes: EngineOutcome[] = [];
  const found: { label: string; hits: readonly SearchHit[] }[] = [];
  let count = 0;
  for (const { name, engine } of chain) {
    const { label } = engine;
    const recordOutcome = (outcome: EngineOutcome['outcome'], why: string, hits = 0, ms = 0): void =>
      void outcomes.push({ label, outcome, count: hits, why, ms });
    const pause = scope.health.getPause(name, scope.clock.now());
    if (count >= ENOUGH_RESULTS) recordOutcome('not-needed', 'Those before it had found enough.');
    else if (pause) recordOutcome('skipped', pause.why);
    else {
      const began = scope.clock.now();
      const getElapsedMs = (): number => Math.max(0, scope.clock.now() - began);
      try {
        const hits = await askWithRetry(engine, query, scope);
        scope.health.markAnswered(name);
        count += hits.length;
        found.push({ label, hits });
        recordOutcome('answered', '', hits.length, getElapsedMs());
      } catch (thrown) {
        scope.signal.throwIfAborted();
        recordFailure(name, thrown, scope);
        recordOutcome('failed', getErrorMessage(thrown), 0, getElapsedMs());
      }
    }
  }
  return { outcomes, found };
}

async function askWithRetry(
  engine: SearchEngine,
  query: SearchQuery,
  scope: ChainScope,
): Promise<readonly SearchHit[]> {
  try {
    return await askEngine(engine, query, scope);
  } catch (thrown) {
    scope.signal.throwIfAborted();
    if (!(thrown instanceof SearchFailure) || !thrown.retryable || (thrown.retryAfterMs ?? 0) > RETRY_DELAY_MS)
      throw thrown;
    await raceWithAbort(sleep(scope.clock, RETRY_DELAY_MS), scope.signal);
    return askEngine(engine, query, scope);
  }
}

/** An engine that ignores the abort is abandoned. */
function askEngine(
  engine: SearchEngine,
  query: SearchQuery,
  { clock, signal }: ChainScope,
): Promise<readonly SearchHit[]> {
  return limitTime(clock, ENGINE_TIMEOUT_MS, (late) => {
    const stopSignal = AbortSignal.any([signal, late]);
    return raceWithAbort(engine.search(query, stopSignal), stopSignal, () =>
      signal.aborted ? (signal.reason as Error) : new SearchFailure(ENGINE_TIMEOUT_ERROR, { retryable: true }),
    );
  });
}

function recordFailure(name: string, thrown: unknown, { health, clock }: ChainScope): void {
  if (!(thrown instanceof SearchFailure)) return;
  const { retryAfterMs, error } = thrown;
  const isOverQuota = error.code === 'search.rate-limited' || error.code === 'search.quota';
  if (isOverQuota || retryAfterMs !== null)
    health.pause(name, clock.now() + (retryAfterMs ?? RATE_LIMIT_PAUSE_MS), error.message);
}

const ENGINE_TIMEOUT_ERROR = {
  code: 'search.timeout',
  message: 'It didn’t answer in time.',
  hint: 'Try again, or put another engine before it in Settings.',
} as const;
