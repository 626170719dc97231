/**
 * Builds the last events of a complete reply. A reply without a reason for its end, or with no content, is an error.
 */
import type { CallCollector } from './calls.ts';
import { ReplyError } from './failures.ts';
import type { FinishReason, ModelEvent, ModelUsage } from './model.ts';
import type { FinishPart } from './protocol.ts';

export interface ReplyContents {
  readonly text: boolean;
  /** Whether the reply held thoughts, inline or in separate parts. */
  readonly thought: boolean;
  /** Null when no tools were offered; calls are then ignored. */
  readonly calls: CallCollector | null;
}

/**
 * Returns the last events of the reply. `raw` is the server's own reason for the end, '' for none.
 * Throws a `ReplyError` or `BadCallError` when the reply cannot be used.
 */
export function buildFinalEvents(
  { finishReason }: FinishPart,
  raw: string,
  contents: ReplyContents,
  usage: ModelUsage,
): readonly ModelEvent[] {
  if (raw === '') throw new ReplyError('no-finish');
  if (raw === 'error' || finishReason.unified === 'error') throw new ReplyError('finished-in-error');
  const finish = FINISH_REASONS[finishReason.unified] ?? 'other';
  const calls = contents.calls;
  if (!contents.text && calls?.hasStarted !== true && finish !== 'content-filter') {
    const hasReasoned = contents.thought || (usage.reasoning ?? 0) > 0;
    throw new ReplyError(hasReasoned ? 'only-thoughts' : 'empty');
  }
  const done = { type: 'done', finish: calls === null ? replaceToolCallFinish(finish) : finish, usage } as const;
  return [...(calls?.resolveCalls(finish) ?? []), done];
}

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'content-filter',
};

function replaceToolCallFinish(finish: FinishReason): FinishReason {
  return finish === 'tool-calls' ? 'other' : finish;
}
