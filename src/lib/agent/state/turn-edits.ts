/** Updates of the current turn; without a turn most do nothing. */
import type { ObservationFrame } from '../frames/frames.ts';
import type { ReflectionFrame } from '../frames/model-frames.ts';
import type { AgentState } from './agent-state.ts';
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

/** What the last turn's results mean: a retry has put it with the past ones. */
export function applyObservation(
  { turn, past }: AgentState,
  frame: ObservationFrame,
): Pick<AgentState, 'turn' | 'past'> {
  const last = past.at(-1);
  if (turn || !last) return { turn: turn && markObserved(turn, frame), past };
  return { turn, past: past.withLast(markObserved(last, frame)) };
}

function markObserved(turn: Turn, { of, by, text }: ObservationFrame): Turn {
  const calls = turn.calls.map((call) => (of.includes(call.key) ? { ...call, observed: true } : call));
  return by === 'model' ? { ...turn, calls, observation: text } : { ...turn, calls };
}
