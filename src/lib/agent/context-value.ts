/**
 * The context of a run: what a model is shown when it decides, and how much of its window that takes. The one rule: a
 * value made from the state; adding to one gives another and costs the same whatever its length.
 */
import { Sequence } from '../base/sequence.ts';
import { USER, worst, type Labels } from './frames.ts';
import type { ModelMessage } from './ports.ts';
import { addShares, totalOf, type Shares } from './weight.ts';

/** Messages that stand and go together: a decision with its calls and their results, or the summary of several. */
export interface ContextEntry {
  readonly messages: readonly ModelMessage[];
  readonly shares: Shares;
  readonly labels: Labels;
}

export interface AgentContext {
  /** The person's wish, verbatim: always shown first. */
  readonly goal: string;
  readonly history: Sequence<ContextEntry>;
  /** Of the history. */
  readonly shares: Shares;
  readonly labels: Labels;
  /** Tokens of the whole prompt: instructions, tools, goal, history and grounding. */
  readonly tokenCount: number;
  /** Most that the prompt may take. */
  readonly maxTokens: number;
}

/** Share of its room above which a context is compacted (R5.3). */
export const FULL = 0.8;
/** A compaction must leave at most this share of what there was (P10). */
export const WORTHWHILE = 0.8;

export function createContext(goal: string, maxTokens: number): AgentContext {
  return { goal, history: Sequence.of(), shares: new Map(), labels: USER, tokenCount: 0, maxTokens };
}

export function addToContext(context: AgentContext, entry: ContextEntry): AgentContext {
  return {
    ...context,
    history: context.history.with(entry),
    shares: addShares(context.shares, entry.shares),
    labels: worst(context.labels, entry.labels),
    tokenCount: context.tokenCount + totalOf(entry.shares),
  };
}

/** The context with what every prompt holds beside the history: instructions, tools, goal, grounding. */
export function withFixed(context: AgentContext, fixed: Shares): AgentContext {
  return { ...context, tokenCount: totalOf(context.shares) + totalOf(fixed) };
}

export function needsCompaction({ tokenCount, maxTokens }: Pick<AgentContext, 'tokenCount' | 'maxTokens'>): boolean {
  return tokenCount > FULL * maxTokens;
}

/** The conversation as it is sent: the goal first, grounding last, no two messages of the person's side in a row. */
export function serializeContext({ goal, history }: AgentContext, ...last: readonly string[]): readonly ModelMessage[] {
  const messages: ModelMessage[] = [user(goal)];
  for (let index = 0; index < history.length; index += 1)
    for (const message of history.at(index)?.messages ?? []) join(messages, message);
  const said = last.filter((text) => text !== '').map((text) => ({ type: 'text', text }) as const);
  if (said.length > 0) join(messages, { role: 'user', content: said });
  return messages;
}

export const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

function join(messages: ModelMessage[], message: ModelMessage): void {
  const before = messages.at(-1);
  if (before?.role !== 'user' || message.role !== 'user') messages.push(message);
  else messages[messages.length - 1] = { role: 'user', content: [...before.content, ...message.content] };
}
