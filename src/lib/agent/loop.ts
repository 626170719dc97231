/**
 * The loop: `next` (pure) says what happens, `perform` does it, and every commit is yielded before its consequences begin:
 * `yield` is the commit point. Starting, and resuming after any interruption, are the same call with a longer past.
 */
import { troubleOf } from '../base/errors.ts';
import { commanded } from './commands.ts';
import type { Effect } from './effect.ts';
import { isStopped, perform, readerOf, type Scope } from './effects.ts';
import type { Commit, Frame, RunSpec } from './frames.ts';
import type { Job } from './job.ts';
import { Journal, type Effects, type Pen } from './journal.ts';
import { LimitReached, limitTrouble } from './limits.ts';
import { Unsettled } from './model-effect.ts';
import { next } from './next.ts';
import type { AgentStatus, RunPorts } from './ports.ts';
import { resumed } from './resumed.ts';
import { modelForPurpose } from './roles.ts';
import { isOver, openCalls, type AgentState } from './session.ts';
import type { Conduct } from './subagents.ts';
import { nameOf } from './subs.ts';
import { Transcript } from './transcript.ts';

export { isGoalAchieved } from './decision.ts';
export { shouldContinue } from './limits.ts';

/**
 * The job of an agent's work as it stands: the main agent's, or that of one that was called. `window`: of the model that decides,
 * in tokens.
 */
export type JobOf = (state: AgentState, window: number) => Job;

/**
 * Drives a run until it is over or waits, and returns its state. `past` is [] to start, the stored frames to resume. Never
 * throws by itself: whatever fails outside becomes a frame.
 */
export async function* runAgentLoop(
  spec: RunSpec,
  ports: RunPorts,
  jobOf: JobOf,
  past: readonly Frame[],
): AsyncGenerator<Commit, AgentState, void> {
  const journal = new Journal(spec.runId, past, ports.clock, ports.product);
  const report = reporter(ports);
  if (wasCut(journal.state)) for (const said of await resumed(journal.state, ports)) yield journal.write(said);
  const deps = { spec, ports, jobOf };
  return yield* committed(conducted(journal, null, deps), journal, report);
}

interface Deps {
  readonly spec: RunSpec;
  readonly ports: RunPorts;
  readonly jobOf: JobOf;
}

/** One agent's work, the main one's or that of one that was called, until it is over or there is nothing to do but wait. */
async function* conducted(journal: Pen, caller: AbortSignal | null, deps: Deps): Effects<AgentState> {
  const { spec, ports, jobOf } = deps;
  const transcript = new Transcript({ tokens: ports.tokens, read: readerOf(ports) });
  const conduct: Conduct = (pen, signal) => conducted(pen, signal, deps);
  for (;;) {
    const command = commanded(journal.state, ports);
    if (command) {
      yield command;
      continue;
    }
    if (caller && !isOver(journal.state.status) && isStopped({ journal, ports, caller })) throw new Unsettled();
    const { state } = journal;
    const { model } = modelForPurpose('decide', (state.spec ?? spec).models, ports.modelFor);
    const job = jobOf(state.spec ? state : { ...state, spec }, model.contextTokens);
    const effect = next(state, { job, model, validator: ports.validator }, ports.clock.now());
    if (effect.type === 'rest') {
      if (caller === null || isOver(state.status)) return state;
      throw new Unsettled(); // it waits, and so does whoever called it
    }
    const scope: Scope = { spec, ports, job, journal, transcript, caller, conduct };
    try {
      yield* perform(effect, scope);
    } catch (thrown) {
      const end = endFor(thrown, journal.state);
      if (end) yield* perform(end, scope);
    }
  }
}

/** Stamps what an effect says, commit by commit. */
async function* committed<T>(
  effects: Effects<T>,
  journal: Journal,
  report: (state: AgentState) => void,
): AsyncGenerator<Commit, T, void> {
  let step = await effects.next();
  while (step.done !== true) {
    const commit = journal.write(step.value);
    yield commit;
    report(journal.state);
    step = await effects.next(commit);
  }
  return step.value;
}

/** Tells every change of phase, once it is stored (R2.4). */
function reporter(ports: RunPorts): (state: AgentState) => void {
  let phase: AgentStatus['phase'] | null = null;
  return (state) => {
    if (state.phase === phase) return;
    phase = state.phase;
    if (!state.spec || phase === null) return;
    ports.onStatus({
      runId: state.spec.runId,
      phase,
      stepNumber: state.step,
      maxSteps: state.spec.limits.maxSteps,
      tokenUsage: { input: state.usage.input, output: state.usage.output },
      currentTool: openCalls(state)[0]?.tool ?? null,
    });
  };
}

/**
 * How an agent ends when performing an effect threw; null when the state already says what is next. Throws what is its
 * caller's: a limit of the run's ends the run.
 */
function endFor(thrown: unknown, state: AgentState): Exclude<Effect, { type: 'rest' }> | null {
  if (thrown instanceof Unsettled) return null;
  if (thrown instanceof LimitReached && thrown.whose !== nameOf(state)) throw thrown;
  const { view } = state;
  // what the person wanted to be seen again is too much: trying again goes on without it
  if (thrown instanceof LimitReached && thrown.limit === 'context' && view.pinned.length > 0)
    return { type: 'fail', trouble: { ...limitTrouble('context'), cure: PINNED } };
  if (thrown instanceof LimitReached) return { type: 'limit', limit: thrown.limit };
  return { type: 'fail', trouble: troubleOf(thrown) };
}

/** The last worker stopped in the midst of it. (A run that waits was left on purpose.) */
function wasCut(state: AgentState): boolean {
  return state.spec !== null && state.status === 'running';
}

const PINNED = 'Try again: the run goes on without what you asked to be shown again.';
