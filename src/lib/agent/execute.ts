/**
 * Running a tool. The one rule: whatever a tool does, it ends in a result, in a limit, or in an effect that is not settled
 * yet; one that does not stop when told to is left behind.
 */
import { troubleOf, type Trouble } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import { clip, MOST } from './bounds.ts';
import { worst, type Drafts, type FrameDraft, type Labels, type ToolResultFrame } from './frames.ts';
import { expectAllowed } from './gate.ts';
import { NOBODYS } from './labels.ts';
import type { Effects, Pen } from './journal.ts';
import { LimitReached } from './limits.ts';
import { callModel, Unsettled } from './model-effect.ts';
import type { RunPorts } from './ports.ts';
import { isRepeatable, validateToolCall, type ToolRegistry } from './registry.ts';
import { modelForPurpose } from './roles.ts';
import { specOf, type AgentState, type CallRecord } from './session.ts';
import { LAST_WORDS_MS, Stopped, stoppable } from './stoppable.ts';
import { invoked, type Conduct } from './subagents.ts';
import { nameOf } from './subs.ts';
import { ToolError, type Recorded, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

export interface ExecuteScope {
  readonly registry: ToolRegistry;
  readonly journal: Pen;
  readonly ports: RunPorts;
  readonly read: (hash: string) => Promise<string>;
  /** Aborts on cancel and when the run's working time is over. */
  readonly signal: AbortSignal;
  /** Said with the final result: what it means, where code says so. */
  readonly observe: boolean;
  /** Has an agent that was called do its work, until it is over. */
  readonly conduct: Conduct;
}

/** A tool that does not stop when told to is left behind after this; one whose model calls have bounds of their own has their last words. */
const GRACE_MS = 20;

/**
 * Runs a call whose intent is stored, and says what came of it. A tool's failure is a result. Throws `LimitReached` when
 * the run's time is over and `Unsettled` when a model call inside has to be made again; says nothing when the run was
 * cancelled.
 */
export async function* executeTool(call: CallRecord, scope: ExecuteScope): Effects<void> {
  const { registry, journal, ports, signal: running } = scope;
  const began = ports.clock.now();
  // of what the tool has read and been told, in an earlier attempt too: what it makes of them is no better
  const used = labelsOfCallsFor(call, journal.state);
  const settle = (outcome: ToolOutcome, failure: Failure | null): Drafts => {
    const labels = worst(outcome.labels, ...used);
    const ms = Math.max(0, ports.clock.now() - began);
    return resultOf(call, journal.state, { ...outcome, labels }, failure, ms, scope.observe);
  };
  try {
    const checked = validateToolCall(registry, { name: call.tool, parameters: call.args }, ports.validator);
    const tool = registry.tools.get(call.tool);
    if (!tool || !checked.ok) throw badCall(checked.ok ? '' : checked.message);
    await expectAllowed(call, registry, journal.state);
    const { timeoutMs } = tool;
    const signal = timeoutMs === null ? running : AbortSignal.any([running, ports.clock.timeout(timeoutMs)]);
    const outcome = yield* stoppable(
      tool.run(call.args, contextOf(call, tool, { ...scope, signal }, used)),
      signal,
      ports.clock,
      timeoutMs === null ? LAST_WORDS_MS : GRACE_MS,
    );
    yield settle(outcome, null);
  } catch (thrown) {
    if (thrown instanceof Unsettled || thrown instanceof LimitReached) throw thrown;
    if (ports.cancelled.aborted) return; // the command is in the inbox; the loop takes it next
    if (running.aborted) throw new LimitReached('time', nameOf(journal.state));
    const failed = thrown instanceof Stopped ? timedOut(call, registry) : thrown;
    const trouble = troubleOf(failed);
    const recoverable = failed instanceof ToolError ? failed.recoverable : trouble.code !== 'internal';
    const message = `${trouble.message} ${trouble.cure}`;
    const labels = journal.state.turn?.labels ?? NOBODYS;
    yield settle({ name: '', payload: 'error', message, objects: [], labels }, { trouble, recoverable });
  }
}

interface Failure {
  readonly trouble: Trouble;
  readonly recoverable: boolean;
}

/** The frames of a result, with its observation where code makes it. */
export function resultOf(
  call: Pick<CallRecord, 'key' | 'tool' | 'id'>,
  state: AgentState,
  outcome: ToolOutcome,
  failure: Failure | null,
  ms: number,
  observe: boolean,
): Drafts {
  const message = failure ? outcome.message : fill(outcome);
  const { key, tool, id: parentId } = call;
  const how = { ...ending(outcome, failure), index: givenOf(state, key), ms };
  const result = resultDraft(call, outcome, message, how, state);
  if (!observe) return [result];
  const { labels } = result;
  return [
    result,
    { kind: 'observation', parentId, labels, step: state.step, by: 'rule', text: brief(message) || tool, of: [key] },
  ];
}

const ending = (outcome: ToolOutcome, failure: Failure | null) => ({
  final: true,
  isError: failure !== null,
  trouble: failure?.trouble ?? null,
  recoverable: failure?.recoverable ?? true,
  end: outcome.end ?? false,
});

type Ending = ReturnType<typeof ending> & { readonly index: number; readonly ms: number };

function resultDraft(
  call: Pick<CallRecord, 'key' | 'tool' | 'id'>,
  outcome: ToolOutcome,
  message: string,
  how: Ending,
  state: AgentState,
): FrameDraft {
  const { payload, content = [], structured = null, objects } = outcome;
  // a result answers its call, and may repeat it: it is worth no more than what led to the call
  const labels = worst(outcome.labels, state.turn?.labels ?? NOBODYS);
  return {
    kind: 'tool.result',
    parentId: call.id,
    key: call.key,
    tool: call.tool,
    labels,
    payload,
    message: clip(message, MOST.message),
    content,
    structured,
    objects,
    ...how,
  };
}

/** How many results of the call are recorded. */
const givenOf = (state: AgentState, key: string): number => resultsOf(state, key).length;

const resultsOf = (state: AgentState, key: string): readonly ToolResultFrame[] =>
  state.turn?.calls.find((call) => call.key === key)?.results ?? [];

function contextOf(
  call: CallRecord,
  tool: Tool,
  { journal, ports, read, signal, conduct }: ExecuteScope,
  used: Labels[],
): ToolContext {
  let given = 0;
  const led = journal.state.turn?.labels ?? NOBODYS;
  return {
    call: { key: call.key, step: journal.state.step },
    ports,
    signal,
    read(hash) {
      used.push(labelsOfBody(journal.state, hash));
      return read(hash);
    },
    state: () => journal.state,
    model: (purpose) => modelForPurpose(purpose, specOf(journal.state).models, ports.modelFor).model,
    callModel(inner) {
      if (!isRepeatable(tool))
        throw new Error(`${call.tool} has consequences, so it cannot be run again to make a model call anew.`);
      const labels = worst(inner.labels, led, ...used);
      used.push(labels);
      return callModel({ ...inner, labels, parentId: call.id }, journal, ports, signal);
    },
    async *give(outcome) {
      yield* once(() => Promise.resolve(outcome));
    },
    once,
    invoke: (asked) => invoked(asked, { key: call.key, id: call.id, led, used }, { journal, conduct, signal }),
    // eslint-disable-next-line @typescript-eslint/require-await -- a generator of commits, by contract
    async *grade({ need, grades, labels }) {
      const { step } = journal.state;
      yield [
        { kind: 'grade', parentId: call.id, labels: worst(labels, led, ...used), step, of: call.key, need, grades },
      ];
    },
  };

  async function* once(make: () => Promise<ToolOutcome>, which?: Recorded): Effects<ToolResultFrame> {
    const before = resultsOf(journal.state, call.key);
    const known = which ? which(before) : before[given];
    given += 1;
    if (known) return known; // from before an interruption
    if (before.length >= MOST.results) throw new Error(`${call.tool} gives more than ${String(MOST.results)} results.`);
    const outcome = await make();
    const index = givenOf(journal.state, call.key);
    const told = { ...outcome, labels: worst(outcome.labels, ...used) };
    const how = { ...ending(outcome, null), final: false, index, ms: 0 };
    yield [resultDraft(call, told, fill(outcome), how, journal.state)];
    const result = resultsOf(journal.state, call.key)[index];
    if (!result) throw new Error('A result is recorded nowhere.');
    return result;
  }
}

/** Of the model calls that were made for the tool call so far: also one that was given up may speak in its result. */
function labelsOfCallsFor({ id }: CallRecord, { effects }: AgentState): Labels[] {
  return Array.from(effects.values()).flatMap(({ call }) => (call.parentId === id ? [call.labels] : []));
}

/** Whose words a kept text is. */
function labelsOfBody(state: AgentState, hash: string): Labels {
  for (const { body, labels } of state.objects.newestFirst()) if (body.hash === hash) return labels;
  return NOBODYS;
}

function badCall(message: string): ToolError {
  return new ToolError({ code: 'tool.bad-call', message, cure: 'Correct the call, or do something else.' }, true);
}

/** What has consequences may have had them: it is not to be tried again. */
function timedOut(call: CallRecord, registry: ToolRegistry): ToolError {
  const tool = registry.tools.get(call.tool);
  const harmless = tool === undefined || isRepeatable(tool);
  const message = `${call.tool} took too long and was stopped.`;
  return harmless
    ? new ToolError({ code: 'tool.timeout', message, cure: 'Try it once more, ask for less, or do without it.' }, true)
    : new ToolError(
        { code: 'tool.timeout', message: `${message} Whether it happened is not known.`, cure: 'Tell the person so.' },
        false,
      );
}

/** The message with its placeholders filled; one that names nothing stays as it is. */
export function fill({ message, name, objects, metadata = {} }: ToolOutcome): string {
  const values: Readonly<Record<string, Json>> = { ...metadata, name, num_objects: objects.length };
  return message.replace(/\{(\w{1,40})\}/g, (whole, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? whole : typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** Longest observation that code makes of a result, in characters: the result itself stands beside it. */
const BRIEF = 200;

/** The beginning of a result's message, where code says what it means. */
export function brief(message: string): string {
  return clip(message, BRIEF);
}
