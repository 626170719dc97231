/** The tools of a run: registering, showing and checking them. The one rule: a registry is a value; there is no other list. */
import { CONTROL_TOOLS, withReasoning } from './parse.ts';
import type { ToolCall } from './decision.ts';
import { shownAs } from './context-view.ts';
import { signature } from './fold.ts';
import { isEscalated } from './memory.ts';
import type { ToolSchema, Validator } from './ports.ts';
import type { AgentState } from './session.ts';
import type { Tool, ToolDefinition } from './tool.ts';

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

/** That a tool cannot be used now and why, for the model to read; null for one that can, or that does not exist. */
export function notNow({ tools }: ToolRegistry, name: string, state: AgentState): string | null {
  const tool = tools.get(name);
  const reason = tool ? unavailable(tool, state) : null;
  return reason === null ? null : `${name} cannot be used now: ${reason}`;
}

/** Why making this call now would be no progress, or cannot work; null when it is worth making (R4.4, R2.2). */
export function objection(registry: ToolRegistry, call: ToolCall, state: AgentState): string | null {
  const barred = notNow(registry, call.name, state);
  if (barred !== null) return barred;
  const refused = registry.tools.get(call.name)?.refuses?.(call.parameters, state) ?? null;
  if (refused !== null) return refused;
  const before = state.outcomes.get(signature(call.name, call.parameters));
  if (!before || before.turn < state.since) return null; // another wish may well ask it of other sources
  if (!before.failed && isGone(registry, call.name, state, before.turn)) return null;
  if (!before.failed) return `${call.name} was called with the same arguments before. Its result: ${before.message}`;
  if (!before.recoverable) return `${call.name} failed with the same arguments before, for good: ${before.message}`;
  if (isEscalated(before.code, state.memory))
    return `${call.name} with these arguments failed in a way that has come again since (${before.code}). Take another approach.`;
  const most = (state.spec?.limits.maxRetries ?? 0) + 1;
  return before.times < most
    ? null
    : `${call.name} failed ${String(before.times)} times with the same arguments: ${before.message}`;
}

/** Whether what a look brought is shown no more, so that looking again is no idle repetition. What acts has acted. */
function isGone({ tools }: ToolRegistry, name: string, { view }: AgentState, turn: number): boolean {
  const { readOnly, openWorld } = tools.get(name)?.definition.annotations ?? { readOnly: false, openWorld: true };
  return readOnly && !openWorld && shownAs(view, turn) !== 'whole';
}

/** May run twice with the effect of once. */
export function isRepeatable({ definition }: Tool): boolean {
  return definition.annotations.readOnly || definition.annotations.idempotent;
}

export function serializeDefinition(definition: ToolDefinition): string {
  return JSON.stringify(definition);
}

/** The definition that `serializeDefinition` wrote. Throws a `SyntaxError` for anything that is no JSON. */
export function parseDefinition(text: string): ToolDefinition {
  return JSON.parse(text) as ToolDefinition;
}
