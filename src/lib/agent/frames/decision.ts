/** The decision of a reply; one that cannot be acted on is `invalid`, with advice for the model. */
import type { Json } from '../../base/json.ts';

export type Args = Readonly<Record<string, Json>>;

export interface ToolCall {
  readonly name: string;
  readonly parameters: Args;
  /** Never empty. */
  readonly reasoning: string;
}

/** `observation`: what the last results mean; '' if not said. `thought`: the reason. */
interface ModelRemarks {
  readonly observation: string;
  readonly thought: string;
}

export type Decision =
  | (ModelRemarks & { readonly type: 'call'; readonly calls: readonly [ToolCall, ...ToolCall[]] })
  | (ModelRemarks & { readonly type: 'respond'; readonly text: string })
  | (ModelRemarks & { readonly type: 'ask'; readonly question: string })
  | (ModelRemarks & { readonly type: 'impossible'; readonly reason: string })
  | { readonly type: 'invalid'; readonly problem: string; readonly suggestion: string };

export type InvalidDecision = Extract<Decision, { type: 'invalid' }>;

export interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface RawReply {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';
}

/** Only if the decision is to respond; words are never matched. */
export function isGoalAchieved(decision: Decision): decision is Extract<Decision, { type: 'respond' }> {
  return decision.type === 'respond';
}
