/**
 * The end of a reply that came to its end: its calls, the finish, the usage. The one rule: an end without a reason, or
 * with nothing before it, is an error.
 */
import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Calls } from './calls.ts';
import { ReplyError } from './failures.ts';
import { count, property } from './loose.ts';
import type { FinishReason, ModelEvent, ModelUsage } from './model.ts';

type FinishPart = Extract<LanguageModelV3StreamPart, { type: 'finish' }>;

export interface Written {
  /** Whether there was text. */
  readonly text: boolean;
  /** Whether there were thoughts in it. */
  readonly thought: boolean;
  /** Null when no tools were offered: a call of nothing is nothing. */
  readonly calls: Calls | null;
}

/** The last events of the reply. Throws a `ReplyError` or `BadCallError` when it cannot be used. */
export function endOf({ finishReason, usage }: FinishPart, written: Written): readonly ModelEvent[] {
  const { raw = '', unified } = finishReason;
  if (raw === '') throw new ReplyError('no-finish'); // some gateways send it with every event
  if (raw === 'error') throw new ReplyError('finished-in-error');
  const finish = FINISHES[unified] ?? 'other';
  const calls = written.calls;
  if (!written.text && calls?.begun !== true && finish !== 'content-filter') {
    const reasoned = written.thought || (usage.outputTokens.reasoning ?? 0) > 0;
    throw new ReplyError(reasoned ? 'only-thoughts' : 'empty');
  }
  const done = { type: 'done', finish: calls === null ? withoutCalls(finish) : finish, usage: usageOf(usage) } as const;
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

/** From the server's own object: the library fills what is absent with zero. */
function usageOf({ raw }: LanguageModelV3Usage): ModelUsage {
  const figures = {
    input: count(property(raw, 'prompt_tokens')),
    output: count(property(raw, 'completion_tokens')),
    cached: count(property(property(raw, 'prompt_tokens_details'), 'cached_tokens')),
    reasoning: count(property(property(raw, 'completion_tokens_details'), 'reasoning_tokens')),
  };
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
}
