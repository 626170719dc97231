/** Size limits for what a model, page or tool writes (SAFETY D13); cuts are marked. */
import { clip } from '../../base/one-line.ts';
import type { Decision } from './decision.ts';

/** In characters (UTF-16 units) or items. */
export const SIZE_LIMITS = {
  /** About 100,000 tokens. */
  reply: 400_000,
  /** Recorded calls; `parse-reply.ts` limits how many run. */
  calls: 64,
  arguments: 200_000,
  name: 200,
  thought: 8_000,
  question: 4_000,
  message: 10_000,
  results: 200,
  frames: 100,
} as const;

/** An answer is bounded by its reply. */
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
