/** Episodic memory (R5.1): a fold of `reflection` frames, never stored itself. */
import { formatCallLine } from '../../base/one-line.ts';
import { Ledger } from '../../base/append-map.ts';
import { Sequence } from '../../base/sequence.ts';
import type { ReflectionFrame } from '../frames/model-frames.ts';

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
  const { errorType } = frame;
  return {
    reflections: reflections.with(frame),
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

const MAX_SHOWN_REFLECTIONS = 3;

/** The newest, oldest first; null selects all actions. */
export function getRelevantReflections(
  action: { readonly tool: string } | null,
  { reflections }: EpisodicMemory,
): readonly Reflection[] {
  const found: Reflection[] = [];
  for (const reflection of reflections.iterateNewestFirst()) {
    if (action === null || reflection.failedAction.tool === action.tool) found.unshift(reflection);
    if (found.length === MAX_SHOWN_REFLECTIONS) break;
  }
  return found;
}

/** '' until the same error type recurs. */
export function suggestAlternative(memory: EpisodicMemory): string {
  const last = memory.reflections.at(-1);
  if (!last?.repeated) return '';
  const { tool, args } = last.failedAction;
  return `${last.errorType} happened ${String(memory.errorCounts.get(last.errorType) ?? 2)} times. ${formatCallLine(tool, args)} will not be run again. Take another approach: another tool, other arguments, or answer with what there is.`;
}
