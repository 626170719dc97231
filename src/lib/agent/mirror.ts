/**
 * A frame store whose runs are also in the archive. The session store is the truth and is written first; the archive
 * follows it, and what it missed it gets with its next write, read back from the truth. The one rule: the archive may
 * fail in any way, and no run fails or loses its order for it.
 */
import { readRun, type RunArchive } from './archive.ts';
import type { Commit, Frame } from './frames.ts';
import type { FrameStore, RunHead } from './ports.ts';

/** Commits with one of these are archived before `append` resolves: an effect, a person or an end comes next. */
const AWAITED: ReadonlySet<string> = new Set([
  'agent.invoked',
  'tool.call',
  'model.call',
  'ask.user',
  'wait',
  'control',
  'agent.response',
  'error',
]);

const TITLE_LENGTH = 120;

export interface MirrorOptions {
  /** Told once for each outage of the archive, and of a run that it refuses. */
  readonly onTrouble: (error: unknown) => void;
  /** The label that a frame gives its run, if it gives one; a later one replaces it. The goal, unless told otherwise. */
  readonly titleOf?: (frame: Frame) => string | null;
}

/** A frame store; a run that was evicted from it is still found by `load`. Evict only runs that are over. */
export interface MirroredStore extends FrameStore {
  /** Brings the archive up to the session store: when a worker starts, and before an update is let in. */
  flush(): Promise<void>;
}

/** What the archive is known to hold of a run. */
interface Archived {
  readonly lastSeq: number;
  readonly inbox: string;
}

export function mirrored(store: FrameStore, archive: RunArchive, options: MirrorOptions): MirroredStore {
  const { onTrouble, titleOf = goalOf } = options;
  const archived = new Map<string, Archived>();
  /** Runs whose last write failed, which any next commit makes up for. */
  const behind = new Set<string>();
  /** Removed runs that the archive may still hold. */
  const doomed = new Set<string>();
  const exclusive = oneAtATime();
  let outage = false;

  /** Writes to the archive, whatever comes of it. */
  async function attempt(runId: string, operation: () => Promise<void>): Promise<void> {
    try {
      await operation();
      outage = false;
      behind.delete(runId);
    } catch (thrown) {
      if (!outage && !behind.has(runId)) onTrouble(thrown);
      outage = true;
      behind.add(runId);
    }
  }

  const headOf = async (runId: string): Promise<RunHead | undefined> =>
    (await store.heads()).find((head) => head.runId === runId);

  async function sweep(): Promise<void> {
    for (const runId of doomed) {
      await archive.remove(runId);
      doomed.delete(runId);
    }
  }

  /** One transaction with whatever of the run the archive lacks. */
  async function write(runId: string): Promise<void> {
    await sweep();
    const known = archived.get(runId) ?? (await look(runId));
    const [head, inbox, frames] = await Promise.all([
      headOf(runId),
      store.inbox(runId),
      store.load(runId, known.lastSeq),
    ]);
    const now = { lastSeq: Math.max(known.lastSeq, head?.lastSeq ?? -1), inbox: idsOf(inbox) };
    if (!head) return; // commands sent ahead of the run: they go with its first frame
    if (frames.length > 0 || now.inbox !== known.inbox) {
      const title = frames.reduce<string | null>((last, frame) => titleOf(frame) ?? last, null);
      await archive.put({ head, frames, inbox, title: title && label(title) });
    }
    archived.set(runId, now);
  }

  async function look(runId: string): Promise<Archived> {
    const [head, inbox] = await Promise.all([archive.head(runId), archive.inbox(runId)]);
    return { lastSeq: head?.lastSeq ?? -1, inbox: idsOf(inbox) };
  }

  /** A run that only the archive has; [] when the archive cannot say, since every new run is looked for here too. */
  async function loadArchived(runId: string): Promise<readonly Frame[]> {
    const held = await Promise.all([archive.head(runId), archive.load(runId)]).catch((thrown: unknown) => {
      if (!outage) onTrouble(thrown);
      outage = true;
      return null;
    });
    return held?.[0] ? readRun(held[0], held[1]) : [];
  }

  function forget(runId: string): void {
    archived.delete(runId);
    behind.delete(runId);
  }

  return {
    ...store,
    append: (commit: Commit) =>
      exclusive(commit[0].runId, async () => {
        const { runId } = commit[0];
        await store.append(commit);
        if (behind.has(runId) || commit.some((frame) => AWAITED.has(frame.kind))) {
          await attempt(runId, () => write(runId));
        }
      }),
    send: (runId, command) =>
      exclusive(runId, async () => {
        await store.send(runId, command);
        await attempt(runId, () => write(runId));
      }),
    async load(runId, after = -1) {
      const frames = await store.load(runId, after);
      if (frames.length > 0 || (await headOf(runId))) return frames;
      return (await loadArchived(runId)).slice(after + 1);
    },
    remove: (runId) =>
      exclusive(runId, async () => {
        doomed.add(runId);
        await attempt(runId, sweep); // first, or a worker that dies in between would bring the run back
        await store.remove(runId);
        forget(runId);
      }),
    evict: (runId) =>
      exclusive(runId, async () => {
        await attempt(runId, () => write(runId));
        await store.evict(runId);
        forget(runId);
      }),
    setAside: (runId) =>
      exclusive(runId, async () => {
        await attempt(runId, () => archive.setAside(runId, 'Its session could not be read.'));
        await store.setAside(runId);
        forget(runId);
      }),
    async flush() {
      for (const { runId } of await store.heads()) {
        await exclusive(runId, () => attempt(runId, () => write(runId)));
      }
    },
    /** Runs that are kept and over stay in the archive. Rejects when that cannot be cleared; the session is all the same. */
    async clear() {
      try {
        await archive.clear(); // first, for the same reason as in `remove`
      } finally {
        await store.clear();
        archived.clear();
        behind.clear();
      }
    },
  };
}

/** One operation at a time per run, in order of call. */
function oneAtATime(): <T>(runId: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Promise<unknown>>();
  return (runId, work) => {
    const result = (queues.get(runId) ?? Promise.resolve()).then(work);
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (queues.get(runId) === settled) queues.delete(runId);
      });
    queues.set(runId, settled);
    return result;
  };
}

const idsOf = (inbox: readonly { readonly id: string }[]): string => JSON.stringify(inbox.map(({ id }) => id));
const goalOf = ({ correlationId, ...frame }: Frame): string | null =>
  frame.kind === 'agent.invoked' && correlationId === null ? frame.spec.goal : null;

function label(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
