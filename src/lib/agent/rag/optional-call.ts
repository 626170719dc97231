/** Optional model calls inside a tool: a failure returns null. A call over the budget is not made. */
import type { Labels } from '../frames/frames.ts';
import type { Commits } from '../state/journal.ts';
import { LimitReached } from '../state/limits.ts';
import { DEADLINE_CODE } from '../model-calls/read-stream.ts';
import { isGivenUp, type SettledReply } from '../state/request-state.ts';
import type { ToolContext } from '../tool-calls/tool.ts';
import type { Purpose } from '../state/model-roles.ts';

export type OptionalCallContext = Pick<ToolContext, 'call' | 'state' | 'callModel' | 'model'>;

export interface OptionalCall {
  readonly key: string;
  readonly purpose: Purpose;
  readonly text: string;
  readonly labels: Labels;
  readonly maxOutputTokens: number;
  readonly withinMs: number;
}

export interface OptionalReply {
  /** Null if it failed or was not made. */
  readonly reply: SettledReply | null;
  readonly isLate: boolean;
}

/** Throws `RetryLater` when the call must be made again. */
export async function* callOptionalModelForTool(
  options: OptionalCall,
  { call, state, callModel }: OptionalCallContext,
): Commits<OptionalReply> {
  const { key, purpose, text, labels, maxOutputTokens, withinMs } = options;
  const { spec } = state();
  const previous = state().request.modelCalls.get(key);
  if (spec && isGivenUp(previous, spec)) return { reply: null, isLate: isTimeoutCode(previous?.failure?.code ?? '') };
  const request = {
    task: 'reflect',
    maxOutputTokens,
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  } as const;
  try {
    const optionalCall = {
      key,
      step: call.step,
      purpose,
      part: null,
      request,
      labels,
      withinMs,
    } as const;
    return { reply: yield* callModel(optionalCall), isLate: false };
  } catch (thrown) {
    if (thrown instanceof LimitReached && thrown.limit !== 'time') return { reply: null, isLate: false };
    throw thrown;
  }
}

const isTimeoutCode = (code: string): boolean => code === DEADLINE_CODE || code.startsWith('model.timeout');
