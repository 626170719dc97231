/**
 * Drives one run from wherever it stands to where it ends or waits. The one rule: a frame is stored before it is shown,
 * and before the effect it announces begins.
 */
import type { Commit, RunSpec } from '../lib/agent/frames.ts';
import { runAgentLoop } from '../lib/agent/loop.ts';
import { goesOn, StoreError, type Command, type FrameStore, type RunPorts } from '../lib/agent/ports.ts';
import { loadState, saveState, type AgentState } from '../lib/agent/state.ts';
import { withAgents } from '../lib/agents/house.ts';
import { JOBS } from '../lib/jobs/jobs.ts';
import type { PanelHub } from './panel-hub.ts';

export interface DriverDeps {
  readonly store: FrameStore;
  readonly hub: PanelHub;
  /** Everything of the ports that does not belong to one run. */
  readonly ports: Omit<RunPorts, 'commands' | 'heard' | 'cancelled' | 'takenBack' | 'draft' | 'progress' | 'recovered'>;
}

export interface Driver {
  /** Hands over a command that is stored in the inbox. */
  deliver(command: Command): void;
  /** Resolves at the first stored commit, or at the end. */
  readonly begun: Promise<void>;
  /** The state in which it returned. Rejects when the run cannot be read or written. */
  readonly done: Promise<AgentState>;
}

const JOB_OF = withAgents((name) => JOBS[name]);

/** Least time between two checkpoints of what is being streamed. */
const CHECKPOINT_MS = 1000;

/** `awake`: resolves once something will wake the next worker, should this one die; nothing begins before. */
export function startDriver(
  runId: string,
  { store, hub, ports }: DriverDeps,
  awake: Promise<void>,
  started?: RunSpec,
): Driver {
  let commands: readonly Command[] = [];
  const listening: (() => void)[] = [];
  let cancelled = new AbortController();
  const takenBack = new Map<string, AbortController>();
  const backFrom = (name: string): AbortController => {
    const known = takenBack.get(name) ?? new AbortController();
    takenBack.set(name, known);
    return known;
  };
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));

  function deliver(command: Command): void {
    if (commands.some((known) => known.id === command.id)) return;
    commands = [...commands, command];
    for (const hear of listening.splice(0)) hear();
    if (command.type === 'cancel') cancelled.abort();
    if (command.type === 'take-back') backFrom(command.of).abort();
  }

  let checkpointed = 0;
  function draft(key: string, text: string, tokens?: number): void {
    hub.draft(runId, key, text, tokens);
    const now = ports.clock.now();
    if (now - checkpointed < CHECKPOINT_MS) return;
    const written = hub.draftsOf(runId).filter((each) => each.text !== '');
    if (written.length === 0) return;
    checkpointed = now;
    store.saveDrafts(runId, written).catch(() => undefined); // a checkpoint is a courtesy: the run goes on without
  }

  async function lead(): Promise<AgentState> {
    await awake;
    const past = (await loadState(store, runId))?.frames ?? [];
    const first = past[0];
    const spec = started ?? (first?.kind === 'agent.invoked' ? first.spec : null);
    if (!spec) throw new StoreError('corrupt', `Run ${runId} has no beginning.`);
    const inbox = await store.inbox(runId);
    for (const command of inbox.slice(Math.max(0, inbox.findLastIndex(goesOn)))) deliver(command);
    const recovered = await store.loadDrafts(runId);
    const own: RunPorts = {
      ...ports,
      commands: () => commands,
      heard: () => new Promise((resolve) => listening.push(resolve)),
      get cancelled() {
        return cancelled.signal;
      },
      takenBack: (name) => backFrom(name).signal,
      recovered,
      draft,
      progress: (key, share) => hub.progress(runId, key, share),
    };
    const run = runAgentLoop(spec, own, JOB_OF, past);
    for (;;) {
      const step = await run.next();
      if (step.done === true) return step.value;
      await saveState(store, step.value);
      hub.publish(step.value);
      begin();
      take(step.value);
    }
  }

  /** What a commit takes is gone; of a run that goes on with it, what waited before is gone too, a stop included. */
  function take(commit: Commit): void {
    const from = commands.findLastIndex((command) => goesOn(command) && takes(commit, command));
    commands = commands.slice(from + 1).filter((command) => !takes(commit, command));
    if (from >= 0 && !commands.some(({ type }) => type === 'cancel')) cancelled = new AbortController();
  }

  const done = lead().catch((thrown: unknown) => {
    cancelled.abort(); // what cannot be written must not be spent on
    throw thrown;
  });
  return { deliver, begun, done: done.finally(() => begin()) };
}

function takes(commit: Commit, command: Command): boolean {
  return commit.some((frame) => frame.kind === 'control' && frame.commandId === command.id);
}
