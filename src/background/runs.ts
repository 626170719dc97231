/**
 * The runs of this session: starts them, drives each with one generator at a time, delivers a person's commands, and
 * goes on with whatever was running when the last worker died. The one rule: a frame is stored before it is shown, and
 * before the effect it announces begins.
 */
import type { Commit, RunSpec, RunTerms } from '../lib/agent/frames.ts';
import { run } from '../lib/agent/loop.ts';
import {
  StoreError,
  type Command,
  type FrameStore,
  type RunHead,
  type RunPorts,
  type Wakefulness,
} from '../lib/agent/ports.ts';
import { applies } from '../lib/agent/next.ts';
import { isOver } from '../lib/agent/state.ts';
import { messageOf } from '../lib/base/errors.ts';
import { JOBS } from '../lib/jobs/jobs.ts';
import type { PanelHub } from './panel-hub.ts';

export interface RunsDeps {
  readonly store: FrameStore;
  readonly hub: PanelHub;
  readonly wakefulness: Wakefulness;
  /** Everything of the ports that does not belong to one run. */
  readonly ports: Omit<RunPorts, 'commands' | 'cancelled' | 'draft' | 'recovered'>;
}

export interface Runs {
  start(spec: RunSpec): Promise<void>;
  cancel(runId: string, commandId: string): Promise<void>;
  retry(runId: string, commandId: string, terms: RunTerms): Promise<void>;
  /** Drives every run that is neither over nor being driven. Safe to call at any time, from any event. */
  resumeAll(): Promise<void>;
  /** Stops and forgets all runs. */
  clear(): Promise<void>;
}

interface Driver {
  commands: Command[];
  readonly cancelled: AbortController;
  /** Resolves at the first stored commit of this driver, or at its end. */
  readonly begun: Promise<void>;
  readonly begin: () => void;
  done: Promise<void>;
}

const CHECKPOINT_MS = 1000;

