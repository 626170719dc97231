/** The session's runs and the tabs that show them: starts, continues, forks, leaves and deletes runs. */
import { NO_TAB } from '../../lib/agent/frames/spec.ts';
import { createQueue } from '../../lib/base/async.ts';
import type { Commit, RunSpec, RunConfig, RunRequest } from '../../lib/agent/frames/frames.ts';
import type { Command, RunSummary } from '../../lib/agent/storage-ports.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { isValidState, saveState } from '../../lib/agent/store/run-state.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { createRunDrivers, type RunDriversDeps } from './run-drivers.ts';

interface RunsDeps extends RunDriversDeps {
  /** Counts what these runs spent and was not counted; before they are deleted. */
  readonly countSpending: (heads: readonly RunSummary[]) => Promise<void>;
  /** Deletes a run permanently. */
  readonly forget: (runId: string) => Promise<void>;
}

export type RunCommand = Exclude<Command, { type: 'retry' | 'follow' }>;

export interface Runs {
  /** Returns the run's id, or that of the tab's live run if it was asked the same. */
  start(spec: RunSpec): Promise<string>;
  /** Ignored if the run can no longer use the command. A cancel is kept for a run that is not there yet. */
  sendCommand(runId: string, word: RunCommand): Promise<void>;
  retry(runId: string, commandId: string, config: RunConfig): Promise<void>;
  /** Rejects with a `UserFacingError` if there is no such run or it is not over. */
  followUp(runId: string, commandId: string, request: RunRequest, config: RunConfig): Promise<void>;
  /** Stores a fork, shows it beside the tab, and drives it if it is not over. */
  fork(frames: Commit, tabId: number): Promise<void>;
  resumeAll(): Promise<void>;
  /**
   * The tab was closed, or begins a new conversation: its runs are stopped and are in the history from now on. `shown`: the
   * run that it shows, which may be one that lost its own tab.
   */
  leaveTab(tabId: number, shown?: string): Promise<void>;
  /** The browser gave the tab another id. */
  replaceTab(from: number, to: number): Promise<void>;
  /** Puts it beside the tab again, which shows its run with the latest request. */
  bindToTab(runId: string, tabId: number, requestedAt: number): Promise<void>;
  /** Shows it beside the tab in place of what that showed: its live run is stopped, private ones are deleted. */
  continueOnTab(runId: string, tabId: number): Promise<void>;
  /** Stops a run and takes it off its tab. It stays archived, with its tab, for an undo. Resolves with whether it was beside one. */
  release(runId: string): Promise<boolean>;
  /** Stops all runs, then calls `forgetAll` to delete them. */
  clear(forgetAll: () => Promise<void>): Promise<void>;
  waitUntilIdle(): Promise<void>;
}

/** What is added to a kept conversation would be kept. */
function assertMayAdd(head: RunSummary, config: RunConfig): void {
  if (!config.private || head.private) return;
  throw new UserFacingError({
    code: 'run.kept',
    message: 'This conversation is kept, and “Private” is on.',
    hint: 'Ask in a new conversation, or switch “Private” off in History.',
  });
}

