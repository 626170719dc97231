/** Deletes conversations that were unused for longer than the user keeps them, or that exceed the bound on the disk. */
import { getUnusedSince, ONLY_DELETED, type ArchivedRunSummary, type RunArchive } from '../agent/store/run-archive.ts';

/** In bytes, roughly. Beyond it the oldest conversations go, unless they are pinned. */
export const MAX_HISTORY_BYTES = 500_000_000;

/** Per call; the next one continues. */
const MAX_REMOVED = 100;

const DAY_MS = 24 * 3_600_000;
const KEEP_DAYS = { day: 1, week: 7, month: 30, year: 365, forever: Infinity } as const;

type Keep = keyof typeof KEEP_DAYS;

export const isShorter = (keep: Keep, other: Keep): boolean => KEEP_DAYS[keep] < KEEP_DAYS[other];

const findLimit = (keep: Keep, now: number): number => Math.max(ONLY_DELETED, now - KEEP_DAYS[keep] * DAY_MS);

/** How many conversations would be removed that the user has not deleted. */
export function countExpired(heads: readonly ArchivedRunSummary[], keep: Keep, now: number): number {
  const before = findLimit(keep, now);
  return heads.filter((head) => !head.deleted && (getUnusedSince(head) ?? Infinity) < before).length;
}

interface RemovalDeps {
  readonly archive: Pick<RunArchive, 'findOldest'>;
  readonly remove: (runId: string) => Promise<void>;
}

export interface RetentionDeps extends RemovalDeps {
  readonly archive: Pick<RunArchive, 'findOldest' | 'measure' | 'listQuarantined'>;
  /** Deletes bodies that no conversation names and that were last written at that time or before. */
  readonly prune: (until: number) => Promise<void>;
  readonly now: number;
  readonly keep: Keep;
  readonly maxBytes?: number;
}

/** Returns the ids of those it removed: never a pinned or live one. */
export async function removeExpired(deps: RetentionDeps): Promise<readonly string[]> {
  const { archive, now, keep, maxBytes = MAX_HISTORY_BYTES } = deps;
  const before = findLimit(keep, now);
  for (const { runId, at } of await archive.listQuarantined()) if (at < before) await deps.remove(runId);
  const expired = await removeUnused(deps, before);
  // a file that was never asked about counts on the disk as well
  if ((await archive.measure()) > maxBytes) await deps.prune(now - DAY_MS).catch(() => undefined);
  return [...expired, ...(await removeUnused(deps, Infinity, async () => (await archive.measure()) > maxBytes))];
}

/** What the user deleted, without waiting for an undo. */
export const removeDeleted = (deps: RemovalDeps): Promise<readonly string[]> => removeUnused(deps, ONLY_DELETED);

async function removeUnused(
  { archive, remove }: RemovalDeps,
  before: number,
  isDue: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<readonly string[]> {
  const removed: string[] = [];
  while (removed.length < MAX_REMOVED && (await isDue())) {
    const runId = await archive.findOldest(before);
    if (runId === null || removed.includes(runId)) break; // the archive could not remove it
    await remove(runId);
    removed.push(runId);
  }
  return removed;
}
