/** The actions a run can take: `selectNextAction` selects one and `performAction` performs it. */
import type { UserError } from '../../base/errors.ts';
import type { WaitFrame } from '../frames/control-frames.ts';
import type { Decision } from '../frames/decision.ts';
import type { LimitName } from '../state/limits.ts';
import type { Verdict } from '../tool-calls/policy.ts';
import type { Answer } from '../state/request-state.ts';
import type { CallRecord } from '../state/turns.ts';
import type { PlannedCall } from '../tool-calls/tool.ts';

/** `by`: 'rule' where any reply is the answer. `reply`: its key. `held`: fired auto-triggers whose condition holds. */
interface ReplyDecision<T extends Decision['type']> {
  readonly by: 'model' | 'rule';
  readonly decision: Extract<Decision, { type: T }>;
  readonly reply: string;
  readonly held: readonly string[];
}

export type AgentAction =
  | { readonly type: 'invoke' }
  | { readonly type: 'rule'; readonly call: PlannedCall; readonly held: readonly string[] }
  /** `verdicts`: one per call, in order. */
  | ({ readonly type: 'calls'; readonly verdicts: readonly Verdict[] } & ReplyDecision<'call'>)
  /** `turn`: from an agent that holds the conversation. */
  | ({ readonly type: 'question'; readonly form: 'question' | 'turn' } & ReplyDecision<'ask'>)
  | ({ readonly type: 'impossible' } & ReplyDecision<'impossible'>)
  | ({ readonly type: 'invalid' } & ReplyDecision<'invalid'>)
  | ({ readonly type: 'respond'; readonly note: string; readonly partial: boolean } & ReplyDecision<'respond'>)
  | ({ readonly type: 'end' } & Pick<Answer, 'text' | 'partial' | 'impossible' | 'note'>)
  | { readonly type: 'intend'; readonly calls: readonly CallRecord[] }
  /** Does not run: the user's answer is its result. */
  | { readonly type: 'settle'; readonly call: CallRecord }
  /** Interrupted calls that must not run twice: only the user knows their outcome. */
  | { readonly type: 'unknown'; readonly calls: readonly CallRecord[] }
  | { readonly type: 'tools'; readonly calls: readonly CallRecord[] }
  | ({ readonly type: 'wait' } & Pick<WaitFrame, 'reason' | 'message' | 'until'>)
  /** `last`: no step is left, so no tool is offered. */
  | { readonly type: 'decide'; readonly last: boolean }
  | { readonly type: 'answer' }
  /** Asks about the answer that was given. */
  | { readonly type: 'opinion' }
  | { readonly type: 'reflect'; readonly calls: readonly CallRecord[] }
  | { readonly type: 'shorten'; readonly share: number }
  | { readonly type: 'switch'; readonly from: string; readonly to: string; readonly reason: string }
  | { readonly type: 'limit'; readonly limit: LimitName }
  | { readonly type: 'fail'; readonly error: UserError }
  | { readonly type: 'rest' };
