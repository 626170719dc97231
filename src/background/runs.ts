/**
 * The runs of this session: starts them, drives each with one generator at a time, delivers a person's commands, and
 * goes on with whatever was running when the last worker died.
 */
import type { RunSpec, RunTerms, Wish } from '../lib/agent/frames.ts';
import { applies } from '../lib/agent/next.ts';
import { StoreError, type Command, type RunHead, type Wakefulness } from '../lib/agent/ports.ts';
import { isOver, isValidState, makingRoom, type AgentState } from '../lib/agent/state.ts';
import { messageOf, TroubleError, type Trouble } from '../lib/base/errors.ts';
import type { NoticeCode } from '../lib/protocol/events.ts';
import { startDriver, type Driver, type DriverDeps } from './driver.ts';

export interface RunsDeps extends DriverDeps {
  readonly wakefulness: Wakefulness;
  /** Whether the person keeps the run in history. */
  readonly isKept: (runId: string) => Promise<boolean>;
  /** A run stands so now, with nobody driving it: what the toolbar icon shows. */
  readonly onRest: (state: AgentState) => void;
}

/** A command as a request brings it, before its run is known. */
export type Word = Exclude<Command, { type: 'retry' | 'follow' }>;

export interface Runs {
  start(spec: RunSpec): Promise<void>;
  /** A person's word to a run; nothing happens when the run has no use for it any more. */
  say(runId: string, word: Word): Promise<void>;
  retry(runId: string, commandId: string, terms: RunTerms): Promise<void>;
  /** Goes on with another wish after a run's answer. Rejects with a `TroubleError` where there is no such run, or it is not over. */
  follow(runId: string, commandId: string, wish: Wish, terms: RunTerms): Promise<void>;
  /** Drives every run that is neither over nor being driven. Safe to call at any time, from any event. */
  resumeAll(): Promise<void>;
  /** A session ends with its tab: its runs stop, and go unless the person keeps them. */
  tabClosed(tabId: number): Promise<void>;
  /** Stops all runs and forgets them with `forget`. */
  clear(forget: () => Promise<void>): Promise<void>;
  /** Resolves once no run reads, waits for a moment or writes. */
  idle(): Promise<void>;
}

const GONE: Trouble = {
  code: 'run.gone',
  message: 'This conversation is no longer there.',
  cure: 'Ask anew.',
};

const UNDER_WAY: Trouble = {
  code: 'run.under-way',
  message: 'This conversation is still being answered.',
  cure: 'Wait for the answer, or stop it, then ask again.',
};

/** Whether a word that nobody acted on is worth a look: of a run that is over and did not fail, only a wish that follows. */
const heeds = (status: RunHead['status'], { type }: Command): boolean =>
  !isOver(status) || status === 'failed' || type === 'follow';

