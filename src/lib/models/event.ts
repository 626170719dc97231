/** Looking into one event of the wire, before it is known to be one. Nothing here throws. */
import { property } from './loose.ts';

/** Whether it says why the reply ends. An empty reason, which some gateways send with every event, says nothing. */
export function isFinish(event: unknown): boolean {
  const reason = property(firstChoice(event), 'finish_reason');
  return typeof reason === 'string' && reason !== '';
}

/** The fragments of tool calls in it. */
export function callFragments(event: unknown): readonly unknown[] {
  const fragments = property(property(firstChoice(event), 'delta'), 'tool_calls');
  return Array.isArray(fragments) ? fragments : [];
}

function firstChoice(event: unknown): unknown {
  const choices = property(event, 'choices');
  return Array.isArray(choices) ? choices[0] : undefined;
}
