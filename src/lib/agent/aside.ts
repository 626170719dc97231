/**
 * A model call inside a tool that the tool can do without: a committed effect like any other, whose failure is a value. The
 * one rule: what is left of the budget is for the answer, so a call that it does not pay for is not made.
 */
import type { Labels } from './frames.ts';
import type { Effects } from './journal.ts';
import { LimitReached } from './limits.ts';
import { DEADLINE } from './model-effect.ts';
import { isGivenUp, type SettledReply } from './session.ts';
import type { ToolContext } from './tool.ts';
import type { Purpose } from './roles.ts';

export type AsideContext = Pick<ToolContext, 'call' | 'state' | 'callModel' | 'model'>;

export interface AsideCall {
  /** Names the effect within the run. */
  readonly key: string;
  readonly purpose: Purpose;
  readonly text: string;
  readonly labels: Labels;
  readonly maxOutputTokens: number;
  /** Milliseconds after which it is given up. */
  readonly withinMs: number;
}

export interface Aside {
  /** Null where it could not be had. */
  readonly reply: SettledReply | null;
  /** For want of time. */
  readonly late: boolean;
}

/** Throws `Unsettled` where the call has to be made again. */
export async function* callAsideOf(asked: AsideCall, { call, state, callModel }: AsideContext): Effects<Aside> {
  const { key, purpose, text, labels, maxOutputTokens, withinMs } = asked;
  const { spec, effects } = state();
  const before = effects.get(key);
  if (spec && isGivenUp(before, spec)) return { reply: null, late: isLate(before?.failure?.code ?? '') };
  const request = {
    task: 'reflect',
    maxOutputTokens,
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  } as const;
  try {
    const made = { key, step: call.step, purpose, part: null, request, labels, withinMs } as const;
    return { reply: yield* callModel(made), late: false };
  } catch (thrown) {
    if (thrown instanceof LimitReached && thrown.limit !== 'time') return { reply: null, late: false };
    throw thrown;
  }
}

const isLate = (code: string): boolean => code === DEADLINE || code.startsWith('model.timeout');
