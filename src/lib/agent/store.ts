/**
 * The frame store over a storage area: one key per frame (`run/<id>/<seq>`), a head per run, an inbox per run, and one
 * index of runs, since the area has no prefix read. The one rule: append, never rewrite; a write costs the same at frame
 * 1,600 as at frame 1. There is one writer (the worker), so what a write needs to know is kept in memory after one read.
 */
import type { Json } from '../base/json.ts';
import { canonical } from '../base/canonical.ts';
import type { StorageArea } from './area.ts';
import { headAfter } from './head.ts';
import type { Commit, Frame } from './frames.ts';
import { readCommand, readFrame } from './migrate.ts';
import { goesOn, StoreError, type Command, type Draft, type FrameStore, type RunHead } from './ports.ts';

const INDEX = 'runs';
/** Runs that could not be read: their keys are left as they were found. */
const ASIDE = 'runs-aside';
const frameKey = (runId: string, seq: number): string => `run/${runId}/${String(seq)}`;
const headKey = (runId: string): string => `run/${runId}/head`;
const inboxKey = (runId: string): string => `inbox/${runId}`;
const draftsKey = (runId: string): string => `run/${runId}/drafts`;

interface Known {
  head: RunHead | null;
  inbox: readonly Command[];
  /** Checkpoints that no settled reply has replaced. */
  drafts: readonly Draft[];
  /** Ids of commands ever taken by this worker or still waiting: delivery is idempotent. */
  readonly seen: Set<string>;
}

