/**
 * Several effects side by side as one: what each has to say is said as it comes, and each goes on only once its own words
 * are stored. The one rule: all that are at work come to their end before this does, also when one fails; what rests is not
 * waited for.
 */
import type { Commit, Drafts } from './frames.ts';
import type { Effects } from './journal.ts';

/** An effect; or one that rests, and begins once that resolves, should another still be at work then. It never rejects. */
export type Branch<T> = Effects<T> | Promise<Effects<T>>;

/** Whether a branch that failed rests, and with what it goes on; null where its end is its end. */
export type Again<T> = (index: number, reason: unknown) => Promise<Effects<T>> | null;

/** How each ended, in their order; nothing of one that rested all along, the failure of one that rests now. */
export async function* together<T>(
  branches: readonly Branch<T>[],
  again: Again<T> = () => null,
): Effects<readonly PromiseSettledResult<T>[]> {
  const settled = new Map<number, PromiseSettledResult<T>>();
  const working = new Map<number, Promise<Step<T>>>();
  const resting = new Map<number, Promise<Step<T>>>();

  function advance(index: number, branch: Effects<T>, commit?: Commit): void {
    const step = commit ? branch.next(commit) : branch.next();
    const told = step.then(
      (result): Step<T> => ({ index, branch, result }),
      (reason: unknown): Step<T> => ({ index, branch, failed: { reason } }),
    );
    working.set(index, told);
  }
  const rest = (index: number, until: Promise<Effects<T>>): void => {
    resting.set(
      index,
      until.then((branch): Step<T> => ({ index, branch })),
    );
  };

  for (const [index, branch] of branches.entries())
    if (branch instanceof Promise) rest(index, branch);
    else advance(index, branch);
  while (working.size > 0) {
    const { index, branch, result, failed } = await Promise.race([...working.values(), ...resting.values()]);
    const began = resting.delete(index);
    working.delete(index);
    if (began) {
      settled.delete(index);
      advance(index, branch);
    } else if (failed) {
      settled.set(index, { status: 'rejected', reason: failed.reason });
      const until = again(index, failed.reason);
      if (until) rest(index, until);
    } else if (result?.done === true) settled.set(index, { status: 'fulfilled', value: result.value });
    else if (result) advance(index, branch, yield result.value);
  }
  return branches.flatMap((_, index) => settled.get(index) ?? []);
}

/** What a branch did; nothing yet where it rested until now. */
interface Step<T> {
  readonly index: number;
  readonly branch: Effects<T>;
  readonly result?: IteratorResult<Drafts, T>;
  readonly failed?: { readonly reason: unknown };
}
