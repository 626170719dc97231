/**
 * The loop: `next` (pure) says what happens, `perform` does it, and every commit is yielded before its consequences begin:
 * `yield` is the commit point. Starting, and resuming after any interruption, are the same call with a longer past.
 */
import { troubleOf } from '../base/errors.ts';
import { perform } from './effects.ts';
import { SYSTEM, USER, type Commit, type Frame, type RunSpec } from './frames.ts';
import type { Job } from './job.ts';
import { Journal } from './journal.ts';
import { LimitReached } from './limits.ts';
import { Unsettled } from './model-effect.ts';
import { applies, next, type Effect } from './next.ts';
import type { RunPorts } from './ports.ts';
import type { RunState } from './state.ts';

export async function* run(
  spec: RunSpec,
  ports: RunPorts,
  job: Job,
  past: readonly Frame[],
): AsyncGenerator<Commit, void, void> {
  const journal = new Journal(spec.runId, past, ports.clock, ports.product);
  if (wasCut(journal.state)) yield await resumed(journal, ports);
  for (;;) {
    const command = commanded(journal, ports);
    if (command) {
      yield command;
      continue;
    }
    const config = (journal.state.spec ?? spec).config;
    const effect = next(journal.state, job, ports.modelFor(config), ports.clock.now());
    if (effect.type === 'rest') return;
    try {
      yield* perform(effect, spec, ports, job, journal);
    } catch (thrown) {
      const end = endFor(thrown);
      if (end) yield* perform(end, spec, ports, job, journal);
    }
  }
}

/** How a run ends when performing an effect threw; null when the state already says what is next. */
function endFor(thrown: unknown): Exclude<Effect, { type: 'rest' }> | null {
  if (thrown instanceof Unsettled) return null;
  if (thrown instanceof LimitReached) return { type: 'limit', limit: thrown.limit };
  return { type: 'fail', trouble: troubleOf(thrown) };
}

/** An effect was under way when the last worker stopped. (A run that waits left its effect on purpose.) */
function wasCut(state: RunState): boolean {
  return state.status === 'running' && (state.call !== null || state.tool !== null);
}

/** Says that the run goes on, and settles the attempt that was cut: its text is kept, its cost estimated. */
async function resumed(journal: Journal, ports: RunPorts): Promise<Commit> {
  const { call, lastId } = journal.state;
  const note = call ? 'Interrupted while the model was answering.' : 'Interrupted while a tool was running.';
  const resume = {
    kind: 'control',
    parentId: lastId,
    labels: SYSTEM,
    control: 'resume',
    commandId: null,
    lost: call ? [call.key] : [],
    terms: null,
    note,
  } as const;
  if (!call) return journal.write(resume);
  const text = ports.recovered?.key === call.key ? ports.recovered.text : '';
  const output = await ports.tokens.count(text);
  const { key, labels, id: parentId } = call;
  return journal.write(
    resume,
    { kind: 'model.reply', parentId, labels, key, text, finish: 'aborted', failure: null, ms: 0 },
    {
      kind: 'usage',
      parentId,
      labels,
      key,
      input: call.estimate.input,
      output,
      cached: 0,
      reasoning: 0,
      source: 'lost',
    },
  );
}

/** Takes the oldest command that means something now. */
function commanded(journal: Journal, ports: RunPorts): Commit | null {
  const { status, lastId } = journal.state;
  const command = ports.commands().find((candidate) => applies(candidate, status));
  if (!command) return null;
  const base = { kind: 'control', parentId: lastId, labels: USER, commandId: command.id, lost: [] } as const;
  return command.type === 'cancel'
    ? journal.write({ ...base, control: 'cancel', terms: null, note: 'Stopped by the person.' })
    : journal.write({ ...base, control: 'retry', terms: command.terms, note: 'The person asked to try again.' });
}
