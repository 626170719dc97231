/**
 * The tools of a run: registering, showing, checking and running them. The one rule: a registry is a value; there is no
 * other list of tools anywhere. Whatever a tool does, `executeTool` ends in a result, a limit, or an effect that is not
 * settled yet.
 */
import { elapsed } from '../base/clock.ts';
import { troubleOf, type Trouble } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import { CONTROL_TOOLS, withReasoning } from './parse.ts';
import type { ToolCall } from './decision.ts';
import { signature } from './fold.ts';
import { SYSTEM, type Commit, type Drafts, type FrameDraft } from './frames.ts';
import type { Effects, Journal } from './journal.ts';
import { LimitReached, timeLeft } from './limits.ts';
import { callModel, Unsettled } from './model-effect.ts';
import type { Clock, RunPorts, ToolSchema, Validator } from './ports.ts';
import type { AgentState, CallRecord } from './session.ts';
import { ToolError, type Tool, type ToolContext, type ToolDefinition, type ToolOutcome } from './tool.ts';

export { parseToolCall, serializeToolCall } from './parse.ts';
export * from './tool.ts';

export interface ToolRegistry {
  readonly tools: ReadonlyMap<string, Tool>;
}

export function createRegistry(...tools: readonly Tool[]): ToolRegistry {
  return tools.reduce(registerTool, { tools: new Map() });
}

/** The registry with one tool more. Throws when the name is taken. */
export function registerTool({ tools }: ToolRegistry, tool: Tool): ToolRegistry {
  const { name } = tool.definition;
  if (tools.has(name) || CONTROL_TOOLS.some((control) => control.name === name)) {
    throw new Error(`There is a tool ${name} already.`);
  }
  return { tools: new Map(tools).set(name, tool) };
}

/** The tools that can be used in this state, as a model is shown them, with what it may say instead of calling one. */
export function getToolSchemas(registry: ToolRegistry, state: AgentState): readonly ToolSchema[] {
  const usable = [...registry.tools.values()].filter((tool) => unavailable(tool, state) === null);
  return [...usable.map(schemaOf), ...CONTROL_TOOLS].map(withReasoning);
}

function schemaOf({ definition }: Tool): ToolSchema {
  const { name, description, inputSchema, examples } = definition;
  const shown = examples.map(({ input, description: what }) => `\nExample (${what}): ${JSON.stringify(input)}`);
  return { name, description: description + shown.join(''), parameters: inputSchema };
}

/** Why the tool cannot be used now; null when it can. */
function unavailable(tool: Tool, state: AgentState): string | null {
  const said = tool.available?.(state) ?? true;
  return said === true ? null : said;
}

export type ValidationResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Whether the call may be made as far as its form goes. A message names the path, the value and what was expected. */
export function validateToolCall(
  registry: ToolRegistry,
  { name, parameters }: Pick<ToolCall, 'name' | 'parameters'>,
  validator: Validator,
): ValidationResult {
  const tool = registry.tools.get(name);
  if (!tool) {
    return { ok: false, message: `There is no tool ${name}. There are: ${[...registry.tools.keys()].join(', ')}.` };
  }
  const checked = validator.check(tool.definition.inputSchema, parameters, name);
  return checked.ok ? { ok: true } : { ok: false, message: checked.message };
}

/** Why making this call now would be no progress, or cannot work; null when it is worth making (R4.4, R2.2). */
export function objection(registry: ToolRegistry, call: ToolCall, state: AgentState): string | null {
  const tool = registry.tools.get(call.name);
  const reason = tool ? unavailable(tool, state) : null;
  if (reason !== null) return `${call.name} cannot be used now: ${reason}`;
  const before = state.outcomes.get(signature(call.name, call.parameters));
  if (!before) return null;
  if (!before.failed) return `${call.name} was called with the same arguments before. Its result: ${before.message}`;
  if (!before.recoverable) return `${call.name} failed with the same arguments before, for good: ${before.message}`;
  const most = (state.spec?.limits.maxRetries ?? 0) + 1;
  return before.times < most
    ? null
    : `${call.name} failed ${String(before.times)} times with the same arguments: ${before.message}`;
}

/** May run twice with the effect of once. */
export function isRepeatable({ definition }: Tool): boolean {
  return definition.annotations.readOnly || definition.annotations.idempotent;
}

/** The message with its placeholders filled; one that names nothing stays as it is. */
export function fill({ message, name, objects, metadata = {} }: ToolOutcome): string {
  const values: Readonly<Record<string, Json>> = { ...metadata, name, num_objects: objects.length };
  return message.replace(/\{(\w{1,40})\}/g, (whole, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? whole : typeof value === 'string' ? value : JSON.stringify(value);
  });
}

export interface ExecuteScope {
  readonly registry: ToolRegistry;
  readonly journal: Journal;
  readonly ports: RunPorts;
  readonly read: (hash: string) => Promise<string>;
  /** Said with the final result: what it means, where code says so. */
  readonly observe: boolean;
}

/** A tool that does not stop when told to is left behind after this. */
const GRACE_MS = 20;

