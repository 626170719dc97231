/**
 * The loop: `next` (pure) says what happens, `perform` does it, and every commit is yielded before its consequences begin:
 * `yield` is the commit point. Starting, and resuming after any interruption, are the same call with a longer past.
 */
import { elapsed } from '../base/clock.ts';
import { troubleOf } from '../base/errors.ts';
import { observation } from './drafts.ts';
import type { Effect } from './effect.ts';
import { perform, readerOf, type Scope } from './effects.ts';
import {
  SYSTEM,
  USER,
  type Commit,
  type Drafts,
  type Frame,
  type FrameDraft,
  type JobName,
  type RunSpec,
} from './frames.ts';
import type { Job } from './job.ts';
import { Journal, type Effects } from './journal.ts';
import { LimitReached, limitTrouble } from './limits.ts';
import { Unsettled } from './model-effect.ts';
import { applies, next } from './next.ts';
import type { AgentStatus, Command, RunPorts } from './ports.ts';
import { modelForPurpose } from './roles.ts';
import { openCalls, type AgentState } from './session.ts';
import { Transcript } from './transcript.ts';

export { isGoalAchieved } from './decision.ts';
export { shouldContinue } from './limits.ts';

/**
 * Drives a run until it is over or waits, and returns its state. `past` is [] to start, the stored frames to resume. Never
 * throws by itself: whatever fails outside becomes a frame.
 */
export async function* runAgentLoop(
  spec: RunSpec,
  ports: RunPorts,
  jobOf: (name: JobName) => Job,
  past: readonly Frame[],
): AsyncGenerator<Commit, AgentState, void> {
  const journal = new Journal(spec.runId, past, ports.clock, ports.product);
  const transcript = new Transcript({ tokens: ports.tokens, read: readerOf(ports) });
  const scopeNow = (): Scope => {
    const job = jobOf((journal.state.spec ?? spec).job);
    return { spec, ports, job, journal, transcript };
  };
  const report = reporter(ports);
  if (wasCut(journal.state)) yield journal.write(await resumed(journal.state, ports));
  for (;;) {
    const command = commanded(journal.state, ports);
    if (command) {
      yield journal.write(command);
      report(journal.state);
      continue;
    }
    const scope = scopeNow();
    const { job } = scope;
    const { models } = journal.state.spec ?? spec;
    const { model } = modelForPurpose('decide', models, ports.modelFor);
    const rules = { job, model, validator: ports.validator };
    const effect = next(journal.state, rules, ports.clock.now());
    if (effect.type === 'rest') return journal.state;
    try {
      yield* committed(perform(effect, scope), journal, report);
    } catch (thrown) {
      const end = endFor(thrown, journal.state);
      if (end) yield* committed(perform(end, scope), journal, report);
    }
  }
}

/** Stamps what an effect says, commit by commit. */
async function* committed(
  effects: Effects<void>,
  journal: Journal,
  report: (state: AgentState) => void,
): AsyncGenerator<Commit, void, void> {
  let step = await effects.next();
  while (step.done !== true) {
    const commit = journal.write(step.value);
    yield commit;
    report(journal.state);
    step = await effects.next(commit);
  }
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

/** How a run ends when performing an effect threw; null when the state already says what is next. */
function endFor(thrown: unknown, { view }: AgentState): Exclude<Effect, { type: 'rest' }> | null {
  if (thrown instanceof Unsettled) return null;
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

const underWay = (state: AgentState) => [...state.effects.values()].filter((effect) => effect.underWay);

/** Says that the run goes on, and settles the attempts that were cut: their text is kept, their cost estimated. */
async function resumed(state: AgentState, ports: RunPorts): Promise<Drafts> {
  const cut = underWay(state);
  const during = openCalls(state).length > 0 ? 'while a tool was running' : 'between two steps';
  const note = `Interrupted ${cut.length > 0 ? 'while the model was answering' : during}.`;
  const lost: FrameDraft[] = [];
  for (const { call } of cut) {
    const { key, labels, id: parentId, estimate, model } = call;
    const text = ports.recovered?.key === key ? ports.recovered.text : '';
    const output = await counted(text, ports);
    lost.push(
      { kind: 'model.reply', parentId, labels, key, text, calls: [], finish: 'aborted', failure: null, ms: 0 },
      {
        kind: 'usage',
        parentId,
        labels,
        key,
        model,
        input: Math.ceil(estimate.input * state.drift),
        output,
        cached: 0,
        reasoning: 0,
        source: 'lost',
      },
    );
  }
  const keys = cut.map(({ call }) => call.key);
  return [{ kind: 'control', labels: SYSTEM, control: 'resume', commandId: null, lost: keys, note }, ...lost];
}

/** Tokens of what a cut attempt had written; its characters where they cannot be counted, which are never fewer. */
async function counted(text: string, { tokens, clock }: RunPorts): Promise<number> {
  if (text === '') return 0;
  const late = elapsed(clock, COUNT_MS).then(() => text.length);
  return Promise.race([tokens.count(text).catch(() => text.length), late]);
}

const COUNT_MS = 5000;

/** Takes the oldest command that means something now. */
function commanded(state: AgentState, ports: RunPorts): Drafts | null {
  if (!state.spec) return null; // a run begins before it is told anything
  const command = ports.commands().find((candidate) => applies(candidate, state));
  if (!command) return null;
  const control = controlOf(command);
  return command.type === 'cancel' ? [...observation(state), control] : [control];
}

function controlOf(command: Command): FrameDraft {
  const base = { kind: 'control', labels: USER, commandId: command.id } as const;
  switch (command.type) {
    case 'cancel':
      return { ...base, control: 'cancel', note: 'Stopped by the person.' };
    case 'retry':
      return { ...base, control: 'retry', terms: command.terms, note: 'The person asked to try again.' };
    case 'follow':
      return { ...base, control: 'follow', wish: command.wish, terms: command.terms, note: 'The person went on.' };
    case 'answer':
      return { ...base, control: 'answer', ask: command.ask, text: command.text, note: 'The person answered.' };
    case 'approve':
      return {
        ...base,
        control: 'approve',
        ask: command.ask,
        hash: command.hash,
        always: command.always,
        note: 'The person agreed.',
      };
    case 'restore':
      return {
        ...base,
        control: 'restore',
        compaction: command.compaction,
        note: 'The person wants it to be seen again.',
      };
    case 'decline':
      return { ...base, control: 'decline', ask: command.ask, note: 'The person declined.' };
    case 'outcome':
      return {
        ...base,
        control: 'outcome',
        ask: command.ask,
        happened: command.happened,
        note: 'The person said what became of it.',
      };
  }
}