export function createRuns({ wakefulness, isKept, onRest, ...deps }: RunsDeps): Runs {
  const { store, hub, ports } = deps;
  const drivers = new Map<string, Driver>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const abandoned = new Set<string>();
  const resting: (() => void)[] = [];

  let turn: Promise<unknown> = Promise.resolve();

  /** What begins runs or forgets them happens one after the other: each sees the runs that the one before began. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  /** At most one generator per run: a second caller gets the first one's. */
  function drive(runId: string, spec?: RunSpec): Driver {
    const running = drivers.get(runId);
    if (running) return running;
    clearTimeout(timers.get(runId));
    timers.delete(runId);
    const driver = startDriver(runId, deps, wakefulness.begin(), spec);
    drivers.set(runId, driver);
    void driver.done
      .then(
        (state) => settle(runId, state),
        (thrown: unknown) => giveUp(runId, thrown),
      )
      .catch((thrown: unknown) => giveUp(runId, thrown))
      .finally(() => restIfIdle().catch(() => undefined)); // the alarm stays, and the next wake looks again
    return driver;
  }

  /** What happens when a driver has returned: a late command is taken up, a wait is slept out. */
  async function settle(runId: string, state: AgentState): Promise<void> {
    drivers.delete(runId);
    const inbox = await store.inbox(runId);
    if (drivers.has(runId)) return; // somebody drives it again already
    // a command that came in the very moment the generator returned
    if (inbox.some((command) => applies(command, state))) return void drive(runId);
    onRest(state);
    if (state.status === 'waiting') sleep(runId, state.wait?.until ?? 0);
  }

  function sleep(runId: string, until: number): void {
    const delay = Math.max(0, until - ports.clock.now());
    clearTimeout(timers.get(runId));
    timers.set(
      runId,
      setTimeout(() => drive(runId), Math.min(delay, 2 ** 31 - 1)),
    );
  }

  /** The last one out puts the lights off. A person is waited for in the dark: their word wakes the worker. */
  async function restIfIdle(): Promise<void> {
    if (drivers.size > 0 || (await store.heads()).some(isBusy)) return;
    if (drivers.size > 0) return; // one began meanwhile, and is not listed before its first frame is stored
    await wakefulness.end();
    for (const tell of resting.splice(0)) tell();
  }

  const isBusy = (head: RunHead): boolean =>
    (head.status === 'running' || head.status === 'waiting') && !abandoned.has(head.runId);

  /** The last catcher. The run cannot write, so it cannot say so in a frame: it stops here and the panel is told. */
  function giveUp(runId: string, thrown: unknown): void {
    drivers.delete(runId);
    abandoned.add(runId);
    const code: NoticeCode = thrown instanceof StoreError && thrown.code === 'quota' ? 'storage-full' : 'corrupt';
    const what =
      code === 'storage-full' ? 'The browser’s storage for this session is full' : 'A run could not be continued';
    hub.notify(code, `${what}: ${messageOf(thrown)} Clear the session and try again.`);
  }

  const headOf = async (runId: string): Promise<RunHead | undefined> =>
    (await store.heads()).find((head) => head.runId === runId);

  async function command(runId: string, message: Command): Promise<void> {
    await makingRoom(store, runId, () => store.send(runId, message));
    abandoned.delete(runId); // a person's word is worth another try
    const driver = drivers.get(runId);
    if (driver) driver.deliver(message);
    else drive(runId);
  }

  /** Stops runs and waits until nothing of them is under way. */
  async function stop(heads: readonly RunHead[]): Promise<void> {
    for (const { runId, status } of heads) {
      clearTimeout(timers.get(runId));
      timers.delete(runId);
      if (isOver(status) || abandoned.has(runId)) continue;
      const cancel: Command = { id: `${runId}/stopped`, type: 'cancel' };
      // a word that cannot be stored is said all the same: no trouble of a run keeps it from being forgotten
      await command(runId, cancel).catch(() => drivers.get(runId)?.deliver(cancel));
    }
    await Promise.allSettled(heads.flatMap(({ runId }) => drivers.get(runId)?.done ?? []));
  }

  /** A tab has one run at a time: what is under way there stops for another. */
  async function cancelOn(tabId: number, by: string, except = ''): Promise<void> {
    for (const head of await store.heads()) {
      if (head.tabId !== tabId || head.runId === except || isOver(head.status) || abandoned.has(head.runId)) continue;
      await command(head.runId, { id: `${by}/replaces`, type: 'cancel' });
    }
  }

  /** A run that made room for others comes back from the archive. */
  async function bringBack(runId: string): Promise<RunHead | undefined> {
    const [first, ...rest] = await store.load(runId);
    if (!first || !isValidState([first, ...rest])) return undefined;
    await store.append([first, ...rest]);
    return headOf(runId);
  }

  return {
    start: (spec) =>
      inTurn(async () => {
        if (await headOf(spec.runId)) return; // the same request, delivered again
        await cancelOn(spec.tabId, spec.runId);
        await drive(spec.runId, spec).begun;
      }),
    async say(runId, word) {
      const head = await headOf(runId);
      // a failed run can still be told what to look at when it is tried again
      const listens = word.type === 'restore' && head?.status === 'failed';
      if (head && (listens || !isOver(head.status))) await command(runId, word);
    },
    async retry(runId, commandId, terms) {
      const head = (await headOf(runId)) ?? (await bringBack(runId));
      if (head?.status === 'failed') await command(runId, { id: commandId, type: 'retry', terms });
      else if (head && abandoned.delete(runId)) drive(runId); // it could not be written then; perhaps it can be now
    },
    follow: (runId, id, wish, terms) =>
      inTurn(async () => {
        const head = (await headOf(runId)) ?? (await bringBack(runId));
        if (!head) throw new TroubleError(GONE);
        if (!isOver(head.status)) throw new TroubleError(UNDER_WAY);
        await cancelOn(wish.tabId, id, runId);
        await command(runId, { id, type: 'follow', wish, terms });
      }),
    async resumeAll() {
      const now = ports.clock.now();
      for (const { runId, status, until } of await store.heads()) {
        if (abandoned.has(runId) || drivers.has(runId)) continue;
        if (status === 'running' || (status === 'waiting' && until <= now)) drive(runId);
        else if (status === 'waiting') sleep(runId, until);
        if (drivers.has(runId)) continue;
        // a word that the last worker stored and did not live to act on
        if ((await store.inbox(runId)).some((word) => heeds(status, word))) drive(runId);
      }
      await restIfIdle();
    },
    tabClosed: (tabId) =>
      inTurn(async () => {
        const heads = (await store.heads()).filter((head) => head.tabId === tabId);
        await stop(heads);
        for (const { runId } of heads) await ((await isKept(runId)) ? store.evict(runId) : store.remove(runId));
      }),
    clear: (forget) =>
      inTurn(async () => {
        await stop(await store.heads());
        await forget();
        await wakefulness.end();
        hub.reset();
      }),
    async idle() {
      if (drivers.size === 0 && !(await store.heads()).some(isBusy)) return;
      await new Promise<void>((resolve) => resting.push(resolve));
    },
  };
}
