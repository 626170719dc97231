/** Performs actions; those that reach outside write an intent frame before and a result frame after. */
import { mergeLabels, SYSTEM_LABELS, type RunSpec } from '../frames/frames.ts';
import { compactContext } from '../context/compaction.ts';
import type { AgentContext } from '../context/agent-context.ts';
import { isModelDeciding, type Job } from './job.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { LimitReached, getTimeLeft } from '../state/limits.ts';
import { callModel, RetryLater } from '../model-calls/model-call.ts';
import type { AgentAction } from './action.ts';
import type { Model, ReadText, RunPorts } from '../ports.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import { countTurns, type CallRecord, isCallAsking, listOpenCalls } from '../state/turns.ts';
import { generateReflection } from './reflection.ts';
import { generateOpinion, NO_OPINION } from './opinion.ts';
import { getToolSchemas } from '../tool-calls/registry.ts';
import { ToolError } from '../tool-calls/tool.ts';
import { AbandonedError, iterateUntilAbort, mergeGenerators } from '../../base/async.ts';
import { ABORT_GRACE_MS, executeTool, type ExecuteScope } from '../tool-calls/execute.ts';
import type { RunSubAgent } from '../tool-calls/run-sub-agent.ts';
import { scopeKey, getCorrelationId, findSubAgent } from '../state/sub-agents.ts';
import type { PromptOptions } from '../context/fixed-parts.ts';
import { Transcript } from '../context/transcript.ts';
import { createCommit } from './record-actions.ts';
import { sleep } from '../../base/clock.ts';
import { findAddressee } from './select-next-action.ts';

export interface ActionScope {
  readonly spec: RunSpec;
  readonly ports: RunPorts;
  readonly job: Job;
  /** Decides and answers. */
  readonly model: Model;
  readonly journal: Writer;
  readonly transcript: Transcript;
  readonly caller: AbortSignal | null;
  readonly conduct: RunSubAgent;
}

export async function* performAction(
  action: Exclude<AgentAction, { type: 'rest' }>,
  scope: ActionScope,
): Commits<void> {
  switch (action.type) {
    case 'tools':
      yield* runWithinTime((signal) => runTools(action.calls, scope, signal), scope);
      return;
    case 'decide':
      yield* runWithinTime((signal) => decideNext(action.last, scope, signal), scope);
      return;
    case 'reflect':
      yield* runWithinTime((signal) => generateReflection(action.calls, scope.journal, scope.ports, signal), scope);
      return;
    case 'answer':
      yield* runWithinTime((signal) => requestAnswer(scope, signal), scope);
      return;
    case 'opinion':
      yield* askOpinion(scope);
      return;
    default: {
      const { journal, job, model, spec, ports } = scope;
      const observe = !isModelDeciding(job, model);
      const read = createTextReader(ports);
      yield await createCommit(action, journal.state, { spec, job, observe, read, checks: ports });
    }
  }
}

async function* runTools(calls: readonly CallRecord[], scope: ActionScope, signal: AbortSignal): Commits<void> {
  const { job, model, journal, ports, conduct } = scope;
  const observe = !isModelDeciding(job, model);
  const read = createTextReader(ports);
  const { registry } = job;
  yield* callTools(calls, { registry, journal, ports, read, observe, signal, conduct }, () => isStopped(scope));
}

async function* decideNext(last: boolean, scope: ActionScope, signal: AbortSignal): Commits<void> {
  const { job, model, journal, ports, transcript } = scope;
  const spec = getSpec(journal.state);
  const options = (state: AgentState): PromptOptions => ({
    instructions: job.instructions?.(spec) ?? '',
    tools: last || job.answersAtOnce === true ? [] : getToolSchemas(job.registry, state),
    reminder: last ? LAST_STEP_REMINDER : '',
    preferences: job.preferences?.(spec) ?? {},
    parameters: job.parameters ?? {},
  });
  const read = createTextReader(ports);
  const measure = (state: AgentState): Promise<AgentContext> =>
    (state === journal.state ? transcript : new Transcript({ tokens: ports.tokens, read })).getContext(
      state,
      model,
      options(state),
    );
  const compactor = resolveModelForPurpose('compact', spec.models, ports.getModel).model;
  yield* compactContext({ journal, ports, model: compactor, read, measure }, signal);
  const { state } = journal;
  const prompt = await transcript.buildPrompt(state, model, options(state));
  yield* callModel(
    {
      key: scopeKey(state, `${String(countTurns(state))}/decide`),
      step: state.step + 1,
      purpose: 'decide',
      part: null,
      ...prompt,
      labels: mergeLabels(prompt.labels, job.labels ?? SYSTEM_LABELS),
    },
    journal,
    ports,
    signal,
  );
}

async function* requestAnswer(scope: ActionScope, signal: AbortSignal): Commits<void> {
  const { job, model, journal, ports } = scope;
  const { state } = journal;
  const { request, labels } = await job.buildAnswerRequest(state, model, createTextReader(ports));
  const call = {
    key: scopeKey(state, `${String(countTurns(state))}/answer`),
    step: state.step + 1,
    purpose: 'answer',
    part: null,
    request,
    labels: mergeLabels(state.inputLabels, labels, ...Array.from(state.objects, (object) => object.labels)),
  } as const;
  yield* callModel(call, journal, ports, signal);
}

