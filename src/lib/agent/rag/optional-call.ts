/** Optional model calls inside a tool: a failure returns null. A call over the budget is not made. */
import type { Commits } from '../state/journal.ts';
import { LimitReached } from '../state/limits.ts';
import type { ModelCall } from '../model-calls/model-call.ts';
import { DEADLINE_CODE } from '../model-calls/read-stream.ts';
import { isGivenUp, type SettledReply } from '../state/request-state.ts';
import type { ToolContext } from '../tool-calls/tool.ts';

export type OptionalCallContext = Pick<ToolContext, 'call' | 'state' | 'callModel' | 'model'>;

type OptionalCall = Pick<ModelCall, 'key' | 'purpose' | 'request' | 'labels'> & { readonly withinMs: number };

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
  const { spec } = state();
  const previous = state().request.modelCalls.get(options.key);
  if (spec && isGivenUp(previous, spec)) return { reply: null, isLate: isTimeoutCode(previous?.failure?.code ?? '') };
  try {
    return { reply: yield* callModel({ ...options, step: call.step, part: null }), isLate: false };
  } catch (thrown) {
    if (thrown instanceof LimitReached && thrown.limit !== 'time') return { reply: null, isLate: false };
    throw thrown;
  }
}

const isTimeoutCode = (code: string): boolean => code === DEADLINE_CODE || code.startsWith('model.timeout');
