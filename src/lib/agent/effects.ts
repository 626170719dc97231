/**
 * The one place that performs effects. Those that reach outside (tools, models) are a sandwich of intent frame, deed and
 * result frame; the others are words alone (`words.ts`).
 */
import { worst, type RunSpec } from './frames.ts';
import { compactContext, type AgentContext } from './context.ts';
import { modelDecides, type Job } from './job.ts';
import type { Effects, Pen } from './journal.ts';
import { LimitReached, timeLeft } from './limits.ts';
import { callModel, Unsettled } from './model-effect.ts';
import type { Effect } from './effect.ts';
import type { Model, ReadText, RunPorts } from './ports.ts';
import { modelForPurpose, type Purpose } from './roles.ts';
import { specOf, turnCount, type AgentState, type CallRecord } from './session.ts';
import { generateReflection } from './reflection.ts';
import { callTools } from './call-tools.ts';
import { getToolSchemas } from './registry.ts';
import { ToolError } from './tool.ts';
import { LAST_WORDS_MS, Stopped, stoppable } from './stoppable.ts';
import type { Conduct } from './subagents.ts';
import { keyed, nameOf } from './subs.ts';
import { Transcript, type PromptOptions } from './transcript.ts';
import { wordsOf } from './words.ts';

export interface Scope {
  readonly spec: RunSpec;
  readonly ports: RunPorts;
  readonly job: Job;
  readonly journal: Pen;
  readonly transcript: Transcript;
  /** Aborts when whoever called the agent stops; null for the main one. */
  readonly caller: AbortSignal | null;
  readonly conduct: Conduct;
}

export async function* perform(effect: Exclude<Effect, { type: 'rest' }>, scope: Scope): Effects<void> {
  switch (effect.type) {
    case 'tools':
      yield* bounded((signal) => runTools(effect.calls, scope, signal), scope);
      return;
    case 'decide':
      yield* bounded((signal) => decideNext(effect.last, scope, signal), scope);
      return;
    case 'reflect':
      yield* bounded((signal) => generateReflection(effect.calls, scope.journal, scope.ports, signal), scope);
      return;
    case 'answer':
      yield* bounded((signal) => answer(scope, signal), scope);
      return;
    default: {
      const { journal, job, spec, ports } = scope;
      const { models } = journal.state.spec ?? spec;
      const observe = !modelDecides(job, modelForPurpose('decide', models, ports.modelFor).model);
      yield await wordsOf(effect, journal.state, { spec, job, observe, read: readerOf(ports) });
    }
  }
}

const modelOf = (purpose: Purpose, { journal, ports }: Scope): Model =>
  modelForPurpose(purpose, specOf(journal.state).models, ports.modelFor).model;

async function* runTools(calls: readonly CallRecord[], scope: Scope, signal: AbortSignal): Effects<void> {
  const { job, journal, ports, conduct } = scope;
  const observe = !modelDecides(job, modelOf('decide', scope));
  const read = readerOf(ports);
  const { registry } = job;
  yield* callTools(calls, { registry, journal, ports, read, observe, signal, conduct }, () => isStopped(scope));
}

async function* decideNext(last: boolean, scope: Scope, signal: AbortSignal): Effects<void> {
  const { job, journal, ports, transcript } = scope;
  const spec = specOf(journal.state);
  const model = modelOf('decide', scope);
  const options = (state: AgentState): PromptOptions => ({
    instructions: job.instructions?.(spec) ?? '',
    tools: last ? [] : getToolSchemas(job.registry, state),
    reminder: last ? LAST : '',
    preferences: job.preferences?.(spec) ?? {},
    parameters: job.parameters ?? {},
  });
  const read = readerOf(ports);
  const measure = (state: AgentState): Promise<AgentContext> =>
    (state === journal.state ? transcript : new Transcript({ tokens: ports.tokens, read })).context(
      state,
      model,
      options(state),
    );
  yield* compactContext({ journal, ports, model: modelOf('compact', scope), read, measure }, signal);
  const { state } = journal;
  const prompt = await transcript.prompt(state, model, options(state));
  yield* callModel(
    {
      key: keyed(state, `${String(turnCount(state))}/decide`),
      step: state.step + 1,
      purpose: 'decide',
      part: null,
      ...prompt,
    },
    journal,
    ports,
    signal,
  );
}

/** The answer of a job in which code decides. */
async function* answer(scope: Scope, signal: AbortSignal): Effects<void> {
  const { job, journal, ports } = scope;
  const { state } = journal;
  const model = modelOf('answer', scope);
  const { request, labels } = await job.answer(state, model, readerOf(ports));
  const call = {
    key: keyed(state, `${String(turnCount(state))}/answer`),
    step: state.step + 1,
    purpose: 'answer',
    part: null,
    request,
    labels: worst(state.base, labels, ...Array.from(state.objects, (object) => object.labels)),
  } as const;
  yield* callModel(call, journal, ports, signal);
}

const LAST = 'No further step is left. Answer now, with what you have; say plainly what is missing.';

/** Work that reaches outside, within the run's time: whatever hangs in there, the run does not. */
async function* bounded(work: (signal: AbortSignal) => Effects<void>, scope: Scope): Effects<void> {
  const { clock, cancelled } = scope.ports;
  const signal = effectSignal(scope);
  try {
    yield* stoppable(work(signal), signal, clock, LAST_WORDS_MS);
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown;
    if (cancelled.aborted) return; // the command is in the inbox; the loop takes it next
    if (isStopped(scope)) throw new Unsettled();
    throw new LimitReached('time', nameOf(scope.journal.state));
  }
}

/** Aborts on cancel and when the run's working time is over. */
function effectSignal({ journal, ports, caller }: Scope): AbortSignal {
  const left = timeLeft(journal.state, ports.clock.now());
  const name = nameOf(journal.state);
  const own = ports.clock.timeout(left + 50); // a little late, so that the limit has surely been reached
  const stops = [ports.cancelled, caller, name === null ? null : ports.takenBack(name), own];
  return AbortSignal.any(stops.filter((signal) => signal !== null));
}

/** Whether an agent that was called was told to stop, or whoever called it. */
export function isStopped({ journal, ports, caller }: Pick<Scope, 'journal' | 'ports' | 'caller'>): boolean {
  const name = nameOf(journal.state);
  return caller?.aborted === true || (name !== null && ports.takenBack(name).aborted);
}

/** What resolves the bodies of a run to their texts. */
export function readerOf({ blobs }: Pick<RunPorts, 'blobs'>): ReadText {
  return async (hash) => {
    const text = await blobs.get(hash);
    if (text !== undefined) return text;
    throw new ToolError(LOST, false);
  };
}

const LOST = {
  code: 'page.lost',
  message: 'The text that had been read is no longer stored.',
  cure: 'Open the page again and ask anew.',
};
