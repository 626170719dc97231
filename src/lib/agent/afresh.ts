/**
 * What of a run's state begins afresh where it goes on otherwise: tried again, with less to read, with another model, with
 * another wish. The one rule: what was found, answered, paid and written stays.
 */
import { Ledger } from '../base/ledger.ts';
import { unpinned } from './context-view.ts';
import type { AgentControlFrame } from './frames.ts';
import { worst } from './labels.ts';
import { helperOf, switched, termsOf } from './roles.ts';
import type { AgentState, OpenEffect, Turn } from './session.ts';
import { abandoned } from './subs.ts';

/** Another model goes on with what one was given up at. What was learnt of that one holds no longer; nothing is undone. */
export function takenOver(
  state: AgentState,
  frame: Extract<AgentControlFrame, { control: 'switch' }>,
): Partial<AgentState> {
  const { spec } = state;
  const { from, to, reason } = frame;
  if (!spec) return {};
  const models = switched(spec.models, frame.from, frame.to);
  if (models === spec.models) return {};
  const named = (id: string) => ({ id, label: termsOf(spec.models, id)?.label ?? id });
  const role = helperOf(spec.models, from) ?? 'main';
  return {
    spec: { ...spec, models },
    switches: [...state.switches, { from: named(from), to: named(to), role, reason }],
    effects: forgiven(state.effects, ({ by }) => by?.id === from),
    rejected: 0,
    share: 1,
    // whose count it was nobody knows: while the main model stays, the budget is held by the worst of it
    drift: role === 'main' ? 1 : state.drift,
    counted: null,
    recovered: false,
    ...waitOver(state, frame.at),
  };
}

/** The person goes on: the wish that was is an exchange now, and a turn that later decisions are shown. */
export function followed(
  state: AgentState,
  frame: Extract<AgentControlFrame, { control: 'follow' }>,
): Partial<AgentState> {
  const { spec, status, answer, turn, usage, bill } = state;
  if (!spec) return {};
  const { job, goal, tabId, selection, pictures, sources } = spec;
  const past = (turn ? state.past.with(turn) : state.past).with(followTurn(state, frame));
  return {
    ...waitOver(state, frame.at),
    spec: { ...spec, ...frame.terms, ...frame.wish },
    exchanges: state.exchanges.with({ job, goal, tabId, selection, pictures, sources, status, answer }),
    earlier: { tokens: usage.input + usage.output - bill.free, cost: bill.known },
    past,
    turn: null,
    since: past.length,
    answer: null,
    trouble: null,
    asks: [],
    pending: null,
    replies: Ledger.empty(),
    effects: new Map(),
    rejected: 0,
    held: [],
    share: 1,
    drift: 1,
    counted: null,
    view: state.trouble?.code === 'limit.context' ? unpinned(state.view) : state.view,
    stepsFrom: state.step,
    waited: frame.at - state.startedAt,
    recovered: false,
    switches: [],
    phase: 'thinking',
    subs: abandoned(state.subs),
    invoked: 0,
  };
}

/** What the person went on with, after what they had been told where no decision says it. */
function followTurn(
  { answer, turn, step }: AgentState,
  { wish, labels }: Extract<AgentControlFrame, { control: 'follow' }>,
): Turn {
  const said = turn?.decision === 'respond' || turn?.decision === 'impossible';
  const text = said ? '' : (answer?.text ?? '');
  const whose = text === '' || !turn ? labels : worst(labels, turn.labels);
  return {
    step,
    by: 'rule',
    thought: '',
    decision: 'follow',
    problem: null,
    said: '',
    calls: [],
    question: { text, answer: wish.goal },
    labels: whose,
    led: whose,
  };
}

/** Failed effects as if they had not been tried: what was written stays. */
export function forgiven(
  effects: AgentState['effects'],
  which: (effect: OpenEffect) => boolean,
): AgentState['effects'] {
  return new Map(
    Array.from(effects, ([key, effect]) => [key, which(effect) ? { ...effect, failures: 0, failure: null } : effect]),
  );
}

/** Effects to be tried again otherwise; how often they failed still counts. */
export function anew(effects: AgentState['effects']): AgentState['effects'] {
  return new Map(Array.from(effects, ([key, effect]) => [key, { ...effect, failure: null }] as const));
}

/** A pause that is over: it was no working time. */
export function waitOver(state: AgentState, at: number): Partial<AgentState> {
  return state.wait ? { wait: null, waited: state.waited + Math.max(0, at - state.wait.since) } : {};
}

/** A decision of which nothing is left to do makes room for trying again; one with calls under way is gone on with. */
export function archived(state: AgentState): Partial<AgentState> {
  const { turn, past } = state;
  if (!turn || turn.calls.some((call) => call.status !== 'settled')) return {};
  return { past: past.with(turn), turn: null };
}
