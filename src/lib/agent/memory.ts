/**
 * Episodic memory: what failed in a run and what was learnt from it (R5.1). The one rule: a fold of `reflection` frames,
 * so it lives exactly as long as they do and survives whatever they survive.
 */
import { Ledger } from '../base/ledger.ts';
import { Sequence } from '../base/sequence.ts';
import type { ReflectionFrame } from './frames.ts';

/** One episode, as its frame says it. */
export type Reflection = Pick<
  ReflectionFrame,
  'id' | 'at' | 'by' | 'errorType' | 'failedAction' | 'analysis' | 'suggestedFix' | 'repeated'
>;

export interface EpisodicMemory {
  /** Oldest first. */
  readonly reflections: Sequence<Reflection>;
  /** How often each type of error has been reflected on. */
  readonly errorCounts: Ledger<number>;
}

export const NO_MEMORY: EpisodicMemory = { reflections: Sequence.of(), errorCounts: Ledger.empty() };

export function remember({ reflections, errorCounts }: EpisodicMemory, frame: ReflectionFrame): EpisodicMemory {
  const { id, at, by, errorType, failedAction, analysis, suggestedFix, repeated } = frame;
  return {
    reflections: reflections.with({ id, at, by, errorType, failedAction, analysis, suggestedFix, repeated }),
    errorCounts: errorCounts.with(errorType, (errorCounts.get(errorType) ?? 0) + 1),
  };
}

/** Whether an error of this type has been reflected on before. */
export function isRepeatedError(errorType: string, { errorCounts }: EpisodicMemory): boolean {
  return (errorCounts.get(errorType) ?? 0) > 0;
}

/** Whether an action that failed so has to give way to another approach. */
export function isEscalated(errorType: string, { errorCounts }: EpisodicMemory): boolean {
  return (errorCounts.get(errorType) ?? 0) > 1;
}