export function createRuns({ store, hub, wakefulness, ports }: RunsDeps): Runs {
  const drivers = new Map<string, Driver>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** At most one generator per run: a second caller gets the first one's end. */
  function drive(runId: string, spec?: RunSpec): Driver {
    const running = drivers.get(runId);
    if (running) return running;
    clearTimeout(timers.get(runId));
    timers.delete(runId);
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const driver: Driver = { commands: [], cancelled: new AbortController(), begun, begin, done: Promise.resolve() };
    drivers.set(runId, driver);
    driver.done = lead(runId, driver, spec)
      .catch((thrown: unknown) => giveUp(runId, thrown))
      .finally(() => {
        drivers.delete(runId);
        driver.begin();
        return settle(runId);
      });
    return driver;
  }

  async function lead(runId: string, driver: Driver, started?: RunSpec): Promise<void> {
    await wakefulness.begin();
    const past = await store.load(runId);
    const first = past[0];
    const spec = started ?? (first?.kind === 'agent.invoked' ? first.spec : null);
    if (!spec) throw new StoreError('corrupt', `Run ${runId} has no beginning.`);
    for (const command of await store.inbox(runId)) deliver(driver, command);
    let saved = 0;
    const frames = run(
      spec,
      {
        ...ports,
        commands: () => driver.commands,
        cancelled: driver.cancelled.signal,
        recovered: await store.loadDraft(runId),
        draft(key, text) {
          hub.draft(runId, key, text);
          const now = ports.clock.now();
          const draft = hub.draftOf(runId);
          if (!draft || draft.text === '' || now - saved < CHECKPOINT_MS) return;
          saved = now;
          store.saveDraft(runId, draft).catch(() => undefined); // a checkpoint is a courtesy: the run goes on without
        },
      },
      JOBS[spec.job],
      past,
    );
    for await (const commit of frames) {
      await append(commit);
      hub.publish(commit);
      driver.begin();
      driver.commands = driver.commands.filter((command) => !takes(commit, command));
    }
  }

  /** Out of room: the oldest finished runs make place, one by one. */
  async function append(commit: Commit): Promise<void> {
    for (;;) {
      try {
        await store.append(commit);
        return;
      } catch (thrown) {
        if (!(thrown instanceof StoreError) || thrown.code !== 'quota') throw thrown;
        const oldest = (await store.heads()).find((head) => isOver(head.status) && head.runId !== commit[0].runId);
        if (!oldest) throw thrown;
        await store.remove(oldest.runId);
      }
    }
  }

  /** What happens when a driver has returned: a wait is slept out, and the last one out puts the lights off. */
  async function settle(runId: string): Promise<void> {
    const heads = await store.heads();
    const head = heads.find((candidate) => candidate.runId === runId);
    // a command that came in the very moment the generator returned; a run that cannot write would fail on it for ever
    const late =
      head && !abandoned.has(runId) && (await store.inbox(runId)).some((message) => applies(message, head.status));
    if (late) {
      drive(runId);
    } else if (head?.status === 'waiting') {
      const delay = Math.max(0, head.until - ports.clock.now());
      timers.set(
        runId,
        setTimeout(() => drive(runId), Math.min(delay, 2 ** 31 - 1)),
      );
    }
    if (drivers.size === 0 && !heads.some((candidate) => alive(candidate))) await wakefulness.end();
  }

  const abandoned = new Set<string>();
  const alive = (head: RunHead): boolean => !isOver(head.status) && !abandoned.has(head.runId);

  /** The last catcher. The run cannot write, so it cannot say so in a frame: it stops here and the panel is told. */
  function giveUp(runId: string, thrown: unknown): void {
    abandoned.add(runId);
    const code = thrown instanceof StoreError && thrown.code === 'quota' ? 'storage-full' : 'corrupt';
    const what =
      code === 'storage-full' ? 'The browser’s storage for this session is full' : 'A run could not be continued';
    hub.broadcast({ type: 'notice', code, message: `${what}: ${messageOf(thrown)} Clear the session and try again.` });
  }

  async function command(runId: string, message: Command): Promise<void> {
    await store.send(runId, message);
    const driver = drivers.get(runId);
    if (driver) deliver(driver, message);
    else drive(runId);
  }

  return {
    async start(spec) {
      const heads = await store.heads();
      if (heads.some((head) => head.runId === spec.runId)) return; // the same request, delivered again
      for (const head of heads) {
        if (head.tabId === spec.tabId && alive(head)) {
          await command(head.runId, { id: `${spec.runId}/replaces`, type: 'cancel' });
        }
      }
      await drive(spec.runId, spec).begun;
    },
    async cancel(runId, commandId) {
      const head = (await store.heads()).find((candidate) => candidate.runId === runId);
      if (head && !isOver(head.status)) await command(runId, { id: commandId, type: 'cancel' });
    },
    async retry(runId, commandId, terms) {
      const head = (await store.heads()).find((candidate) => candidate.runId === runId);
      if (head?.status === 'failed') await command(runId, { id: commandId, type: 'retry', terms });
    },
    async resumeAll() {
      const now = ports.clock.now();
      for (const head of await store.heads()) {
        if (!alive(head) || drivers.has(head.runId)) continue;
        if (head.status !== 'waiting' || head.until <= now) drive(head.runId);
        else if (!timers.has(head.runId)) await settle(head.runId);
      }
      if (drivers.size === 0 && timers.size === 0) await wakefulness.end();
    },
    async clear() {
      for (const runId of drivers.keys()) await command(runId, { id: `${runId}/cleared`, type: 'cancel' });
      await Promise.all([...drivers.values()].map((driver) => driver.done));
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      for (const head of await store.heads()) await store.remove(head.runId);
      await wakefulness.end();
      hub.reset();
    },
  };
}

function deliver(driver: Driver, command: Command): void {
  if (driver.commands.some((known) => known.id === command.id)) return;
  driver.commands.push(command);
  if (command.type === 'cancel') driver.cancelled.abort();
}

function takes(commit: Commit, command: Command): boolean {
  return commit.some((frame) => frame.kind === 'control' && frame.commandId === command.id);
}
