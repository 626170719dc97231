/** Runs a tool; each run ends in a result, a reached limit or a model call to retry. */
import { toUserError } from '../../base/errors.ts';
import { SIZE_LIMITS } from '../frames/bounds.ts';
import { mergeLabels, type Labels, type ToolResultFrame } from '../frames/frames.ts';
import { createServerAskKey } from '../frames/control-frames.ts';
import type { Drafts } from '../frames/stamp.ts';
import { countTold } from '../egress/decide-egress.ts';
import { createGate, type Gate } from '../egress/gate.ts';
import { assertCallAllowed, describeDeparture } from './authorize.ts';
import { SYSTEM_LABELS, UNKNOWN_LABELS } from '../frames/labels.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { LimitReached } from '../state/limits.ts';
import { callModel, RetryLater } from '../model-calls/model-call.ts';
import type { RunPorts } from '../ports.ts';
import { isRepeatable, validateToolCall, type ToolRegistry } from './registry.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import type { CallRecord } from '../state/turns.ts';
import { AbandonedError, iterateUntilAbort } from '../../base/async.ts';
import { invokeSubAgent, type RunSubAgent } from './run-sub-agent.ts';
import { getCorrelationId } from '../state/sub-agents.ts';
import { prepareSampling, sample } from './sample.ts';
import { runTool, ToolError, type FindRecorded, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';
import {
  createResultDrafts,
  createEnding,
  createResultDraft,
  countResults,
  findResults,
  fillPlaceholders,
  type Failure,
} from './tool-results.ts';

export interface ExecuteScope {
  readonly registry: ToolRegistry;
  readonly journal: Writer;
  readonly ports: RunPorts;
  readonly read: (hash: string) => Promise<string>;
  /** Aborts on cancel and at the time limit. */
  readonly signal: AbortSignal;
  readonly observe: boolean;
  readonly conduct: RunSubAgent;
}

/** Time to commit the last text and token count. */
export const ABORT_GRACE_MS = 1000;
/** Wait for tools that ignore their abort; those without a timeout get longer, for final commits. */
const GRACE_MS = 20;

/** The intent must be stored. Throws `LimitReached` or `RetryLater`; records nothing once cancelled. */
export async function* executeTool(call: CallRecord, scope: ExecuteScope): Commits<void> {
  const { registry, journal, ports, signal: running } = scope;
  const startedAt = ports.clock.now();
  // labels of everything the tool has read: its result is no more trusted
  const inputLabels = collectCallLabels(call, journal.state);
  const settle = (outcome: ToolOutcome, failure: Failure | null): Drafts => {
    const labels = mergeLabels(outcome.labels, ...inputLabels);
    const ms = Math.max(0, ports.clock.now() - startedAt);
    const told = { ...outcome, labels, ...getTold(call, journal) };
    return createResultDrafts(call, journal.state, told, failure, ms, scope.observe);
  };
  const finished = new AbortController();
  try {
    const checked = validateToolCall(registry, { name: call.tool, parameters: call.args });
    const tool = registry.tools.get(call.tool);
    if (!tool || !checked.ok) throw createBadCallError(checked.ok ? '' : checked.message);
    const { approved } = await assertCallAllowed(call, registry, journal.state);
    const gate = createCallGate(call, approved, inputLabels, scope);
    const { timeoutMs } = tool;
    const signal =
      timeoutMs === null ? running : AbortSignal.any([running, ports.clock.timeout(timeoutMs, finished.signal)]);
    const outcome = yield* iterateUntilAbort(
      runTool(tool, call.args, createToolContext(call, tool, { ...scope, signal }, inputLabels, gate)),
      signal,
      ports.clock,
      timeoutMs === null ? ABORT_GRACE_MS : GRACE_MS,
    );
    yield settle(outcome, null);
  } catch (thrown) {
    if (thrown instanceof RetryLater || thrown instanceof LimitReached) throw thrown;
    if (ports.cancelled.aborted) return; // the command is in the inbox; the loop takes it next
    if (running.aborted) throw new LimitReached('time', getCorrelationId(journal.state));
    const failure = thrown instanceof AbandonedError ? createToolTimeoutError(call, registry) : thrown;
    const error = toUserError(failure);
    const recoverable = failure instanceof ToolError ? failure.recoverable : error.code !== 'internal';
    const message = `${error.message} ${failure instanceof ToolError ? failure.advice : error.hint}`;
    const turnLabels = journal.state.turn?.labels ?? UNKNOWN_LABELS;
    const labels = mergeLabels(turnLabels, registry.tools.get(call.tool)?.errorLabels ?? SYSTEM_LABELS);
    yield settle({ name: '', payload: 'error', message, objects: [], labels }, { error, recoverable });
  } finally {
    finished.abort();
    journal.telling.delete(call.key);
  }
}

/** Absent for nothing. Counted under `telling` until it is stored. */
const getTold = ({ key }: CallRecord, { telling }: Writer): Pick<ToolOutcome, 'told'> => {
  const told = telling.get(key) ?? 0;
  return told > 0 ? { told } : {};
};

function createCallGate(
  call: CallRecord,
  approved: boolean,
  inputLabels: readonly Labels[],
  { registry, journal, ports }: ExecuteScope,
): Gate {
  const { telling } = journal;
  const getState = (): AgentState => journal.state;
  const recorded = findResults(getState(), call.key).reduce((sum, { told = 0 }) => sum + told, 0);
  return createGate({
    tool: call.tool,
    ports,
    getState,
    getLabels: () => mergeLabels(getState().turn?.promptLabels ?? UNKNOWN_LABELS, ...inputLabels),
    approved: approved ? (describeDeparture(call, registry, getState())?.text ?? null) : null,
    countTold() {
      const others = Array.from(telling, ([key, bits]) => (key === call.key ? 0 : bits));
      const { request } = journal.callers[0] ?? getState();
      const own = findResults(getState(), call.key).reduce((sum, { told: bits = 0 }) => sum + bits, 0);
      return others.reduce((sum, bits) => sum + bits, countTold({ ...request, told: request.told - own }));
    },
    recorded,
    reserve: (bits) => void telling.set(call.key, (telling.get(call.key) ?? 0) + bits),
  });
}

function createToolContext(
  call: CallRecord,
  tool: Tool,
  { journal, ports: ungated, read, signal, conduct }: ExecuteScope,
  inputLabels: Labels[],
  { ports, ...egress }: Gate,
): ToolContext {
  let position = 0;
  const promptLabels = journal.state.turn?.labels ?? UNKNOWN_LABELS;
  return {
    call: { key: call.key, step: journal.state.step, id: call.id, answer: call.answer },
    ports,
    egress,
    signal,
    read(hash) {
      inputLabels.push(findBodyLabels(journal.state, hash));
      return read(hash);
    },
    state: () => journal.state,
    model: (purpose) => resolveModelForPurpose(purpose, getSpec(journal.state).models, ports.getModel).model,
    callModel(inner) {
      if (!isRepeatable(tool))
        throw new Error(`${call.tool} has consequences, so it cannot be run again to repeat a model call.`);
      const labels = mergeLabels(inner.labels, promptLabels, ...inputLabels);
      inputLabels.push(labels);
      return callModel({ ...inner, labels, parentId: call.id }, journal, ungated, signal);
    },
    async *giveResult(outcome) {
      yield* once(() => Promise.resolve(outcome));
    },
    giveOnce: once,
    sample: (labels) => sample(call, labels, journal, ungated, signal),
    async *askUser({ id, text, asks }, host, labels) {
      const { step } = journal.state;
      const prepared = asks.kind === 'sampling' ? await prepareSampling(asks, journal, ungated) : asks;
      if (prepared === null) return;
      yield [
        {
          kind: 'ask.user',
          parentId: call.id,
          labels,
          step,
          key: createServerAskKey(call.key, id, asks.kind),
          form: asks.kind,
          text,
          citations: [],
          call: null,
          asked: { ...prepared, call: call.key, question: id, host },
        },
      ];
      throw new RetryLater();
    },
    invokeAgent: (request) =>
      invokeSubAgent(
        request,
        { key: call.key, id: call.id, promptLabels, usedLabels: inputLabels },
        { journal, conduct, signal },
      ),
    // oxlint-disable-next-line typescript/require-await -- a generator of commits, by contract
    async *recordGrades({ need, grades, labels }) {
      const { step } = journal.state;
      yield [
        {
          kind: 'grade',
          parentId: call.id,
          labels: mergeLabels(labels, promptLabels, ...inputLabels),
          step,
          of: call.key,
          need,
          grades,
        },
      ];
    },
  };

  async function* once(make: () => Promise<ToolOutcome>, which?: FindRecorded): Commits<ToolResultFrame> {
    const results = findResults(journal.state, call.key);
    const existing = which ? which(results) : results[position];
    position += 1;
    if (existing) return existing; // recorded before an interruption
    if (results.length >= SIZE_LIMITS.results)
      throw new Error(`${call.tool} gives more than ${String(SIZE_LIMITS.results)} results.`);
    const outcome = await make();
    const index = countResults(journal.state, call.key);
    const told = getTold(call, journal);
    const labelled = { ...outcome, labels: mergeLabels(outcome.labels, ...inputLabels), ...told };
    const ending = { ...createEnding(outcome, null), final: false, index, ms: 0 };
    yield [createResultDraft(call, labelled, fillPlaceholders(outcome), ending, journal.state)];
    if (told.told !== undefined) journal.telling.set(call.key, (journal.telling.get(call.key) ?? 0) - told.told);
    const result = findResults(journal.state, call.key)[index];
    if (!result) throw new Error('A result is recorded nowhere.');
    return result;
  }
}

/** Includes failed model calls, whose text may be in the result; a completion for a server has that server's labels, as the result has. */
function collectCallLabels({ id }: CallRecord, { request: { modelCalls: effects } }: AgentState): Labels[] {
  return Array.from(effects.values()).flatMap(({ call }) =>
    call.parentId === id && call.purpose !== 'sample' ? [call.labels] : [],
  );
}

function findBodyLabels(state: AgentState, hash: string): Labels {
  for (const { body, labels } of state.objects.iterateNewestFirst()) if (body.hash === hash) return labels;
  return UNKNOWN_LABELS;
}

function createBadCallError(message: string): ToolError {
  return new ToolError({ code: 'tool.bad-call', message, hint: 'Correct the call, or do something else.' }, true);
}

/** A tool with consequences must not be retried: they may have happened. */
function createToolTimeoutError(call: CallRecord, registry: ToolRegistry): ToolError {
  const tool = registry.tools.get(call.tool);
  const canRetry = tool === undefined || isRepeatable(tool);
  const message = `“${tool?.definition.annotations.title ?? call.tool}” took too long and was stopped.`;
  const uncertain = `${message} Whether it happened is not known.`;
  return canRetry
    ? new ToolError({ code: 'tool.timeout', message, hint: 'Try again, or ask for less.' }, true, RETRY_ADVICE)
    : new ToolError(
        { code: 'tool.timeout', message: uncertain, hint: 'Look whether it was done.' },
        false,
        TELL_ADVICE,
      );
}

const RETRY_ADVICE = 'Try it once more, ask for less, or do without it.';
const TELL_ADVICE = 'Tell the person so.';
