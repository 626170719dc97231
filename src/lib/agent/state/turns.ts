/** A run's turns: one decision each, with its calls. */
import type { AskedByServer } from '../frames/control-frames.ts';
import type { Labels, PlanFrame, ToolCallFrame, ToolResultFrame } from '../frames/frames.ts';
import type { AgentState } from './agent-state.ts';

export interface CallRecord extends Pick<ToolCallFrame, 'key' | 'ordinal' | 'tool' | 'args' | 'reasoning'> {
  /** `open`: intent stored, no result. `happened`: it was interrupted and the user says it was done. */
  readonly status: 'asked' | 'approved' | 'declined' | 'open' | 'happened' | 'settled';
  /** -1 without an intent frame. */
  readonly seq: number;
  readonly id: string;
  readonly results: readonly ToolResultFrame[];
  readonly observed: boolean;
  /** Hash of the approved tool and arguments; null if not asked or not approved. */
  readonly approved: string | null;
  readonly reflected: boolean;
  /** The answer to what its server asked last; null if it asked nothing. */
  readonly answer: CallAnswer | null;
}

export interface CallAnswer {
  readonly asked: AskedByServer;
  /** As JSON; null if the user declined. */
  readonly entered: string | null;
}

export interface Turn {
  readonly by: 'model' | 'rule';
  /** `follow`: the user continued after an answer. */
  readonly decision: PlanFrame['decision'] | 'follow';
  readonly problem: string | null;
  readonly text: string;
  readonly calls: readonly CallRecord[];
  readonly question: { readonly text: string; readonly answer: string | null } | null;
  readonly observation?: string;
  readonly labels: Labels;
  /** Labels of the deciding prompt; they restrict what its calls may do. */
  readonly promptLabels: Labels;
}

export function listOpenCalls(state: AgentState): readonly CallRecord[] {
  return state.turn?.calls.filter((call) => call.status === 'open') ?? [];
}

/** Whether its server waits for the user's answer. */
export const isCallAsking = ({ request }: Pick<AgentState, 'request'>, key: string): boolean =>
  request.asks.some(({ asked }) => asked?.call === key);

/** Lists those of the last turn, also where a retry has put it with the past ones. */
export function listUnobservedCalls({ turn, past }: AgentState): readonly CallRecord[] {
  return (turn ?? past.at(-1))?.calls.filter((call) => call.results.length > 0 && !call.observed) ?? [];
}

export function countTurns({ past, turn }: Pick<AgentState, 'past' | 'turn'>): number {
  return past.length + (turn ? 1 : 0);
}

export function* iterateTurnsNewestFirst({
  past,
  turn,
}: Pick<AgentState, 'past' | 'turn'>): Generator<Turn, void, undefined> {
  if (turn) yield turn;
  yield* past.iterateNewestFirst();
}

export function* iterateTurns(state: AgentState): Generator<Turn, void, undefined> {
  yield* state.past;
  if (state.turn) yield state.turn;
}

export function findTurnAt({ past, turn }: AgentState, index: number): Turn | null {
  return past.at(index) ?? (index === past.length ? turn : null);
}
