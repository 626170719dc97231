/** The context of a run: what a model is shown when it decides, with token counts. Immutable. */
import { mergeUserMessages } from '../parse/tool-prompting.ts';
import { Sequence } from '../../base/sequence.ts';
import { USER_LABELS, mergeLabels, type Labels } from '../frames/frames.ts';
import type { ModelMessage } from '../ports.ts';
import { addShares, sumShares, type TokenShares } from '../budget/token-shares.ts';

interface ContextEntry {
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
  const entries = Array.from(history, ({ messages }) => messages);
  const blocks = last.filter((text) => text !== '').map((text) => ({ type: 'text', text }) as const);
  const end: readonly ModelMessage[] = blocks.length > 0 ? [{ role: 'user', content: blocks }] : [];
  return mergeUserMessages([createUserMessage(goal), ...entries.flat(), ...end]);
}

export const createUserMessage = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
