/**
 * How much of what others write a run takes in (SAFETY D13). The one rule: everything that a model, a page or a tool says has
 * a longest size; what is cut says so, by “…” or in words.
 */
import type { Decision } from './decision.ts';

/** Characters (UTF-16 units), or pieces, at most. */
export const MOST = {
  /** Text of one reply: about 100,000 tokens. */
  reply: 400_000,
  /** Calls in one reply that are kept for the record; those that are acted on together are far fewer (`parse.ts`). */
  calls: 64,
  /** Arguments of all calls of one reply. */
  arguments: 200_000,
  /** A name or an id of a call. */
  name: 200,
  /** A thought, a reason, an observation. */
  thought: 8_000,
  /** A question to the person. */
  question: 4_000,
  /** What a tool says of its result beside the result itself. */
  message: 10_000,
  /** Results of one call. */
  results: 200,
  /** Frames of one write. */
  frames: 100,
} as const;

/** The beginning of a text, with a mark where something is missing. No half of a character is left. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The decision with what a model says about it in bounds; an answer has those of its reply. */
export function boundedDecision(decision: Decision): Decision {
  if (decision.type === 'invalid') return decision;
  const [observation, thought] = [clip(decision.observation, MOST.thought), clip(decision.thought, MOST.thought)];
  const said = { observation, thought };
  switch (decision.type) {
    case 'call': {
      const [first, ...rest] = decision.calls;
      const bounded = (call: typeof first): typeof first => ({
        ...call,
        reasoning: clip(call.reasoning, MOST.thought),
      });
      return { ...decision, ...said, calls: [bounded(first), ...rest.map(bounded)] };
    }
    case 'ask':
      return { ...decision, ...said, question: clip(decision.question, MOST.question) };
    case 'impossible':
      return { ...decision, ...said, reason: clip(decision.reason, MOST.thought) };
    case 'respond':
      return { ...decision, ...said };
  }
}