export function createRuns({ countSpending, forget, ...deps }: RunsDeps): Runs {
  const { store, hub, clock } = deps;
  const drivers = createRunDrivers(deps);
  const { driveRun, keepCommand, deliverCommand, cancelRun, resumeAll, waitUntilIdle } = drivers;
  /** Each start or deletion sees the runs of the one before. */
  const enqueue = createQueue();

  async function stopRuns(heads: readonly RunSummary[]): Promise<void> {
    await drivers.stop(heads);
    const ended = (await store.listRuns()).filter((head) => heads.some(({ runId }) => runId === head.runId));
    await countSpending(ended).catch(() => undefined); // a ledger that does not answer must not prevent deleting
  }

  const listLiveRuns = async (tabId: number): Promise<readonly RunSummary[]> =>
    (await listTabRuns(tabId)).filter(({ status }) => !isOver(status));

  const isStopping = async (runId: string): Promise<boolean> =>
    (await store.listCommands(runId)).some(({ type }) => type === 'cancel');

  /** Null for one that is to be stopped as soon as it begins. */
  async function findSameRun(spec: RunSpec): Promise<string | null> {
    if (await isStopping(spec.runId)) return null;
    for (const { runId } of await listLiveRuns(spec.tabId)) {
      if (drivers.isBroken(runId)) continue;
      const { isSameRequest, getTabUrl } = await deps.loadLoop();
      if ((await isStopping(runId)) || !isSameRequest(await store.load(runId), spec, await getTabUrl(spec.tabId)))
        continue;
      return runId;
    }
    return null;
  }

  /** A tab has one run at a time; scheduled runs have no tab. */
  async function cancelTabRuns(tabId: number, by: string, except = ''): Promise<void> {
    for (const { runId } of await listLiveRuns(tabId)) if (runId !== except) await cancelRun(runId, `${by}/replaces`);
  }

  /** Private ones are deleted. One that cannot be left, or whose traces stay, is left with the tab's next change: it fails nothing else. */
  async function leaveRuns(heads: readonly RunSummary[]): Promise<void> {
    await stopRuns(heads);
    for (const { runId, ...head } of heads)
      await (head.private ? forget(runId) : leaveRun(runId)).catch(() => undefined);
  }

  /** Takes it off its tab in the archive, too, or an update would show it there again. */
  async function leaveRun(runId: string): Promise<void> {
    await store.assignTab(runId, NO_TAB).catch(() => undefined); // full storage must not keep it from being evicted
    await leaveSession(runId);
  }

  /** Evicts the run; one that is not archived is kept without a tab. A live run is evicted regardless, or the next worker would drive it. */
  async function leaveSession(runId: string): Promise<void> {
    const head = await store.findRun(runId);
    const isLive = head !== null && !isOver(head.status);
    if (!(await store.evict(runId, isLive))) await store.assignTab(runId, NO_TAB);
  }

  const listTabRuns = async (tabId: number): Promise<readonly RunSummary[]> =>
    tabId < 0 ? [] : (await store.listRuns()).filter((head) => head.tabId === tabId);

  /** What the tab showed before, so that the session holds about one run a tab: a wake reads them all. What is being stopped stays. */
  async function leaveEarlierRuns(tabId: number, shown: string): Promise<void> {
    const earlier = (await listTabRuns(tabId)).filter(({ runId }) => runId !== shown);
    await leaveRuns(earlier.filter((head) => head.private || isOver(head.status)));
  }

  /** When a request to that tab counts as made: after all others, also where the clock was set back. */
  async function dateRequest(tabId: number, runId: string, at: number): Promise<number> {
    const others = (await listTabRuns(tabId)).filter((head) => head.runId !== runId);
    return Math.max(at, ...others.map(({ requestedAt }) => requestedAt + 1));
  }

  const wasDelivered = async (runId: string, id: string): Promise<boolean> =>
    (await store.listCommands(runId)).some((command) => command.id === id) ||
    (await store.load(runId)).some((frame) => frame.kind === 'control' && frame.commandId === id);

  /** Also one that was evicted to free space: it is recovered from the archive. */
  async function findRun(runId: string): Promise<RunSummary | null> {
    const head = await store.findRun(runId);
    if (head) return head;
    const [first, ...rest] = await store.load(runId);
    if (!first || !isValidState([first, ...rest])) return null;
    await saveState(store, [first, ...rest]);
    return store.findRun(runId);
  }

  return {
    resumeAll,
    waitUntilIdle,
    start: (spec) =>
      enqueue(async () => {
        if (await findRun(spec.runId)) return spec.runId; // the same request, delivered again
        const same = await findSameRun(spec);
        if (same !== null) return same;
        await cancelTabRuns(spec.tabId, spec.runId);
        await driveRun(spec.runId, spec).begun;
        const head = await store.findRun(spec.runId);
        const at = head ? await dateRequest(spec.tabId, spec.runId, head.requestedAt) : 0;
        if (head && at > head.requestedAt) {
          await store.assignTab(spec.runId, spec.tabId, at);
          hub.refreshTab(spec.tabId);
        }
        await leaveEarlierRuns(spec.tabId, spec.runId);
        return spec.runId;
      }),
    async sendCommand(runId, command) {
      const isRating = command.type === 'rate';
      const head = await (isRating ? findRun(runId) : store.findRun(runId));
      if (head === null && command.type === 'cancel') return keepCommand(runId, command);
      const isAccepted = isRating || (command.type === 'restore' && head?.status === 'failed');
      if (head && (isAccepted || !isOver(head.status))) await deliverCommand(runId, command);
    },
    retry: (runId, id, config) =>
      enqueue(async () => {
        const head = await findRun(runId);
        if (head?.status === 'failed') {
          const isWaiting = (await store.listCommands(runId)).some(({ type }) => type === 'retry');
          if (isWaiting) {
            drivers.driveBroken(runId); // it may have met full storage
            return;
          }
          if (await wasDelivered(runId, id)) return;
          assertMayAdd(head, config);
          await deliverCommand(runId, { id, type: 'retry', config });
        } else if (head) drivers.driveBroken(runId);
      }),
    followUp: (runId, id, request, config) =>
      enqueue(async () => {
        const head = await findRun(runId);
        if (!head)
          throw new UserFacingError({
            code: 'run.gone',
            message: 'This conversation is no longer there.',
            hint: 'Ask again.',
          });
        if (await wasDelivered(runId, id)) return;
        if (!isOver(head.status))
          throw new UserFacingError({
            code: 'run.under-way',
            message: 'This conversation is still being answered.',
            hint: 'Wait for the answer, or stop it, then ask again.',
          });
        assertMayAdd(head, config);
        await cancelTabRuns(request.tabId, id, runId);
        const now = clock.now();
        const at = await dateRequest(request.tabId, runId, now);
        if (at > now) await store.assignTab(runId, request.tabId, at);
        await deliverCommand(runId, { id, type: 'follow', request, config });
        await leaveEarlierRuns(request.tabId, runId);
      }),
    fork: (frames, tabId) =>
      enqueue(async () => {
        const [{ runId }] = frames;
        if (!(await store.findRun(runId))) {
          await cancelTabRuns(tabId, runId, runId);
          await saveState(store, frames);
        } // else the same request, delivered again: the worker may have died before what follows
        await store.assignTab(runId, tabId, await dateRequest(tabId, runId, clock.now()));
        const head = await store.findRun(runId);
        if (head && !isOver(head.status)) driveRun(runId);
        hub.refreshTab(tabId);
        await leaveEarlierRuns(tabId, runId);
      }),
    leaveTab: (tabId, shown) =>
      enqueue(async () => {
        await leaveRuns((await store.listRuns()).filter((head) => head.tabId === tabId || head.runId === shown));
        hub.refreshTab(tabId);
      }),
    replaceTab: (from, to) =>
      enqueue(async () => {
        for (const { runId } of await listTabRuns(from)) await store.assignTab(runId, to);
        hub.refreshTab(to);
      }),
    bindToTab: (runId, tabId, requestedAt) =>
      enqueue(async () => {
        if (await findRun(runId)) await store.assignTab(runId, tabId, requestedAt);
        hub.refreshTab(tabId);
      }),
    continueOnTab: (runId, tabId) =>
      enqueue(async () => {
        const head = await findRun(runId);
        if (head) {
          await cancelTabRuns(tabId, `${runId}/${String(clock.now())}`, runId);
          await store.assignTab(runId, tabId, await dateRequest(tabId, runId, clock.now()));
        }
        hub.refreshTab(tabId);
        if (head) await leaveEarlierRuns(tabId, runId);
      }),
    release: (runId) =>
      enqueue(async () => {
        const head = await store.findRun(runId);
        if (!head) return false;
        await stopRuns([head]);
        await leaveSession(runId);
        hub.refreshTab(head.tabId);
        return true;
      }),
    clear: (forgetAll) =>
      enqueue(async () => {
        await stopRuns(await store.listRuns());
        await forgetAll();
        await deps.wakefulness.end();
        hub.reset();
      }),
  };
}
