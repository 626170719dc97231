import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/lib/base/clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a time limit aborts as a timeout does', () => {
  const limit = systemClock.timeout(1000, new AbortController().signal);
  vi.advanceTimersByTime(999);
  expect(limit.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(limit.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a time limit of finished work keeps no timer and never aborts', () => {
  const work = new AbortController();
  const limit = systemClock.timeout(1000, work.signal);
  expect(vi.getTimerCount()).toBe(1);
  work.abort();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(limit.aborted).toBe(false);
});

const spans = fc.array(
  fc.record({ awake: fc.integer({ min: 1, max: 4000 }), asleep: fc.integer({ min: 6000, max: 1e9 }) }),
  { maxLength: 6 },
);

test('[R2.2b] of any number of sleeps, of any length, at most a second each brings a time limit nearer', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 20_000 }), (all, limit) => {
      vi.useFakeTimers();
      const awakeNow = performance.now.bind(performance);
      let slept = 0;
      // the monotonic clock goes on, as on Windows, and no timer fires meanwhile
      vi.spyOn(performance, 'now').mockImplementation(() => awakeNow() + slept);
      const signal = systemClock.timeout(limit);
      let latest = 0;
      for (const { awake, asleep } of all) {
        slept += asleep;
        vi.advanceTimersByTime(awake);
        latest += awake + 1000;
        if (latest < limit) expect(signal.aborted).toBe(false);
      }
      vi.advanceTimersByTime(limit + 1000);
      expect(signal.aborted).toBe(true);
      vi.restoreAllMocks();
      vi.useRealTimers();
    }),
  );
});

test('a process that was suspended has not worked meanwhile, and its timer waits for the rest', async () => {
  vi.useRealTimers();
  const clock = readFileSync(new URL('../../../src/lib/base/clock.ts', import.meta.url), 'utf8');
  const script = `${ts.transpile(clock, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext })}
    let ticks = 0;
    setInterval(() => (ticks += 1), 50);
    systemClock.timeout(2500).addEventListener('abort', () => { console.log(ticks); process.exit(); });
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  child.kill('SIGSTOP');
  await once(new Worker('setTimeout(() => {}, 6000)', { eval: true }), 'exit'); // longer than what a busy moment takes
  child.kill('SIGCONT');
  expect(Number((await lines.next()).value)).toBeGreaterThan(10); // it ran on before the timer fired
});
