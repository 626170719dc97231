/**
 * Episodic memory (R5.1): what failed in a run and what was learnt. A fold of `reflection` frames, so it is never
 * stored itself.
 */
import { Ledger } from '../../base/ledger.ts';
import { Sequence } from '../../base/sequence.ts';
import type { ReflectionFrame } from '../frames/frames.ts';

export type Reflection = Pick<
  ReflectionFrame,
  'id' | 'at' | 'by' | 'errorType' | 'failedAction' | 'analysis' | 'suggestedFix' | 'repeated'
>;

export interface EpisodicMemory {
  /** Oldest first. */
  readonly reflections: Sequence<Reflection>;
  /** Number of reflections per error type. */
  readonly errorCounts: Ledger<number>;
}

export const EMPTY_MEMORY: EpisodicMemory = { reflections: Sequence.of(), errorCounts: Ledger.empty() };

export function addReflection({ reflections, errorCounts }: EpisodicMemory, frame: ReflectionFrame): EpisodicMemory {
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

/** Whether the error type was reflected on more than once, so that another approach is required. */
export function isEscalated(errorType: string, { errorCounts }: EpisodicMemory): boolean {
  return (errorCounts.get(errorType) ?? 0) > 1;
}
