/** Drives one run. A frame is stored before it is shown and before the action it announces begins. */
import type { Commit, Frame, RunSpec } from '../../lib/agent/frames/frames.ts';
import type { runAgentLoop } from '../../lib/agent/loop/loop.ts';
import type { canApplyCommand } from '../../lib/agent/loop/select-next-action.ts';
import type { RunPorts } from '../../lib/agent/ports.ts';
import {
  dropEarlier,
  isContinuation,
  StoreError,
  type Command,
  type FrameStore,
} from '../../lib/agent/storage-ports.ts';
import { loadState, saveState } from '../../lib/agent/store/run-state.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import type { Clock } from '../../lib/base/clock.ts';
import { createChargeReader, type Charge } from '../../lib/agent/budget/expense.ts';
import type { PanelHub } from './panel-hub.ts';
import type { isSameRequest } from './same-request.ts';

/** What drives runs, with the ports that all runs share. */
export interface LoadedLoop {
  readonly runLoop: typeof runAgentLoop;
  readonly resolveJob: Parameters<typeof runAgentLoop>[2];
  readonly canApplyCommand: typeof canApplyCommand;
  readonly isSameRequest: typeof isSameRequest;
  /** '' if unknown. */
  readonly getTabUrl: (tabId: number) => Promise<string>;
  readonly ports: Omit<
    RunPorts,
    | 'listCommands'
    | 'waitForCommand'
    | 'cancelled'
    | 'getRecallSignal'
    | 'onDraft'
    | 'onThought'
    | 'onProgress'
    | 'recoveredDrafts'
  >;
}

export interface DriverDeps {
  readonly store: FrameStore;
  readonly hub: PanelHub;
  readonly clock: Clock;
  readonly recordCharges: (runId: string, charges: readonly Charge[]) => Promise<void>;
  /** Called when a run is driven: most wakes drive none, and the loop is most of the worker's code. */
  readonly loadLoop: () => Promise<LoadedLoop>;
}

export interface Driver {
  deliver(command: Command): void;
  /** Resolves at the first stored commit, or at the end. */
  readonly begun: Promise<void>;
  /** Rejects if the run cannot be read or written. */
  readonly done: Promise<AgentState>;
}

const CHECKPOINT_MS = 1000;

/** `awake` resolves once something will wake the next worker if this one dies; nothing starts before. */
export function startDriver(
  runId: string,
  { store, hub, clock, recordCharges, loadLoop }: DriverDeps,
  awake: Promise<void>,
  started?: RunSpec,
): Driver {
  let commands: readonly Command[] = [];
  const listeners = new Set<() => void>();
  let cancelled = new AbortController();
  const takenBack = new Map<string, AbortController>();
  const getRecallController = (name: string): AbortController => {
    const controller = takenBack.get(name) ?? new AbortController();
    takenBack.set(name, controller);
    return controller;
  };
  let resolveBegun = (): void => undefined;
  const begun = new Promise<void>((resolve) => (resolveBegun = resolve));

  function deliver(command: Command): void {
    if (commands.some((existing) => existing.id === command.id)) return;
    commands = [...commands, command];
    for (const notifyListener of listeners) notifyListener();
    if (command.type === 'cancel') cancelled.abort();
    if (command.type === 'take-back') getRecallController(command.of).abort();
  }

  const waitForCommand = (until: AbortSignal): Promise<void> =>
    new Promise<void>((resolve) => {
      const end = (): void => {
        listeners.delete(end);
        until.removeEventListener('abort', end);
        resolve();
      };
      listeners.add(end);
      until.addEventListener('abort', end, { once: true });
    });

  let lastCheckpointAt = 0;
  function saveDrafts(): void {
    const now = clock.now();
    if (now - lastCheckpointAt < CHECKPOINT_MS) return;
    const drafts = hub.listDrafts(runId).filter(({ text, reasoning }) => text !== '' || reasoning !== undefined);
    if (drafts.length === 0) return;
    lastCheckpointAt = now;
    store.saveDrafts(runId, drafts).catch(() => undefined); // checkpoints are optional
  }

  const readCharge = createChargeReader();
  let uncounted: readonly Charge[] = [];
  /** After the frames are stored, or what is not stored would be counted. */
  async function countCharges(frames: readonly Frame[]): Promise<void> {
    uncounted = [...uncounted, ...frames.flatMap((frame) => readCharge(frame) ?? [])];
    if (uncounted.length === 0) return;
    await recordCharges(runId, uncounted).then(
      () => (uncounted = []),
      () => undefined, // given to it again with the next charge, or by the next worker
    );
  }

  async function runToEnd(): Promise<AgentState> {
    await awake;
    const past = (await loadState(store, runId))?.frames ?? [];
    await countCharges(past);
    const first = past[0];
    const spec = started ?? (first?.kind === 'agent.invoked' ? first.spec : null);
    if (!spec) throw new StoreError('corrupt', `Run ${runId} has no beginning.`);
    const inbox = await store.listCommands(runId);
    for (const command of dropEarlier(inbox, inbox.findLastIndex(isContinuation) - 1)) deliver(command);
    const recovered = await store.loadDrafts(runId);
    const { runLoop, resolveJob, ports } = await loadLoop();
    const runPorts: RunPorts = {
      ...ports,
      listCommands: () => commands,
      waitForCommand,
      get cancelled() {
        return cancelled.signal;
      },
      getRecallSignal: (name) => getRecallController(name).signal,
      recoveredDrafts: recovered,
      onDraft(key, text, tokens) {
        hub.appendDraft(runId, key, text, tokens);
        saveDrafts();
      },
      onThought(key, text, tokens) {
        hub.appendThought(runId, key, text, tokens);
        saveDrafts();
      },
      onProgress: (key, share) => hub.sendProgress(runId, key, share),
    };
    const run = runLoop(spec, runPorts, resolveJob, past);
    for (;;) {
      const step = await run.next();
      if (step.done === true) return step.value;
      await saveState(store, step.value);
      hub.publish(step.value);
      resolveBegun();
      dropHandled(step.value);
      await countCharges(step.value);
    }
  }

  /** A commit that continues the run also drops all commands before its own, a stop included. */
  function dropHandled(commit: Commit): void {
    const last = commands.findLastIndex((command) => isContinuation(command) && handlesCommand(commit, command));
    commands = dropEarlier(commands, last).filter((command) => !handlesCommand(commit, command));
    if (last >= 0 && !commands.some(({ type }) => type === 'cancel')) cancelled = new AbortController();
  }

  const done = runToEnd().catch((thrown: unknown) => {
    cancelled.abort(); // nothing may be spent on results that cannot be stored
    throw thrown;
  });
  return { deliver, begun, done: done.finally(() => resolveBegun()) };
}

function handlesCommand(commit: Commit, command: Command): boolean {
  return commit.some((frame) => frame.kind === 'control' && frame.commandId === command.id);
}
