import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Commit, Drafts, Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Commits } from '../../../src/lib/agent/state/journal.ts';
import { mergeGenerators } from '../../../src/lib/agent/together.ts';

/** A branch that says so many words and then ends or fails; it checks that it is given its own words back. */
async function* branch(name: string, words: number, fails: boolean, pause: () => Promise<void>): Commits<string> {
  for (let i = 0; i < words; i += 1) {
    await pause();
    const said = [{ kind: 'plan', thought: `${name}${String(i)}` }] as unknown as Drafts;
    const commit = yield said;
    expect((commit[0] as unknown as { thought: string }).thought).toBe(`${name}${String(i)}`);
  }
  await pause();
  if (fails) throw new Error(name);
  return name;
}

const commitOf = (drafts: Drafts): Commit => [drafts[0] as unknown as Frame];

describe('effects side by side', () => {
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
            heard.push((step.value[0] as unknown as { thought: string }).thought);
            step = await work.next(commitOf(step.value));
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
    work: Commits<readonly PromiseSettledResult<string>[]>,
    release: (word: string) => unknown = () => null,
  ) {
    const heard: string[] = [];
    let step = await work.next();
    while (step.done !== true) {
      const { thought } = step.value[0] as unknown as { thought: string };
      heard.push(thought);
      release(thought);
      step = await work.next(commitOf(step.value));
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
