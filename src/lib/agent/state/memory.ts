/** Episodic memory (R5.1): a fold of `reflection` frames, never stored itself. */
import { Ledger } from '../../base/ledger.ts';
import { Sequence } from '../../base/sequence.ts';
import type { ReflectionFrame } from '../frames/frames.ts';

export type Reflection = Pick<
  ReflectionFrame,
  'id' | 'at' | 'by' | 'errorType' | 'failedAction' | 'analysis' | 'suggestedFix' | 'repeated'
>;

export interface EpisodicMemory {
  readonly reflections: Sequence<Reflection>;
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

export function isRepeatedError(errorType: string, { errorCounts }: EpisodicMemory): boolean {
  return (errorCounts.get(errorType) ?? 0) > 0;
}

/** After more than one reflection another approach is required. */
export function isEscalated(errorType: string, { errorCounts }: EpisodicMemory): boolean {
  return (errorCounts.get(errorType) ?? 0) > 1;
}
