import { CONTROL_TOOLS, addReasoning } from '../parse/parse-reply.ts';
import type { ToolCall } from '../frames/decision.ts';
import { getTurnVisibility } from '../state/context-view.ts';
import { findOutcome } from '../state/fold-tool-calls.ts';
import { isEscalated } from '../state/memory.ts';
import { validate } from '../../schema/validate.ts';
import type { ToolSchema } from '../ports.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { Tool } from './tool.ts';

export interface ToolRegistry {
  readonly tools: ReadonlyMap<string, Tool>;
}

export function createRegistry(...tools: readonly Tool[]): ToolRegistry {
  return tools.reduce(registerTool, { tools: new Map() });
}

/** Throws if the name is taken. */
export function registerTool({ tools }: ToolRegistry, tool: Tool): ToolRegistry {
  const { name } = tool.definition;
  if (tools.has(name) || CONTROL_TOOLS.some((control) => control.name === name)) {
    throw new Error(`There is a tool ${name} already.`);
  }
  return { tools: new Map(tools).set(name, tool) };
}

export function getToolSchemas(registry: ToolRegistry, state: AgentState): readonly ToolSchema[] {
  const usable = [...registry.tools.values()].filter((tool) => getUnavailableReason(tool, state) === null);
  return [...usable.map(toToolSchema), ...CONTROL_TOOLS].map(addReasoning);
}

function toToolSchema({ definition }: Tool): ToolSchema {
  const { name, description, inputSchema, examples } = definition;
  const exampleTexts = examples.map(({ input, description: what }) => `\nExample (${what}): ${JSON.stringify(input)}`);
  return { name, description: description + exampleTexts.join(''), parameters: inputSchema };
}

/** Null if it can be used. */
function getUnavailableReason(tool: Tool, state: AgentState): string | null {
  const availability = tool.checkAvailability?.(state) ?? true;
  return availability === true ? null : availability;
}

export type ValidationResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

export function validateToolCall(
  registry: ToolRegistry,
  { name, parameters }: Pick<ToolCall, 'name' | 'parameters'>,
): ValidationResult {
  const tool = registry.tools.get(name);
  if (!tool) {
    return { ok: false, message: `There is no tool ${name}. There are: ${[...registry.tools.keys()].join(', ')}.` };
  }
  const checked = validate(tool.definition.inputSchema, parameters, name);
  return checked.ok ? { ok: true } : { ok: false, message: checked.message };
}

/** Returns the reason for the model; null if it can be used, or does not exist. */
export function describeUnavailable({ tools }: ToolRegistry, name: string, state: AgentState): string | null {
  const tool = tools.get(name);
  const reason = tool ? getUnavailableReason(tool, state) : null;
  return reason === null ? null : `${name} cannot be used now: ${reason}`;
}

/** Returns why the call makes no progress or cannot work (R4.4, R2.2); null if it may be made. */
export function findCallObjection(registry: ToolRegistry, call: ToolCall, state: AgentState): string | null {
  const unavailable = describeUnavailable(registry, call.name, state);
  if (unavailable !== null) return unavailable;
  const refused = registry.tools.get(call.name)?.findRefusal?.(call.parameters, state) ?? null;
  if (refused !== null) return refused;
  const previous = findOutcome(state, call.name, call.parameters);
  if (!previous) return null;
  if (!previous.failed && isResultHidden(registry, call.name, state, previous.turn)) return null;
  if (!previous.failed)
    return `${call.name} was called with the same arguments before. Its result: ${previous.message}`;
  if (!previous.recoverable) return `${call.name} failed with the same arguments before, for good: ${previous.message}`;
  if (isEscalated(previous.code, state.memory))
    return `${call.name} with these arguments failed in a way that has come again since (${previous.code}). Take another approach.`;
  const maxAttempts = (state.spec?.limits.maxRetries ?? 0) + 1;
  return previous.times < maxAttempts
    ? null
    : `${call.name} failed ${String(previous.times)} times with the same arguments: ${previous.message}`;
}

function isResultHidden({ tools }: ToolRegistry, name: string, { view }: AgentState, turn: number): boolean {
  const { readOnly, openWorld } = tools.get(name)?.definition.annotations ?? { readOnly: false, openWorld: true };
  return readOnly && !openWorld && getTurnVisibility(view, turn) !== 'whole';
}

export function isRepeatable({ definition }: Tool): boolean {
  return definition.annotations.readOnly || definition.annotations.idempotent;
}
