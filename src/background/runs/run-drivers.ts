/** The generators of runs, one each: starts and wakes them, delivers commands, and lets the worker rest when none is busy. */
import type { RunSpec } from '../../lib/agent/frames/frames.ts';
import { StoreError, type Command, type RunSummary, type Wakefulness } from '../../lib/agent/storage-ports.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { writeWithEviction } from '../../lib/agent/store/run-state.ts';
import { startDriver, type Driver, type DriverDeps } from './driver.ts';

export interface RunDriversDeps extends DriverDeps {
  readonly wakefulness: Wakefulness;
  readonly onRest: (state: AgentState) => void;
}

/** For a run that ended without failure, only a follow-up and a rating matter. */
const shouldHandle = (status: RunSummary['status'], { type }: Command): boolean =>
  !isOver(status) || status === 'failed' || type === 'follow' || type === 'rate';

export function createRunDrivers({ wakefulness, onRest, ...deps }: RunDriversDeps) {
  const { store, hub, clock } = deps;
  const drivers = new Map<string, Driver>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Not driven at present. */
  const brokenRuns = new Set<string>();
  const idleWaiters: (() => void)[] = [];

  /** Returns the existing driver, if any: at most one generator per run. */
  function driveRun(runId: string, spec?: RunSpec): Driver {
    const running = drivers.get(runId);
    if (running) return running;
    clearTimeout(timers.get(runId));
    timers.delete(runId);
    brokenRuns.delete(runId);
    const driver = startDriver(runId, deps, wakefulness.begin(), spec);
    drivers.set(runId, driver);
    void driver.done
      .then(
        (state) => restRun(runId, state),
        (thrown: unknown) => abandonRun(runId, thrown),
      )
      .catch((thrown: unknown) => abandonRun(runId, thrown))
      .then(restIfIdle)
      .catch(() => undefined); // the alarm remains, and the next wake-up checks again
    return driver;
  }

  async function restRun(runId: string, state: AgentState): Promise<void> {
    drivers.delete(runId);
    const { canApplyCommand } = await deps.loadLoop();
    const inbox = await store.listCommands(runId);
    if (drivers.has(runId)) return; // already driven again
    if (inbox.some((command) => canApplyCommand(command, state))) return void driveRun(runId);
    onRest(state);
    if (state.status === 'waiting') scheduleWake(runId, state.request.wait?.until ?? 0);
  }

  function scheduleWake(runId: string, until: number): void {
    const delay = Math.max(0, until - clock.now());
    clearTimeout(timers.get(runId));
    timers.set(
      runId,
      setTimeout(() => driveRun(runId), Math.min(delay, 2 ** 31 - 1)),
    );
  }

  /** A run waiting for the user needs no keep-alive: the user's command wakes the worker. */
  async function restIfIdle(): Promise<void> {
    if (drivers.size > 0 || (await store.listRuns()).some(isBusy)) return;
    if (drivers.size > 0) return; // a new run is not listed before its first frame is stored
    await wakefulness.end();
    for (const resolveWaiter of idleWaiters.splice(0)) resolveWaiter();
  }

  const isBusy = (head: RunSummary): boolean =>
    (head.status === 'running' || head.status === 'waiting') && !brokenRuns.has(head.runId);

  /** The failure of a run that cannot be written cannot be a frame, so the panel is notified. */
  function abandonRun(runId: string, thrown: unknown): void {
    drivers.delete(runId);
    brokenRuns.add(runId);
    hub.notify(thrown instanceof StoreError && thrown.code === 'quota' ? 'storage-full' : 'corrupt');
  }

  /** Drives nothing for it: a run that has not begun, or could not be written, takes it first when it is driven. */
  async function keepCommand(runId: string, command: Command): Promise<void> {
    await writeWithEviction(store, runId, () => store.send(runId, command));
    drivers.get(runId)?.deliver(command);
  }

  async function deliverCommand(runId: string, command: Command): Promise<void> {
    await writeWithEviction(store, runId, () => store.send(runId, command));
    const driver = drivers.get(runId);
    if (driver) driver.deliver(command);
    else driveRun(runId); // also a broken one: a command from the user justifies another attempt
  }

  const cancelRun = (runId: string, id: string): Promise<void> =>
    (brokenRuns.has(runId) ? keepCommand : deliverCommand)(runId, { id, type: 'cancel' });

  return {
    driveRun,
    keepCommand,
    deliverCommand,
    cancelRun,
    /** It could not be read or written, and no command came since. */
    isBroken: (runId: string): boolean => brokenRuns.has(runId),
    /** Writing failed before, and may work now. */
    driveBroken(runId: string): void {
      if (brokenRuns.has(runId)) driveRun(runId);
    },
    /** Resolves once none of them is driven any more. */
    async stop(heads: readonly RunSummary[]): Promise<void> {
      for (const { runId, status } of heads) {
        clearTimeout(timers.get(runId));
        timers.delete(runId);
        if (isOver(status)) continue;
        const id = `${runId}/stopped`;
        // delivered even if it cannot be stored, or the run could not be deleted
        await cancelRun(runId, id).catch(() => drivers.get(runId)?.deliver({ id, type: 'cancel' }));
      }
      await Promise.allSettled(heads.flatMap(({ runId }) => drivers.get(runId)?.done ?? []));
    },
    resumeAll: async (): Promise<void> => {
      const now = clock.now();
      for (const { runId, status, until } of await store.listRuns()) {
        if (brokenRuns.has(runId) || drivers.has(runId)) continue;
        if (status === 'running' || (status === 'waiting' && until <= now)) driveRun(runId);
        else if (status === 'waiting') scheduleWake(runId, until);
        if (drivers.has(runId)) continue;
        if ((await store.listCommands(runId)).some((command) => shouldHandle(status, command))) driveRun(runId);
      }
      await restIfIdle();
    },
    waitUntilIdle: async (): Promise<void> => {
      if (drivers.size === 0 && !(await store.listRuns()).some(isBusy)) return;
      await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
  };
}
