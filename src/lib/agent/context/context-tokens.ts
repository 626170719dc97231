/** The context of a run: what a model is shown when it decides, with token counts. Immutable. */
import { Sequence } from '../../base/sequence.ts';
import { USER_LABELS, mergeLabels, type Labels } from '../frames/frames.ts';
import type { ModelMessage } from '../ports.ts';
import { addShares, sumShares, type TokenShares } from '../budget/token-shares.ts';

export interface ContextEntry {
  readonly messages: readonly ModelMessage[];
  readonly shares: TokenShares;
  readonly labels: Labels;
}

export interface AgentContext {
  /** Verbatim; always shown first. */
  readonly goal: string;
  readonly history: Sequence<ContextEntry>;
  readonly shares: TokenShares;
  readonly labels: Labels;
  readonly tokenCount: number;
  readonly maxTokens: number;
}

/** A context is compacted above this share of its room (R5.3). */
export const COMPACTION_THRESHOLD = 0.8;
/** A compaction leaves at most this share of the tokens (P10). */
export const MAX_COMPACTED_SHARE = 0.8;

export function createContext(goal: string, maxTokens: number): AgentContext {
  return { goal, history: Sequence.of(), shares: new Map(), labels: USER_LABELS, tokenCount: 0, maxTokens };
}

export function addToContext(context: AgentContext, entry: ContextEntry): AgentContext {
  return {
    ...context,
    history: context.history.with(entry),
    shares: addShares(context.shares, entry.shares),
    labels: mergeLabels(context.labels, entry.labels),
    tokenCount: context.tokenCount + sumShares(entry.shares),
  };
}

export function addFixedShares(context: AgentContext, fixed: TokenShares): AgentContext {
  return { ...context, tokenCount: sumShares(context.shares) + sumShares(fixed) };
}

export function needsCompaction({ tokenCount, maxTokens }: Pick<AgentContext, 'tokenCount' | 'maxTokens'>): boolean {
  return tokenCount > COMPACTION_THRESHOLD * maxTokens;
}

/** Goal first, grounding last, consecutive user messages merged. */
export function serializeContext({ goal, history }: AgentContext, ...last: readonly string[]): readonly ModelMessage[] {
  const messages: ModelMessage[] = [createUserMessage(goal)];
  for (let index = 0; index < history.length; index += 1)
    for (const message of history.at(index)?.messages ?? []) appendMessage(messages, message);
  const blocks = last.filter((text) => text !== '').map((text) => ({ type: 'text', text }) as const);
  if (blocks.length > 0) appendMessage(messages, { role: 'user', content: blocks });
  return messages;
}

export const createUserMessage = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

function appendMessage(messages: ModelMessage[], message: ModelMessage): void {
  const before = messages.at(-1);
  if (before?.role !== 'user' || message.role !== 'user') messages.push(message);
  else messages[messages.length - 1] = { role: 'user', content: [...before.content, ...message.content] };
}
