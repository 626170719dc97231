import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AbandonedError,
  iterateTold,
  iterateUntilAbort,
  createKeyedQueue,
  createQueue,
  mergeGenerators,
  raceWithAbort,
} from '../../../src/lib/base/async.ts';

/** A branch that says so many words and then ends or fails; it checks that it is given its own words back. */
async function* branch(
  name: string,
  words: number,
  fails: boolean,
  pause: () => Promise<void>,
): AsyncGenerator<string, string, string> {
  for (let i = 0; i < words; i += 1) {
    await pause();
    const said = `${name}${String(i)}`;
    expect(yield said).toBe(said);
  }
  await pause();
  if (fails) throw new Error(name);
  return name;
}

describe('what work tells while it runs', () => {
  async function collect(work: AsyncGenerator<number, string>): Promise<{ told: number[]; end: string }> {
    const told: number[] = [];
    for (;;) {
      const step = await work.next();
      if (step.done === true) return { told, end: step.value };
      told.push(step.value);
    }
  }

  it('comes in order, whether at once or later, and then what becomes of the work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer(), fc.boolean())), async (values) => {
        const work = iterateTold<number, string>(async (tell) => {
          for (const [value, pauses] of values) {
            if (pauses) await Promise.resolve();
            tell(value);
          }
          return 'end';
        });
        expect(await collect(work)).toEqual({ told: values.map(([value]) => value), end: 'end' });
      }),
    );
  });

  it('comes before the failure of the work', async () => {
    const work = iterateTold<number, string>((tell) => {
      tell(1);
      return Promise.reject(new Error('broken'));
    });
    expect(await work.next()).toEqual({ done: false, value: 1 });
    await expect(work.next()).rejects.toThrow('broken');
  });
});

describe('generators side by side', () => {
  it('say everything, each in its own order, and all come to their end, whoever is faster and whoever fails', async () => {
    const shape = fc.record({ words: fc.nat(4), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(shape, { maxLength: 4 }), async (scheduler, shapes) => {
        const names = 'abcd';
        const work = mergeGenerators(
          shapes.map(({ words, fails }, i) =>
            branch(names.charAt(i), words, fails, () => scheduler.schedule(Promise.resolve())),
          ),
        );
        const heard: string[] = [];
        const run = (async () => {
          let step = await work.next();
          while (step.done !== true) {
            heard.push(step.value);
            step = await work.next(step.value);
          }
          return step.value;
        })();
        const results = await scheduler.waitFor(run);
        expect(results.map(({ status }) => status)).toEqual(
          shapes.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
        for (const [i, { words }] of shapes.entries()) {
          const own = heard.filter((word) => word.startsWith(names.charAt(i)));
          expect(own).toEqual(Array.from({ length: words }, (_, k) => `${names.charAt(i)}${String(k)}`));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of none is nothing', async () => {
    expect(await mergeGenerators([]).next()).toEqual({ done: true, value: [] });
  });

  /** What they say and how they end. `release` is told of every word. */
  async function told(
    work: AsyncGenerator<string, readonly PromiseSettledResult<string>[], string>,
    release: (word: string) => unknown = () => null,
  ) {
    const heard: string[] = [];
    let step = await work.next();
    while (step.done !== true) {
      heard.push(step.value);
      release(step.value);
      step = await work.next(step.value);
    }
    return { heard, ends: step.value.map((end) => (end.status === 'fulfilled' ? end.value : 'failed')) };
  }
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  it('lets one go on while another waits', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = branch('s', 1, false, () => gate);
    const fast = branch('f', 2, false, () => Promise.resolve());
    const { heard } = await told(mergeGenerators([slow, fast]), (word) => word === 'f1' && release());
    expect(heard).toEqual(['f0', 'f1', 's0']);
  });

  it('has one that rests go on while another is at work, from the start or after it failed', async () => {
    let wake = (): void => undefined;
    const moment = new Promise<void>((resolve) => (wake = resolve));
    const rested = moment.then(() => branch('r', 1, false, () => Promise.resolve()));
    const again = (index: number) =>
      index === 1 ? moment.then(() => branch('again', 1, false, () => Promise.resolve())) : null;
    const work = mergeGenerators(
      [rested, branch('f', 1, true, () => Promise.resolve()), branch('s', 4, false, soon)],
      again,
    );
    const { heard, ends } = await told(work, (word) => word === 's1' && wake());
    expect(heard.slice(0, 3)).toEqual(['f0', 's0', 's1']);
    expect(heard).toContain('r0');
    expect(heard.at(-1)).toBe('s3');
    expect(ends).toEqual(['r', 'again', 's']);
  });

  it('waits for none that rests: one that did all along says nothing, one that failed before has failed', async () => {
    const never = new Promise<never>(() => undefined);
    const work = mergeGenerators([never, branch('f', 1, true, soon), branch('s', 2, false, soon)], () => never);
    expect((await told(work)).ends).toEqual(['failed', 's']);
  });
});

describe('a race with an abort', () => {
  it('ends as what comes first does, and leaves no listener', async () => {
    const outcome = fc.constantFrom('value', 'failure', 'abort');
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.uniqueArray(outcome, { minLength: 1 }), async (scheduler, order) => {
        const abort = new AbortController();
        let listeners = 0;
        const { signal } = abort;
        signal.addEventListener = (...args: Parameters<AbortSignal['addEventListener']>) => {
          listeners += 1;
          EventTarget.prototype.addEventListener.apply(signal, args);
        };
        signal.removeEventListener = (...args: Parameters<AbortSignal['removeEventListener']>) => {
          listeners -= 1;
          EventTarget.prototype.removeEventListener.apply(signal, args);
        };
        const work = new Promise<string>((resolve, reject) => {
          for (const each of order)
            void scheduler.schedule(Promise.resolve()).then(() => {
              if (each === 'value') resolve('value');
              else if (each === 'failure') reject(new Error('failure'));
              else abort.abort(new Error('abort'));
            });
        });
        const first: string[] = [];
        const watch = raceWithAbort(work, signal).catch((error: unknown) => (error as Error).message);
        void watch.then((end) => first.push(end));
        await scheduler.waitNext(1);
        await watch;
        expect(order).toContain(first[0]);
        expect(listeners).toBe(0);
        await scheduler.waitIdle();
      }),
    );
  });

  it('is lost at once where the signal has aborted already, for the reason that is given', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(raceWithAbort(Promise.resolve(1), signal)).rejects.toThrow('gone');
    await expect(raceWithAbort(Promise.resolve(1), signal, () => new Error('late'))).rejects.toThrow('late');
    await expect(raceWithAbort(Promise.reject(new Error('ignored')), signal)).rejects.toThrow('gone');
  });
});

describe('a queue', () => {
  it('runs the tasks of a key one at a time and in order, whichever fail, and other keys beside them', async () => {
    const tasks = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean() }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), tasks, async (scheduler, all) => {
        const enqueue = createKeyedQueue();
        const running = new Set<string>();
        const begun: Record<string, number[]> = { a: [], b: [] };
        const ends = all.map(({ key, fails }, i) =>
          enqueue(key, async () => {
            expect(running.has(key)).toBe(false);
            running.add(key);
            begun[key]?.push(i);
            await scheduler.schedule(Promise.resolve());
            running.delete(key);
            if (fails) throw new Error(String(i));
            return i;
          }),
        );
        const settled = await scheduler.waitFor(Promise.allSettled(ends));
        expect(settled.map(({ status }) => status)).toEqual(all.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')));
        for (const key of ['a', 'b'])
          expect(begun[key]).toEqual(all.flatMap((task, i) => (task.key === key ? [i] : [])));
      }),
    );
  });

  it('without keys is one', async () => {
    const enqueue = createQueue();
    const heard: string[] = [];
    const first = enqueue(async () => {
      await Promise.resolve();
      heard.push('first');
      throw new Error('no');
    });
    const second = enqueue(() => Promise.resolve(heard.push('second')));
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe(2);
    expect(heard).toEqual(['first', 'second']);
  });
});

