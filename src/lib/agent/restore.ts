/** Bringing runs back from the archive. The one rule: each run comes back whole or not at all, and none keeps another out. */
import { messageOf } from '../base/errors.ts';
import { readRun, type ArchivedHead, type RunArchive } from './archive.ts';
import type { Commit } from './frames.ts';
import { readCommand } from './migrate.ts';
import type { FrameStore } from './ports.ts';
import { isOver } from './state.ts';

/**
 * Brings runs that the archive holds as not over back into a session store that has lost them, each with one write, and
 * returns their ids. Safe to repeat and to interrupt. What cannot be read is set aside and told; it stops nothing.
 */
export async function restore(
  store: FrameStore,
  archive: RunArchive,
  onTrouble: (error: unknown) => void,
): Promise<readonly string[]> {
  const restored: string[] = [];
  try {
    const present = new Set((await store.heads()).map((head) => head.runId));
    for (const head of await archive.heads()) {
      if (isOver(head.status) || present.has(head.runId)) continue;
      if (await bringBack(head)) restored.push(head.runId);
    }
  } catch (thrown) {
    onTrouble(thrown);
  }
  return restored;

  async function bringBack(head: ArchivedHead): Promise<boolean> {
    const { runId } = head;
    try {
      const frames = await readOrSetAside(head, await archive.load(runId));
      if (!frames) return false;
      // commands first: the run is there once its frames are, and by then it must lack nothing
      for (const command of await archive.inbox(runId)) await store.send(runId, readCommand(command));
      await store.append(frames);
      return true;
    } catch (thrown) {
      onTrouble(thrown); // no room, or no access: the archive keeps it for the next time
      return false;
    }
  }

  async function readOrSetAside(head: ArchivedHead, values: readonly unknown[]): Promise<Commit | null> {
    try {
      return readRun(head, values);
    } catch (thrown) {
      await archive.setAside(head.runId, messageOf(thrown));
      onTrouble(thrown);
      return null;
    }
  }
}
