/**
 * The end of a reply that came to its end: its calls, the finish, the usage. The one rule: an end without a reason, or
 * with nothing before it, is an error.
 */
import type { Calls } from './calls.ts';
import { ReplyError } from './failures.ts';
import type { FinishReason, ModelEvent, ModelUsage } from './model.ts';
import type { FinishPart } from './protocol.ts';

export interface Written {
  /** Whether there was text. */
  readonly text: boolean;
  /** Whether there were thoughts in it, or beside it. */
  readonly thought: boolean;
  /** Null when no tools were offered: a call of nothing is nothing. */
  readonly calls: Calls | null;
}

/**
 * The last events of the reply. `raw`: the server's own word for why it ends, '' where it said none. Throws a `ReplyError`
 * or `BadCallError` when it cannot be used.
 */
export function endOf(
  { finishReason }: FinishPart,
  raw: string,
  written: Written,
  usage: ModelUsage,
): readonly ModelEvent[] {
  if (raw === '') throw new ReplyError('no-finish');
  if (raw === 'error' || finishReason.unified === 'error') throw new ReplyError('finished-in-error');
  const finish = FINISHES[finishReason.unified] ?? 'other';
  const calls = written.calls;
  if (!written.text && calls?.begun !== true && finish !== 'content-filter') {
    const reasoned = written.thought || (usage.reasoning ?? 0) > 0;
    throw new ReplyError(reasoned ? 'only-thoughts' : 'empty');
  }
  const done = { type: 'done', finish: calls === null ? withoutCalls(finish) : finish, usage } as const;
  return [...(calls?.whole(finish) ?? []), done];
}

const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'content-filter',
};

function withoutCalls(finish: FinishReason): FinishReason {
  return finish === 'tool-calls' ? 'other' : finish;
}