/**
 * Runs a call whose intent is stored, and says what came of it. A tool's failure is a result. Throws `LimitReached` when
 * the run's time is over and `Unsettled` when a model call inside has to be made again; says nothing when the run was
 * cancelled.
 */
export async function* executeTool(call: CallRecord, scope: ExecuteScope): Effects<void> {
  const { registry, journal, ports } = scope;
  const began = ports.clock.now();
  const running = AbortSignal.any([ports.cancelled, ports.clock.timeout(timeLeft(journal.state, began) + GRACE_MS)]);
  const settle = (outcome: ToolOutcome, failure: Failure | null): Drafts =>
    resultOf(call, journal.state, outcome, failure, Math.max(0, ports.clock.now() - began), scope.observe);
  try {
    const checked = validateToolCall(registry, { name: call.tool, parameters: call.args }, ports.validator);
    const tool = registry.tools.get(call.tool);
    if (!tool || !checked.ok) throw badCall(checked.ok ? '' : checked.message);
    const { timeoutMs } = tool;
    const signal = timeoutMs === null ? running : AbortSignal.any([running, ports.clock.timeout(timeoutMs)]);
    const outcome = yield* stoppable(tool.run(call.args, contextOf(call, tool, scope, signal)), signal, ports.clock);
    yield settle(outcome, null);
  } catch (thrown) {
    if (thrown instanceof Unsettled || thrown instanceof LimitReached) throw thrown;
    if (ports.cancelled.aborted) return; // the command is in the inbox; the loop takes it next
    if (running.aborted) throw new LimitReached('time');
    const trouble = thrown instanceof Stopped ? timedOut(call.tool) : troubleOf(thrown);
    const recoverable = thrown instanceof ToolError ? thrown.recoverable : trouble.code !== 'internal';
    const message = `${trouble.message} ${trouble.cure}`;
    yield settle({ name: '', payload: 'error', message, objects: [], labels: SYSTEM }, { trouble, recoverable });
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
  const result = resultDraft(call, outcome, message, { ...ending(outcome, failure), index: givenOf(state, key), ms });
  if (!observe) return [result];
  const { labels } = outcome;
  return [
    result,
    { kind: 'observation', parentId, labels, step: state.step, by: 'rule', text: message || tool, of: [key] },
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
): FrameDraft {
  const { labels, payload, content = [], structured = null, objects } = outcome;
  return {
    kind: 'tool.result',
    parentId: call.id,
    key: call.key,
    tool: call.tool,
    labels,
    payload,
    message,
    content,
    structured,
    objects,
    ...how,
  };
}

/** How many results of the call are recorded. */
function givenOf(state: AgentState, key: string): number {
  return state.turn?.calls.find((call) => call.key === key)?.results.length ?? 0;
}

function contextOf(
  call: CallRecord,
  tool: Tool,
  { journal, ports, read }: ExecuteScope,
  signal: AbortSignal,
): ToolContext {
  let given = 0;
  return {
    call: { key: call.key, step: journal.state.step },
    ports,
    signal,
    read,
    state: () => journal.state,
    model: () => ports.modelFor(specOf(journal).config),
    callModel(inner) {
      if (!isRepeatable(tool))
        throw new Error(`${call.tool} has consequences, so it cannot be run again to make a model call anew.`);
      return callModel(inner, journal, ports, signal);
    },
    async *give(outcome) {
      const index = given++;
      if (index < givenOf(journal.state, call.key)) return; // recorded before an interruption
      yield [resultDraft(call, outcome, fill(outcome), { ...ending(outcome, null), final: false, index, ms: 0 })];
    },
  };
}

function specOf(journal: Journal) {
  const { spec } = journal.state;
  if (!spec) throw new Error('An effect before the run began.');
  return spec;
}

class Stopped extends Error {}

/** The generator, as long as the signal lets it; one that does not end by itself then is left behind. */
async function* stoppable<T>(work: Effects<T>, signal: AbortSignal, clock: Clock): Effects<T> {
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => void elapsed(clock, GRACE_MS).then(() => reject(new Stopped()));
  });
  stopped.catch(() => undefined); // nobody may be waiting for it
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    let commit: Commit | null = null;
    for (;;) {
      const step: Promise<IteratorResult<Drafts, T>> = commit ? work.next(commit) : work.next();
      step.catch(() => undefined);
      const result = await Promise.race([step, stopped]);
      if (result.done === true) return result.value;
      commit = yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function badCall(message: string): ToolError {
  return new ToolError({ code: 'tool.bad-call', message, cure: 'Correct the call, or do something else.' }, true);
}

const timedOut = (tool: string): Trouble => ({
  code: 'tool.timeout',
  message: `${tool} took too long and was stopped.`,
  cure: 'Try it once more, ask for less, or do without it.',
});

export function serializeDefinition(definition: ToolDefinition): string {
  return JSON.stringify(definition);
}

/** The definition that `serializeDefinition` wrote. Throws a `SyntaxError` for anything that is no JSON. */
export function parseDefinition(text: string): ToolDefinition {
  return JSON.parse(text) as ToolDefinition;
}
