/** Recovers runs from the archive, each completely or not at all: those that are not over, and what the tabs showed. */
import { getErrorMessage } from '../../base/errors.ts';
import { readRun, type ArchivedRunSummary, type RunArchive } from './run-archive.ts';
import type { Commit } from '../frames/frames.ts';
import type { FrameStore } from '../storage-ports.ts';
import { isOver } from '../state/run-status.ts';

/** Safe to repeat and to interrupt. One write per run; unreadable runs are set aside and reported. */
export async function recoverRuns(
  store: FrameStore,
  archive: RunArchive,
  onError: (error: unknown) => void,
  tabs: ReadonlySet<number> = new Set(),
): Promise<readonly string[]> {
  const recovered: string[] = [];
  try {
    const present = new Set((await store.listRuns()).map((head) => head.runId));
    const summaries = await archive.listSummaries();
    const shown = new Map(
      summaries
        .filter(({ tabId, deleted }) => tabs.has(tabId) && !deleted)
        .sort((a, b) => a.requestedAt - b.requestedAt)
        .map(({ tabId, runId }) => [tabId, runId]),
    );
    for (const head of summaries) {
      const { runId, tabId, status, deleted } = head;
      const isShown = shown.get(tabId) === runId;
      if (deleted || (head.private && !isShown)) await archive.remove(runId);
      else if (!present.has(runId) && (!isOver(status) || isShown) && (await recoverRun(head))) recovered.push(runId);
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
