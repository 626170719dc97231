/** Updates of the current turn; without a turn they do nothing. */
import type { ObservationFrame } from '../frames/frames.ts';
import type { ReflectionFrame } from '../frames/model-frames.ts';
import type { CallRecord, Turn } from './turns.ts';

export function addCall(turn: Turn | null, call: CallRecord): Turn | null {
  return turn && { ...turn, calls: [...turn.calls, call].sort((a, b) => a.ordinal - b.ordinal) };
}

export function updateCall(turn: Turn | null, key: string, changed: Partial<CallRecord>): Turn | null {
  return turn && { ...turn, calls: turn.calls.map((call) => (call.key === key ? { ...call, ...changed } : call)) };
}

export function markReflected(turn: Turn | null, { of }: ReflectionFrame): Turn | null {
  if (!turn) return null;
  return { ...turn, calls: turn.calls.map((call) => (of.includes(call.key) ? { ...call, reflected: true } : call)) };
}

export function markObserved(turn: Turn | null, { of, by, text }: ObservationFrame): Turn | null {
  if (!turn) return null;
  const calls = turn.calls.map((call) => (of.includes(call.key) ? { ...call, observed: true } : call));
  return by === 'model' ? { ...turn, calls, observation: text } : { ...turn, calls };
}
