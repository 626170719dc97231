/** Append-only: one key per commit (`run/<id>/<first seq>`), since the area has no prefix read. One writer. */
import { createKeyedQueue } from '../../base/async.ts';
import { type Json, stringifyCanonical } from '../../base/json.ts';
import type { StorageArea } from './storage-area.ts';
import { isOver } from '../state/run-status.ts';
import { updateRunSummary } from '../state/run-summary.ts';
import { SIZE_LIMITS } from '../frames/bounds.ts';
import type { Commit, Frame } from '../frames/frames.ts';
import { isPaidBefore, type RunSpec } from '../frames/spec.ts';
import { packCommit, packSummary, unpackCommit, unpackSummary } from './packed-commit.ts';
import { repeatsConfig } from './packed-fields.ts';
import {
  dropEarlier,
  isContinuation,
  StoreError,
  type Command,
  type Draft,
  type FrameStore,
  type RunSummary,
} from '../storage-ports.ts';

const RUN_INDEX = 'runs';
/** Unreadable runs, whose keys are left unchanged. */
const SET_ASIDE_INDEX = 'runs-aside';
const toCommitKey = (runId: string, seq: number): string => `run/${runId}/${String(seq)}`;
const toSummaryKey = (runId: string): string => `run/${runId}/head`;
const toInboxKey = (runId: string): string => `inbox/${runId}`;
const toSpillKey = (runId: string): string => `run/${runId}/spilled`;
const toDraftsKey = (runId: string): string => `run/${runId}/drafts`;

/** Above this number, entries of runs that are over or unknown are dropped, oldest first. */
const MAX_CACHES = 32;

interface RunCache {
  head: RunSummary | null;
  inbox: readonly Command[];
  /** Checkpoints not yet replaced by a settled reply. */
  drafts: readonly Draft[];
  /** Commits before this frame, except the first, are in the archive alone. */
  spilledTo: number;
  /** Commands taken or waiting; makes delivery idempotent. */
  readonly seenIds: Set<string>;
}

export interface SessionStore extends FrameStore {
  /** Drops all commits but the first; `load` leaves them out. Returns whether there were any. */
  dropCommits(runId: string): Promise<boolean>;
}

