/**
 * What a model's reply says should happen next. Native tool calls and the text protocol parse to the same decision
 * (`parse.ts`); a reply that cannot be acted on is a decision too, `invalid`, with what the model should do about it.
 */
import type { Json } from '../base/json.ts';

export type Args = Readonly<Record<string, Json>>;

/** A call of a tool, by a model or by a rule. */
export interface ToolCall {
  readonly name: string;
  readonly parameters: Args;
  /** Why this tool, why now. Never empty. */
  readonly reasoning: string;
}

/** `observation`: what the last results mean for the goal, '' where the model said nothing. `thought`: why this is next. */
interface Said {
  readonly observation: string;
  readonly thought: string;
}

export type Decision =
  | (Said & { readonly type: 'call'; readonly calls: readonly [ToolCall, ...ToolCall[]] })
  | (Said & { readonly type: 'respond'; readonly text: string })
  | (Said & { readonly type: 'ask'; readonly question: string })
  | (Said & { readonly type: 'impossible'; readonly reason: string })
  /** Nothing was done. `problem` and `suggestion` are written for the model. */
  | { readonly type: 'invalid'; readonly problem: string; readonly suggestion: string };

/** A call as it came over the wire. */
export interface RawCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, well formed or not. */
  readonly arguments: string;
}

/** A reply that has come to its end. */
export interface RawReply {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';
}

/** Whether the goal is met: if and only if the decision is to respond, never by a match on words. */
export function isGoalAchieved(decision: Decision): decision is Extract<Decision, { type: 'respond' }> {
  return decision.type === 'respond';
}
