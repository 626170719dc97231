/**
 * The worker, stood still for good right after it has stored something: the moment in which a test then kills it. The rule:
 * what was stored is stored, and nothing that follows from it has begun.
 */
import type { Harness } from './harness.ts';

/** From now on a write never returns when `key JSON` of one of its items matches the pattern. Holds until the worker dies. */
export function freezeAt(x: Harness, pattern: RegExp): Promise<void> {
  return x.inWorker((source: string) => {
    const matches = new RegExp(source);
    const area = chrome.storage.session;
    const set = area.set.bind(area);
    const scope = globalThis as unknown as { frozen: number };
    scope.frozen = 0;
    area.set = async (items: object) => {
      await set(items);
      if (!Object.entries(items).some(([key, value]) => matches.test(`${key} ${JSON.stringify(value)}`))) return;
      scope.frozen += 1;
      await new Promise(() => undefined);
    };
  }, pattern.source);
}

/** How many writes stand still. */
export function frozen(x: Harness): Promise<number> {
  return x.inWorker(() => (globalThis as unknown as { frozen?: number }).frozen ?? 0);
}
