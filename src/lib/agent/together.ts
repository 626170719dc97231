/** Runs generators concurrently as one; each continues once its own commit is stored. */
import type { Commit, Drafts } from './frames/frames.ts';
import type { Commits } from './state/journal.ts';

/** A parked one starts when the promise resolves if another still runs. Must not reject. */
export type Branch<T> = Commits<T> | Promise<Commits<T>>;

/** Null if the failure is final. */
export type RestartBranch<T> = (index: number, reason: unknown) => Promise<Commits<T>> | null;

/** In order; nothing for a branch parked all along, the failure for one parked now. */
export async function* mergeGenerators<T>(
  branches: readonly Branch<T>[],
  restart: RestartBranch<T> = () => null,
): Commits<readonly PromiseSettledResult<T>[]> {
  const settled = new Map<number, PromiseSettledResult<T>>();
  const working = new Map<number, Promise<Step<T>>>();
  const resting = new Map<number, Promise<Step<T>>>();

  function advance(index: number, branch: Commits<T>, commit?: Commit): void {
    const step = commit ? branch.next(commit) : branch.next();
    const outcome = step.then(
      (result): Step<T> => ({ index, branch, result }),
      (reason: unknown): Step<T> => ({ index, branch, failed: { reason } }),
    );
    working.set(index, outcome);
  }
  const park = (index: number, until: Promise<Commits<T>>): void => {
    resting.set(
      index,
      until.then((branch): Step<T> => ({ index, branch })),
    );
  };

  for (const [index, branch] of branches.entries())
    if (branch instanceof Promise) park(index, branch);
    else advance(index, branch);
  while (working.size > 0) {
    const { index, branch, result, failed } = await Promise.race([...working.values(), ...resting.values()]);
    const wasParked = resting.delete(index);
    working.delete(index);
    if (wasParked) {
      settled.delete(index);
      advance(index, branch);
    } else if (failed) {
      settled.set(index, { status: 'rejected', reason: failed.reason });
      const until = restart(index, failed.reason);
      if (until) park(index, until);
    } else if (result?.done === true) settled.set(index, { status: 'fulfilled', value: result.value });
    else if (result) advance(index, branch, yield result.value);
  }
  return branches.flatMap((_, index) => settled.get(index) ?? []);
}

interface Step<T> {
  readonly index: number;
  readonly branch: Commits<T>;
  readonly result?: IteratorResult<Drafts, T>;
  readonly failed?: { readonly reason: unknown };
}