const LAST_STEP_REMINDER = 'No further step is left. Answer now, with what you have; say plainly what is missing.';

/** Whatever fails, the run is over with its answer. */
async function* askOpinion(scope: ActionScope): Commits<void> {
  const { journal, ports } = scope;
  try {
    yield* runWithinTime((signal) => generateOpinion(journal, ports, signal), scope);
  } catch (thrown) {
    if (thrown instanceof RetryLater) throw thrown;
    yield [NO_OPINION];
  }
}

/** Limited by the run's time: a hanging call cannot block the run. */
async function* runWithinTime(work: (signal: AbortSignal) => Commits<void>, scope: ActionScope): Commits<void> {
  const { clock, cancelled } = scope.ports;
  const finished = new AbortController();
  const signal = createActionSignal(scope, finished.signal);
  try {
    yield* iterateUntilAbort(work(signal), signal, clock, ABORT_GRACE_MS);
  } catch (thrown) {
    if (!(thrown instanceof AbandonedError)) throw thrown;
    if (cancelled.aborted) return; // the command is in the inbox; the loop takes it next
    if (isStopped(scope)) throw new RetryLater();
    throw new LimitReached('time', getCorrelationId(scope.journal.state));
  } finally {
    finished.abort();
  }
}

function createActionSignal({ journal, ports, caller }: ActionScope, finished: AbortSignal): AbortSignal {
  const left = getTimeLeft(journal.state, journal.now());
  const name = getCorrelationId(journal.state);
  const timer = ports.clock.timeout(left + 50, finished); // slightly late, so that the limit is certainly reached
  const signals = [ports.cancelled, caller, name === null ? null : ports.getRecallSignal(name), timer];
  return AbortSignal.any(signals.filter((signal) => signal !== null));
}

export function isStopped({ journal, ports, caller }: Pick<ActionScope, 'journal' | 'ports' | 'caller'>): boolean {
  const name = getCorrelationId(journal.state);
  return caller?.aborted === true || (name !== null && ports.getRecallSignal(name).aborted);
}

/** The reader throws a `ToolError` if the text is gone. */
export function createTextReader({ blobs }: Pick<RunPorts, 'blobs'>): ReadText {
  return async (hash) => {
    const text = await blobs.get(hash);
    if (text !== undefined) return text;
    throw new ToolError(PAGE_LOST_ERROR, false);
  };
}

const PAGE_LOST_ERROR = {
  code: 'page.lost',
  message: 'The text that had been read is no longer stored.',
  hint: 'Open the page again and ask again.',
};

/** Runs calls in parallel; a waiting sub-agent does not block the others. */
async function* callTools(calls: readonly CallRecord[], scope: ExecuteScope, isStopped: () => boolean): Commits<void> {
  const { journal } = scope;
  const execute = (call: CallRecord): Commits<void> => executeTool(call, scope);
  const waitingCalls = listOpenCalls(journal.state).filter(
    ({ key }) => !calls.some((call) => call.key === key) && !isCallAsking(journal.state, key),
  );
  const executeWhenAwake = (call: CallRecord): Promise<Commits<void>> =>
    waitUntilAwake(call, scope).then(() => execute(call));
  const all = [...calls, ...waitingCalls];
  const results = yield* mergeGenerators(
    [...calls.map(execute), ...waitingCalls.map(executeWhenAwake)],
    (index, reason) => {
      const call = all[index];
      const shouldWait =
        call !== undefined && reason instanceof RetryLater && !isStopped() && findWait(call, scope) !== null;
      return shouldWait ? executeWhenAwake(call) : null;
    },
  );
  const thrown = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (thrown.length === 0) return;
  if (isStopped()) throw new RetryLater(); // a limit reported after a stop is not a real limit
  throw (
    thrown.find((reason) => reason instanceof LimitReached) ??
    thrown.find((reason) => !(reason instanceof RetryLater)) ??
    thrown[0]
  );
}

const findWait = ({ key }: CallRecord, { journal }: ExecuteScope) =>
  findSubAgent(journal.state, key)?.request.wait ?? null;

/** Also resolves on a command to the sub-agent or one within it. */
async function waitUntilAwake(call: CallRecord, scope: ExecuteScope): Promise<void> {
  const { clock } = scope.ports;
  const wait = findWait(call, scope);
  const timers = wait && wait.reason !== 'user' ? [sleep(clock, Math.max(0, wait.until - clock.now()))] : [];
  const over = new AbortController();
  await Promise.race([waitForCommand(call, scope, over.signal), ...timers]).finally(() => over.abort());
}

async function waitForCommand(
  { key }: CallRecord,
  { journal, ports }: ExecuteScope,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    const sub = findSubAgent(journal.state, key);
    if (sub && ports.listCommands().some((command) => findAddressee(command, sub) !== null)) return;
    await ports.waitForCommand(until);
  }
}