describe('work that can be aborted', () => {
  const expired = { now: () => 0, measureAwake: () => 0, timeout: () => AbortSignal.abort() };

  it('says what it says, is told what it is told, and ends as it ends', async () => {
    const { signal } = new AbortController();
    const work = iterateUntilAbort(
      branch('a', 2, false, () => Promise.resolve()),
      signal,
      expired,
      10,
    );
    expect(await work.next()).toEqual({ done: false, value: 'a0' });
    expect(await work.next('a0')).toEqual({ done: false, value: 'a1' });
    expect(await work.next('a1')).toEqual({ done: true, value: 'a' });
    const failing = iterateUntilAbort(
      branch('b', 0, true, () => Promise.resolve()),
      signal,
      expired,
      10,
    );
    await expect(failing.next()).rejects.toThrow('b');
  });

  it('may finish within the grace after an abort, and is abandoned after it', async () => {
    const abort = new AbortController();
    const grace = new AbortController();
    const clock = { now: () => 0, measureAwake: () => 0, timeout: () => grace.signal };
    const never = new Promise<void>(() => undefined);
    let waits = 0;
    const work = iterateUntilAbort(
      branch('a', 2, false, () => ((waits += 1) > 1 ? never : Promise.resolve())),
      abort.signal,
      clock,
      10,
    );
    abort.abort();
    expect(await work.next()).toEqual({ done: false, value: 'a0' });
    const next = work.next('a0');
    grace.abort();
    await expect(next).rejects.toThrow(AbandonedError);
  });

  it('that is abandoned ends where its wait does, and releases what it holds', async () => {
    const abort = new AbortController();
    let [resume, release] = [(): void => undefined, (): void => undefined];
    const wait = new Promise<void>((resolve) => (resume = resolve));
    const released = new Promise<string>((resolve) => (release = () => resolve(told.join())));
    const told: string[] = [];
    async function* holding(): AsyncGenerator<string, void, void> {
      try {
        await wait;
        told.push('waited');
        yield 'nobody takes it';
        told.push('went on');
      } finally {
        release();
      }
    }
    const next = iterateUntilAbort(holding(), abort.signal, expired, 10).next();
    abort.abort();
    await expect(next).rejects.toThrow(AbandonedError);
    resume();
    expect(await released).toBe('waited');
  });
});
