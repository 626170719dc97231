/** Recovers unfinished runs from the archive, each completely or not at all. */
import { getErrorMessage } from '../../base/errors.ts';
import { readRun, type ArchivedRunSummary, type RunArchive } from './run-archive.ts';
import type { Commit } from '../frames/frames.ts';
import type { FrameStore } from '../storage-ports.ts';
import { isOver } from './run-state.ts';

/** Safe to repeat and to interrupt. One write per run; unreadable runs are set aside and reported. */
export async function recoverRuns(
  store: FrameStore,
  archive: RunArchive,
  onError: (error: unknown) => void,
): Promise<readonly string[]> {
  const recovered: string[] = [];
  try {
    const present = new Set((await store.listRuns()).map((head) => head.runId));
    for (const head of await archive.listSummaries()) {
      if (isOver(head.status) || present.has(head.runId)) continue;
      if (await recoverRun(head)) recovered.push(head.runId);
    }
  } catch (thrown) {
    onError(thrown);
  }
  return recovered;

  async function recoverRun(head: ArchivedRunSummary): Promise<boolean> {
    const { runId } = head;
    try {
      const frames = await readOrSetAside(head, await archive.loadFrames(runId));
      if (!frames) return false;
      for (const command of await archive.loadInbox(runId)) await store.send(runId, command);
      await store.append(frames);
      return true;
    } catch (thrown) {
      onError(thrown); // no room or no access: the archive keeps it for the next attempt
      return false;
    }
  }

  async function readOrSetAside(head: ArchivedRunSummary, values: readonly unknown[]): Promise<Commit | null> {
    try {
      return readRun(head, values);
    } catch (thrown) {
      await archive.quarantine(head.runId, getErrorMessage(thrown));
      onError(thrown);
      return null;
    }
  }
}
