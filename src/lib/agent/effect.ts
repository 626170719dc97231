/** What can happen next in a run: what `next` decides on and `perform` does. */
import type { Trouble } from '../base/errors.ts';
import type { Decision } from './decision.ts';
import type { LimitName } from './limits.ts';
import type { Verdict } from './policy.ts';
import type { Answer, CallRecord } from './session.ts';
import type { PlannedCall } from './tool.ts';

/** Decided by the model. `reply`: the key of what it said. `held`: auto-triggers whose condition holds and that have fired. */
interface Decided<T extends Decision['type']> {
  readonly decision: Extract<Decision, { type: T }>;
  readonly reply: string;
  readonly held: readonly string[];
}

export type Effect =
  | { readonly type: 'invoke' }
  /** Decided by a rule: an opening move, or a trigger. */
  | { readonly type: 'rule'; readonly call: PlannedCall; readonly held: readonly string[] }
  /** `verdicts`: of each call, in order. */
  | ({ readonly type: 'calls'; readonly verdicts: readonly Verdict[] } & Decided<'call'>)
  /** `turn`: what an agent says that has the conversation. */
  | ({ readonly type: 'question'; readonly form: 'question' | 'turn' } & Decided<'ask'>)
  | ({ readonly type: 'impossible' } & Decided<'impossible'>)
  | ({ readonly type: 'invalid' } & Decided<'invalid'>)
  | ({ readonly type: 'respond'; readonly note: string; readonly partial: boolean } & Decided<'respond'>)
  /** A tool's result ends the run as its answer. */
  | ({ readonly type: 'end' } & Pick<Answer, 'text' | 'partial' | 'impossible' | 'note'>)
  /** Calls that a person has agreed to get their intent. */
  | { readonly type: 'intend'; readonly calls: readonly CallRecord[] }
  /** A call that will not run gets its result from what the person said. */
  | { readonly type: 'settle'; readonly call: CallRecord }
  /** Calls cut by an interruption that must not run twice: only a person knows what became of them. */
  | { readonly type: 'unknown'; readonly calls: readonly CallRecord[] }
  | { readonly type: 'tools'; readonly calls: readonly CallRecord[] }
  | {
      readonly type: 'wait';
      readonly reason: 'rate-limit' | 'backoff' | 'person';
      readonly message: string;
      readonly until: number;
    }
  /** `last`: no further step is left, so no tool is offered. */
  | { readonly type: 'decide'; readonly last: boolean }
  | { readonly type: 'answer' }
  /** Calls of this turn that failed in one way are thought about. */
  | { readonly type: 'reflect'; readonly calls: readonly CallRecord[] }
  | { readonly type: 'shorten'; readonly share: number }
  /** Ids of both models. */
  | { readonly type: 'switch'; readonly from: string; readonly to: string; readonly reason: string }
  | { readonly type: 'limit'; readonly limit: LimitName }
  | { readonly type: 'fail'; readonly trouble: Trouble }
  | { readonly type: 'rest' };