export function createFrameStore(area: StorageArea): SessionStore {
  const caches = new Map<string, RunCache>();
  let index: readonly string[] | null = null;
  /** Serial per run: cache reads and the writes based on them must not interleave. */
  const runExclusive = createKeyedQueue();

  async function loadCache(runId: string): Promise<RunCache> {
    const cached = caches.get(runId);
    if (cached) return cached;
    const found = await area.get([toSummaryKey(runId), toInboxKey(runId), toDraftsKey(runId), toSpillKey(runId)]);
    const head = unpackSummary(runId, found[toSummaryKey(runId)]);
    const inbox = (found[toInboxKey(runId)] as readonly Command[] | undefined) ?? [];
    const drafts = (found[toDraftsKey(runId)] as readonly Draft[] | undefined) ?? [];
    const spilledTo = Number(found[toSpillKey(runId)] ?? 0);
    const fresh: RunCache = { head, inbox, drafts, spilledTo, seenIds: new Set(inbox.map((command) => command.id)) };
    caches.set(runId, fresh);
    dropSpareCaches(runId);
    return fresh;
  }

  /** Every operation writes to the area what it changes, so a dropped entry is read again. */
  function dropSpareCaches(except: string): void {
    for (const [runId, { head, inbox, drafts }] of caches) {
      if (caches.size <= MAX_CACHES) return;
      const isSpare = (head === null || isOver(head.status)) && inbox.length === 0 && drafts.length === 0;
      if (isSpare && runId !== except) caches.delete(runId);
    }
  }

  async function readIndex(): Promise<readonly string[]> {
    index ??= ((await area.get([RUN_INDEX]))[RUN_INDEX] as readonly string[] | undefined) ?? [];
    return index;
  }

  /** Serialised, because two runs may begin at once. */
  function updateIndex(
    change: (runs: readonly string[]) => readonly string[],
    items: Readonly<Record<string, Json>> = {},
  ): Promise<void> {
    return runExclusive(RUN_INDEX, async () => {
      const runs = change(await readIndex());
      await area.set({ ...items, [RUN_INDEX]: runs });
      index = runs;
    });
  }

  async function append(commit: Commit): Promise<void> {
    const { runId } = commit[0];
    const run = await loadCache(runId);
    const last = run.head?.lastSeq ?? -1;
    if (commit[0].seq <= last) return assertSameCommit(commit, last);
    const [first, ...rest] = commit;
    const spec = first.kind === 'agent.invoked' ? first.spec : null; // the first commit of a fork has all that it keeps
    const head = rest.reduce(
      (before, frame) => advanceSummary(before, frame, spec),
      advanceSummary(run.head, first, spec),
    );
    const taken = new Set(commit.map((frame) => (frame.kind === 'control' ? frame.commandId : null)));
    // commands queued before the continuation must not reach it
    const continuedAt = run.inbox.findLastIndex((command) => isContinuation(command) && taken.has(command.id));
    const inbox = dropEarlier(run.inbox, continuedAt).filter((command) => !taken.has(command.id));
    const replied = new Set(commit.map((frame) => (frame.kind === 'model.reply' ? frame.key : null)));
    const remainingDrafts = run.drafts.filter(({ key }) => !replied.has(key));
    const items = {
      [toCommitKey(runId, commit[0].seq)]: packCommit(commit, await loadFirst(commit)),
      [toSummaryKey(runId)]: packSummary(head),
      ...(inbox.length < run.inbox.length ? { [toInboxKey(runId)]: inbox as unknown as Json } : {}),
      ...(remainingDrafts.length < run.drafts.length
        ? { [toDraftsKey(runId)]: remainingDrafts as unknown as Json }
        : {}),
    };
    if (run.head) await area.set(items);
    else await updateIndex((runs) => [...removeRunId(runs, runId), runId], items);
    run.head = head;
    run.inbox = inbox;
    run.drafts = remainingDrafts;
  }

  /** The run's first frame, where the commit is stored with what differs from it. */
  async function loadFirst(commit: Commit): Promise<Frame | undefined> {
    const [{ runId, seq }] = commit;
    if (seq === 0 || !commit.some(repeatsConfig)) return undefined;
    const key = toCommitKey(runId, 0);
    return unpackCommit(runId, 0, (await area.get([key]))[key])?.[0];
  }

  /** A different stored commit means there are two writers. */
  async function assertSameCommit(commit: Commit, last: number): Promise<void> {
    const [{ runId, seq }] = commit;
    if (seq < (await loadCache(runId)).spilledTo) return;
    const key = toCommitKey(runId, seq);
    const stored = (await area.get([key]))[key];
    const isStored =
      seq + commit.length - 1 <= last &&
      stringifyCanonical(stored) === stringifyCanonical(packCommit(commit, await loadFirst(commit)));
    if (!isStored) throw new StoreError('conflict', `Frame ${commit[0].id} is stored with another content.`);
  }

  async function load(runId: string, after = -1): Promise<readonly Frame[]> {
    const { head, spilledTo } = await loadCache(runId);
    if (!head || head.lastSeq <= after) return [];
    const from = Math.max(spilledTo, after + 2 - SIZE_LIMITS.frames); // the next frame's commit begins here at the earliest
    const keys = Array.from({ length: head.lastSeq + 1 - from }, (_, i) => toCommitKey(runId, from + i));
    const firstKey = toCommitKey(runId, 0);
    const found = await area.get([firstKey, ...keys]);
    const first = unpackCommit(runId, 0, found[firstKey])?.[0];
    const frames: Frame[] = [];
    let seq = from + Math.max(0, from === 0 ? 0 : keys.findIndex((key) => found[key] !== undefined));
    while (seq <= head.lastSeq) {
      const key = toCommitKey(runId, seq);
      const commit = unpackCommit(runId, seq, found[key], first);
      if (commit === null)
        throw new StoreError('corrupt', `What is stored at ${key} is not a commit that this version can read.`);
      frames.push(...commit);
      seq += commit.length;
    }
    return frames.filter((frame) => frame.seq > after);
  }

  async function findRun(runId: string): Promise<RunSummary | null> {
    const isListed = (await readIndex()).includes(runId); // an unreadable run that was set aside is not
    return isListed ? (await loadCache(runId)).head : null;
  }

  async function listRuns(): Promise<readonly RunSummary[]> {
    const runs = await readIndex();
    const stored = await area.get(runs.map(toSummaryKey));
    return runs.flatMap((runId) => {
      const head = unpackSummary(runId, stored[toSummaryKey(runId)]);
      return head ? [head] : [];
    });
  }

  async function assignTab(runId: string, tabId: number, requestedAt?: number): Promise<void> {
    const run = await loadCache(runId);
    if (!run.head) return;
    const head = { ...run.head, tabId, ...(requestedAt !== undefined && { requestedAt }) };
    await area.set({ [toSummaryKey(runId)]: packSummary(head) });
    run.head = head;
  }

  async function remove(runId: string): Promise<void> {
    const { head } = await loadCache(runId);
    await updateIndex((runs) => removeRunId(runs, runId));
    const frames = Array.from({ length: (head?.lastSeq ?? -1) + 1 }, (_, seq) => toCommitKey(runId, seq));
    await area.remove([...frames, toSummaryKey(runId), toInboxKey(runId), toDraftsKey(runId), toSpillKey(runId)]);
    caches.delete(runId);
  }

  async function dropCommits(runId: string): Promise<boolean> {
    const run = await loadCache(runId);
    const spilledTo = (run.head?.lastSeq ?? -1) + 1;
    const all = Array.from({ length: Math.max(0, spilledTo - 1) }, (_, i) => toCommitKey(runId, i + 1));
    const keys = Object.keys(await area.get(all));
    if (keys.length === 0) return false;
    // one write that needs no room: a worker that dies after it leaves nothing half done
    await area.set({ ...Object.fromEntries(keys.map((key) => [key, null])), [toSpillKey(runId)]: spilledTo });
    run.spilledTo = spilledTo;
    await area.remove(keys);
    return true;
  }

  const readSetAside = async (): Promise<readonly string[]> =>
    ((await area.get([SET_ASIDE_INDEX]))[SET_ASIDE_INDEX] as readonly string[] | undefined) ?? [];

  async function setAside(runId: string): Promise<void> {
    await updateIndex((runs) => removeRunId(runs, runId), {
      [SET_ASIDE_INDEX]: [...removeRunId(await readSetAside(), runId), runId],
    });
    caches.delete(runId);
  }

  async function clear(): Promise<void> {
    for (const runId of [...(await readIndex()), ...(await readSetAside())])
      await runExclusive(runId, () => remove(runId));
    await area.remove([SET_ASIDE_INDEX]);
  }

  async function send(runId: string, command: Command): Promise<void> {
    const run = await loadCache(runId);
    if (run.seenIds.has(command.id)) return;
    const inbox = [...run.inbox, command];
    await area.set({ [toInboxKey(runId)]: inbox as unknown as Json });
    run.inbox = inbox;
    run.seenIds.add(command.id);
  }

  return {
    append: (commit) => runExclusive(commit[0].runId, () => append(commit)),
    load: (runId, after) => runExclusive(runId, () => load(runId, after)),
    findRun: (runId) => runExclusive(runId, () => findRun(runId)),
    listRuns,
    assignTab: (runId, tabId, requestedAt) => runExclusive(runId, () => assignTab(runId, tabId, requestedAt)),
    remove: (runId) => runExclusive(runId, () => remove(runId)),
    evict: (runId) => runExclusive(runId, () => remove(runId).then(() => true)),
    spill: () => Promise.resolve(false), // there is no other place
    dropCommits: (runId) => runExclusive(runId, () => dropCommits(runId)),
    clear,
    setAside: (runId) => runExclusive(runId, () => setAside(runId)),
    send: (runId, command) => runExclusive(runId, () => send(runId, command)),
    listCommands: (runId) => runExclusive(runId, async () => (await loadCache(runId)).inbox),
    saveDrafts: (runId, drafts) =>
      runExclusive(runId, async () => {
        const run = await loadCache(runId);
        await area.set({ [toDraftsKey(runId)]: drafts as unknown as Json });
        run.drafts = drafts;
      }),
    loadDrafts: (runId) => runExclusive(runId, async () => (await loadCache(runId)).drafts),
  };
}

const removeRunId = (runs: readonly string[], runId: string): readonly string[] => runs.filter((id) => id !== runId);

function advanceSummary(head: RunSummary | null, frame: Frame, spec: RunSpec | null): RunSummary {
  if (frame.seq !== (head?.lastSeq ?? -1) + 1) {
    throw new StoreError('conflict', `Frame ${frame.id} does not follow frame ${String(head?.lastSeq ?? -1)}.`);
  }
  const isPaid = frame.kind === 'usage' && isPaidBefore(spec, frame.seq);
  return updateRunSummary(head, isPaid ? { ...frame, input: 0, output: 0 } : frame);
}
