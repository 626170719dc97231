/**
 * Size limits for everything that a model, a page or a tool writes (SAFETY D13). Truncated text is marked with “…” or
 * in words.
 */
import type { Decision } from './decision.ts';

/** Limits in characters (UTF-16 units) or items. */
export const SIZE_LIMITS = {
  /** Text of one reply: about 100,000 tokens. */
  reply: 400_000,
  /** Calls of one reply that are recorded; `parse.ts` limits how many run together. */
  calls: 64,
  /** Arguments of all calls of one reply. */
  arguments: 200_000,
  /** A call's name or id. */
  name: 200,
  /** A thought, a reason, an observation. */
  thought: 8_000,
  /** A question to the user. */
  question: 4_000,
  /** A tool's message about its result. */
  message: 10_000,
  /** Results of one call. */
  results: 200,
  /** Frames of one write. */
  frames: 100,
} as const;

/** Truncates a text to `most` characters and marks the cut. Never splits a surrogate pair. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Truncates what a model says about its decision; an answer is bounded by its reply. */
export function truncateDecision(decision: Decision): Decision {
  if (decision.type === 'invalid') return decision;
  const [observation, thought] = [
    clip(decision.observation, SIZE_LIMITS.thought),
    clip(decision.thought, SIZE_LIMITS.thought),
  ];
  const remarks = { observation, thought };
  switch (decision.type) {
    case 'call': {
      const [first, ...rest] = decision.calls;
      const truncateCall = (call: typeof first): typeof first => ({
        ...call,
        reasoning: clip(call.reasoning, SIZE_LIMITS.thought),
      });
      return { ...decision, ...remarks, calls: [truncateCall(first), ...rest.map(truncateCall)] };
    }
    case 'ask':
      return { ...decision, ...remarks, question: clip(decision.question, SIZE_LIMITS.question) };
    case 'impossible':
      return { ...decision, ...remarks, reason: clip(decision.reason, SIZE_LIMITS.thought) };
    case 'respond':
      return { ...decision, ...remarks };
  }
}