export function createFrameStore(area: StorageArea): FrameStore {
  const known = new Map<string, Known>();
  let index: readonly string[] | null = null;
  const queues = new Map<string, Promise<unknown>>();

  /** One operation at a time per run: reading what is known and writing on top of it must not interleave. */
  function exclusive<T>(runId: string, work: () => Promise<T>): Promise<T> {
    const result = (queues.get(runId) ?? Promise.resolve()).then(work, work);
    queues.set(
      runId,
      result.catch(() => undefined),
    );
    return result;
  }

  async function know(runId: string): Promise<Known> {
    const cached = known.get(runId);
    if (cached) return cached;
    const found = await area.get([headKey(runId), inboxKey(runId), draftsKey(runId)]);
    const head = (found[headKey(runId)] as RunHead | undefined) ?? null;
    const inbox = ((found[inboxKey(runId)] as readonly Command[] | undefined) ?? []).map(readCommand);
    const drafts = (found[draftsKey(runId)] as readonly Draft[] | undefined) ?? [];
    const fresh: Known = { head, inbox, drafts, seen: new Set(inbox.map((command) => command.id)) };
    known.set(runId, fresh);
    return fresh;
  }

  async function readIndex(): Promise<readonly string[]> {
    index ??= ((await area.get([INDEX]))[INDEX] as readonly string[] | undefined) ?? [];
    return index;
  }

  /** Changes the list of runs, and writes other items with it: one change at a time, for two runs may begin at once. */
  function list(
    change: (runs: readonly string[]) => readonly string[],
    items: Readonly<Record<string, Json>> = {},
  ): Promise<void> {
    return exclusive(INDEX, async () => {
      const runs = change(await readIndex());
      await area.set({ ...items, [INDEX]: runs });
      index = runs;
    });
  }

  async function append(commit: Commit): Promise<void> {
    const { runId } = commit[0];
    const run = await know(runId);
    const last = run.head?.lastSeq ?? -1;
    if (commit[0].seq <= last) return confirmSame(commit, last);
    const head = commit.reduce(nextHead, run.head);
    const taken = new Set(commit.map((frame) => (frame.kind === 'control' ? frame.commandId : null)));
    // what waits before it must not reach the run that goes on
    const goneOn = run.inbox.findLastIndex((command) => goesOn(command) && taken.has(command.id));
    const inbox = run.inbox.slice(goneOn + 1).filter((command) => !taken.has(command.id));
    const replied = new Set(commit.map((frame) => (frame.kind === 'model.reply' ? frame.key : null)));
    const left = run.drafts.filter(({ key }) => !replied.has(key));
    const items = {
      ...Object.fromEntries(commit.map((frame) => [frameKey(runId, frame.seq), frame as unknown as Json])),
      [headKey(runId)]: head as unknown as Json,
      ...(inbox.length < run.inbox.length ? { [inboxKey(runId)]: inbox as unknown as Json } : {}),
      ...(left.length < run.drafts.length ? { [draftsKey(runId)]: left as unknown as Json } : {}),
    };
    if (run.head) await area.set(items);
    else await list((runs) => [...without(runs, runId), runId], items);
    run.head = head;
    run.inbox = inbox;
    run.drafts = left;
  }

  /** A commit written before must be the same now; anything else means two writers. */
  async function confirmSame(commit: Commit, last: number): Promise<void> {
    const stored = await area.get(commit.map((frame) => frameKey(frame.runId, frame.seq)));
    const same = commit.every(
      (frame) => frame.seq <= last && canonical(stored[frameKey(frame.runId, frame.seq)]) === canonical(frame),
    );
    if (!same) throw new StoreError('conflict', `Frame ${commit[0].id} is stored with another content.`);
  }

  async function load(runId: string, after = -1): Promise<readonly Frame[]> {
    const { head } = await know(runId);
    if (!head || head.lastSeq <= after) return [];
    const keys = Array.from({ length: head.lastSeq - after }, (_, i) => frameKey(runId, after + 1 + i));
    const found = await area.get(keys);
    return keys.map((key) => stored(key, found[key]));
  }

  async function heads(): Promise<readonly RunHead[]> {
    const runs = await readIndex();
    const stored = await area.get(runs.map(headKey));
    return runs.flatMap((runId) => {
      const head = stored[headKey(runId)] as RunHead | undefined;
      return head ? [head] : [];
    });
  }

  async function remove(runId: string): Promise<void> {
    const { head } = await know(runId);
    await list((runs) => without(runs, runId));
    const frames = Array.from({ length: (head?.lastSeq ?? -1) + 1 }, (_, seq) => frameKey(runId, seq));
    await area.remove([...frames, headKey(runId), inboxKey(runId), draftsKey(runId)]);
    known.delete(runId);
  }

  const readAside = async (): Promise<readonly string[]> =>
    ((await area.get([ASIDE]))[ASIDE] as readonly string[] | undefined) ?? [];

  /** Off the list, with everything else as it stands: for a run that cannot be read. */
  async function setAside(runId: string): Promise<void> {
    await list((runs) => without(runs, runId), { [ASIDE]: [...without(await readAside(), runId), runId] });
    known.delete(runId);
  }

  async function clear(): Promise<void> {
    for (const runId of [...(await readIndex()), ...(await readAside())]) await exclusive(runId, () => remove(runId));
    await area.remove([ASIDE]);
  }

  async function send(runId: string, command: Command): Promise<void> {
    const run = await know(runId);
    if (run.seen.has(command.id)) return;
    const inbox = [...run.inbox, command];
    await area.set({ [inboxKey(runId)]: inbox as unknown as Json });
    run.inbox = inbox;
    run.seen.add(command.id);
  }

  return {
    append: (commit) => exclusive(commit[0].runId, () => append(commit)),
    load: (runId, after) => exclusive(runId, () => load(runId, after)),
    heads,
    remove: (runId) => exclusive(runId, () => remove(runId)),
    evict: (runId) => exclusive(runId, () => remove(runId)),
    clear,
    setAside: (runId) => exclusive(runId, () => setAside(runId)),
    send: (runId, command) => exclusive(runId, () => send(runId, command)),
    inbox: (runId) => exclusive(runId, async () => (await know(runId)).inbox),
    saveDrafts: (runId, drafts) =>
      exclusive(runId, async () => {
        const run = await know(runId);
        await area.set({ [draftsKey(runId)]: drafts as unknown as Json });
        run.drafts = drafts;
      }),
    loadDrafts: (runId) => exclusive(runId, async () => (await know(runId)).drafts),
  };
}

const without = (runs: readonly string[], runId: string): readonly string[] => runs.filter((id) => id !== runId);

function nextHead(head: RunHead | null, frame: Frame): RunHead {
  if (frame.seq !== (head?.lastSeq ?? -1) + 1) {
    throw new StoreError('conflict', `Frame ${frame.id} does not follow frame ${String(head?.lastSeq ?? -1)}.`);
  }
  return headAfter(head, frame);
}

/** A stored frame, of whatever version. */
function stored(key: string, value: unknown): Frame {
  const frame = readFrame(value);
  if (frame) return frame;
  throw new StoreError('corrupt', `What is stored at ${key} is not a frame that this version can read.`);
}
