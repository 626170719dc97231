/** Engines asked one after another, in a time that the test owns. */
import { describe, expect, it } from 'vitest';
import type { EngineHealth, SearchEngine, SearchHit } from '../../../../src/lib/agent/ports.ts';
import { askEngines, type NamedEngine, type ChainResult } from '../../../../src/lib/agent/rag/chain.ts';
import { SearchFailure, type SearchErrorCode } from '../../../../src/lib/pipeline/engines/search-failure.ts';
import { createHealth } from '../../../../src/lib/pipeline/engines/engine-health.ts';
import { inVirtualTime, virtualClock } from '../../../kit/base/virtual-clock.ts';
import { hit } from '../../../kit/web/web-world.ts';

const QUERY = { words: 'tide', count: 10, language: 'en' };

type Answers = (nth: number, signal: AbortSignal) => readonly SearchHit[] | Error | 'never';

/** An engine that does by turns what it is told to; `never` answers nothing, whatever it is told. */
function engine(label: string, answers: Answers): NamedEngine & { readonly calls: () => number } {
  let calls = 0;
  const search: SearchEngine['search'] = async (_query, signal) => {
    const answer = answers((calls += 1), signal);
    if (answer === 'never') return new Promise(() => undefined);
    await Promise.resolve();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const made = { id: 'searxng', label, origin: `https://${label}.example`, search } as const;
  return { name: label, engine: made, calls: () => calls };
}

const hits = (...names: readonly string[]): readonly SearchHit[] => names.map((name) => hit(name));
const failure = (code: SearchErrorCode, how: { retryable?: boolean; retryAfterMs?: number } = {}): SearchFailure =>
  new SearchFailure({ code, message: `It said ${code}.`, hint: 'Wait.' }, how);

interface Asking {
  readonly result: ChainResult;
  readonly health: EngineHealth;
  /** Milliseconds that passed. */
  readonly took: number;
  readonly now: number;
}

async function asking(chain: readonly NamedEngine[], health: EngineHealth = createHealth()): Promise<Asking> {
  const clock = virtualClock();
  const began = clock.now();
  const { signal } = new AbortController();
  const result = await inVirtualTime(askEngines(chain, QUERY, { clock, health, signal }), clock);
  return { result, health, took: clock.now() - began, now: clock.now() };
}

const outcomes = ({ result }: Asking): readonly string[] =>
  result.outcomes.map(({ label, outcome, count }) => `${label} ${outcome} ${String(count)}`);

describe('engines', () => {
  it('are asked in order until there is enough, and the rest is told that it was not needed [R5.2]', async () => {
    const [a, b, c] = [
      engine('a', () => hits('1', '2')),
      engine('b', () => hits('2', '3', '4')),
      engine('c', () => hits('5')),
    ];
    const asked = await asking([a, b, c]);
    expect(outcomes(asked)).toEqual(['a answered 2', 'b answered 3', 'c not-needed 0']);
    expect(asked.result.found.map(({ label }) => label)).toEqual(['a', 'b']);
    expect(c.calls()).toBe(0);
  });

  it('are asked on where one finds nothing or too little', async () => {
    const asked = await asking([engine('a', () => []), engine('b', () => hits('1')), engine('c', () => [])]);
    expect(outcomes(asked)).toEqual(['a answered 0', 'b answered 1', 'c answered 0']);
  });

  it('give way to the next where they fail, and say why [J5]', async () => {
    const a = engine('a', () => failure('search.unauthorised'));
    const asked = await asking([a, engine('b', () => hits('1'))]);
    expect(outcomes(asked)).toEqual(['a failed 0', 'b answered 1']);
    expect(asked.result.outcomes[0]?.why).toBe('It said search.unauthorised.');
    expect(asked.result.found.map(({ label }) => label)).toEqual(['b']);
  });

  it('that all fail leave nothing found, and no error', async () => {
    const { result } = await asking([
      engine('a', () => failure('search.refused')),
      engine('b', () => new Error('Odd.')),
    ]);
    expect(result.found).toEqual([]);
    expect(result.outcomes.map(({ why }) => why)).toEqual(['It said search.refused.', 'Odd.']);
  });

  it('that rest are skipped, with the reason for which they do, until the rest is over', async () => {
    const health = createHealth();
    health.pause('a', 1_000_500, 'It asked to slow down.');
    const a = engine('a', () => hits('1'));
    const skipped = await asking([a, engine('b', () => hits('2'))], health);
    expect(outcomes(skipped)).toEqual(['a skipped 0', 'b answered 1']);
    expect(skipped.result.outcomes[0]?.why).toBe('It asked to slow down.');
    expect(a.calls()).toBe(0);
    health.markAnswered('a');
    expect(outcomes(await asking([a], health))).toEqual(['a answered 1']);
  });
});

describe('an engine that fails', () => {
  it('in a way that may heal is asked once more after a moment', async () => {
    const a = engine('a', (nth) => (nth === 1 ? failure('search.unreachable', { retryable: true }) : hits('1')));
    const asked = await asking([a]);
    expect(outcomes(asked)).toEqual(['a answered 1']);
    expect(a.calls()).toBe(2);
    expect(asked.took).toBe(700);
    expect(asked.result.outcomes[0]?.ms).toBe(700);
  });

  it('twice is not asked a third time', async () => {
    const a = engine('a', () => failure('search.server', { retryable: true }));
    expect(outcomes(await asking([a]))).toEqual(['a failed 0']);
    expect(a.calls()).toBe(2);
  });

  it.each([
    ['for good', failure('search.unauthorised')],
    ['in a way that nobody foresaw', new Error('Odd.')],
    ['and wants to be left alone for longer', failure('search.rate-limited', { retryable: true, retryAfterMs: 701 })],
  ])('%s is not asked again, and not waited for', async (_how, error) => {
    const a = engine('a', () => error);
    const asked = await asking([a]);
    expect([a.calls(), asked.took]).toEqual([1, 0]);
  });

  it('and says for how long is left alone for so long', async () => {
    const a = engine('a', () => failure('search.server', { retryable: true, retryAfterMs: 90_000 }));
    const { health, now } = await asking([a]);
    expect(health.getPause('a', now)).toMatchObject({ until: now + 90_000, why: 'It said search.server.' });
  });

  it.each(['search.rate-limited', 'search.quota'] as const)('for %s is left alone for a minute', async (code) => {
    const { health, now } = await asking([engine('a', () => failure(code))]);
    expect(health.getPause('a', now)?.until).toBe(now + 60_000);
  });

  it('for another reason is asked again at the next search', async () => {
    const { health, now } = await asking([engine('a', () => failure('search.refused'))]);
    expect(health.getPause('a', now)).toBeNull();
  });
});

describe('an engine that does not stop', () => {
  it('is left behind at its time, once more, and the next one answers', async () => {
    const signals: AbortSignal[] = [];
    const a = engine('a', (_nth, signal) => {
      signals.push(signal);
      return 'never';
    });
    const asked = await asking([a, engine('b', () => hits('1'))]);
    expect(outcomes(asked)).toEqual(['a failed 0', 'b answered 1']);
    expect(asked.result.outcomes[0]?.why).toBe('It didn’t answer in time.');
    expect(asked.took).toBe(12_000 + 700 + 12_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('keeps nobody who wants to stop: not while it is asked, not before it is asked again', async () => {
    const stop = new AbortController();
    const clock = virtualClock();
    const scope = { clock, health: createHealth(), signal: stop.signal };
    const b = engine('b', () => hits('1'));
    const during = askEngines([engine('a', () => 'never'), b], QUERY, scope);
    const why = new Error('Enough.');
    stop.abort(why);
    await expect(during).rejects.toBe(why);
    const failing = engine('c', () => failure('search.unreachable', { retryable: true }));
    await expect(askEngines([failing, b], QUERY, scope)).rejects.toBe(why);
    expect([failing.calls(), b.calls()]).toEqual([1, 0]);
    expect(clock.now()).toBe(1_000_000);
  });

  it('that is stopped has not failed: nothing is held against it', async () => {
    const stop = new AbortController();
    const health = createHealth();
    const a = engine('a', () => {
      stop.abort(new Error('Enough.'));
      return failure('search.quota');
    });
    const asked = askEngines([a], QUERY, { clock: virtualClock(), health, signal: stop.signal });
    await expect(asked).rejects.toThrow('Enough.');
    expect(health.getPause('a', 0)).toBeNull();
  });
});
