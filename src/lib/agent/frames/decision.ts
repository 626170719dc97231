/**
 * The decision that a model's reply expresses. Native tool calls and the text protocol parse to the same type
 * (`parse.ts`); a reply that cannot be acted on is `invalid`, with advice for the model.
 */
import type { Json } from '../../base/json.ts';

export type Args = Readonly<Record<string, Json>>;

/** A tool call, by a model or by a rule. */
export interface ToolCall {
  readonly name: string;
  readonly parameters: Args;
  /** Why this tool is called now. Never empty. */
  readonly reasoning: string;
}

/**
 * `observation`: what the last results mean for the goal; '' if the model did not say. `thought`: the reason for the
 * decision.
 */
interface ModelRemarks {
  readonly observation: string;
  readonly thought: string;
}

export type Decision =
  | (ModelRemarks & { readonly type: 'call'; readonly calls: readonly [ToolCall, ...ToolCall[]] })
  | (ModelRemarks & { readonly type: 'respond'; readonly text: string })
  | (ModelRemarks & { readonly type: 'ask'; readonly question: string })
  | (ModelRemarks & { readonly type: 'impossible'; readonly reason: string })
  /** `problem` and `suggestion` are written for the model. */
  | { readonly type: 'invalid'; readonly problem: string; readonly suggestion: string };

/** A call as received from the provider. */
export interface RawCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, possibly malformed. */
  readonly arguments: string;
}

/** A completed reply. */
export interface RawReply {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';
}

/** Whether the goal is met: only if the decision is to respond; never decided by matching words. */
export function isGoalAchieved(decision: Decision): decision is Extract<Decision, { type: 'respond' }> {
  return decision.type === 'respond';
}
