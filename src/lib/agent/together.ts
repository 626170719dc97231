/**
 * Several effects side by side as one: what each has to say is said as it comes, and each goes on only once its own words
 * are stored. The one rule: all of them come to their end before this does, also when one fails.
 */
import type { Commit, Drafts } from './frames.ts';
import type { Effects } from './journal.ts';

export async function* together<T>(branches: readonly Effects<T>[]): Effects<readonly PromiseSettledResult<T>[]> {
  const settled = new Map<number, PromiseSettledResult<T>>();
  const waiting = new Map<number, Promise<readonly [number, IteratorResult<Drafts, T> | Failed]>>();
  const advance = (index: number, commit?: Commit): void => {
    const branch = branches[index];
    if (!branch) return;
    const step = commit ? branch.next(commit) : branch.next();
    waiting.set(
      index,
      step.then(
        (result) => [index, result] as const,
        (reason: unknown) => [index, { failed: true, reason }] as const,
      ),
    );
  };
  for (const index of branches.keys()) advance(index);
  while (waiting.size > 0) {
    const [index, result] = await Promise.race(waiting.values());
    waiting.delete(index);
    if ('failed' in result) settled.set(index, { status: 'rejected', reason: result.reason });
    else if (result.done === true) settled.set(index, { status: 'fulfilled', value: result.value });
    else advance(index, yield result.value);
  }
  return branches.flatMap((_, index) => settled.get(index) ?? []);
}

interface Failed {
  readonly failed: true;
  readonly reason: unknown;
}
