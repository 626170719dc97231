/**
 * Who is at work in a run: the main agent, or agents that it called. Pure. The one rule: an agent's frames are its own; what
 * is said of the run's answer is said of the main agent's alone.
 */
import type { AgentCard, Frame, ModelCallFrame } from '../lib/agent/frames.ts';
import {
  asksOf,
  liveSubs,
  nameOf,
  openCalls,
  atWork,
  stateNamed,
  subOf,
  subsOf,
  turnsOf,
  type AgentState,
  type CallRecord,
} from '../lib/agent/state.ts';
import { oneLine } from '../lib/base/one-line.ts';
import { legible } from '../lib/base/visible.ts';
import { toolNameOf } from '../lib/jobs/agent-name.ts';
import type { Objects } from './found-pictures.ts';
import { t } from './strings.ts';

/** Longest name of an agent that is shown, in characters. */
const MOST = 60;

/** A name as it is shown: whoever wrote the manifest may have been a model. */
export const shownName = (name: string): string => oneLine(legible(name), MOST);

/** What the agent of a state is called; '' for the main one. */
export const agentName = ({ spec }: Pick<AgentState, 'spec'>): string => shownName(spec?.sub?.agent.name ?? '');

/** The run as whoever is at work in it sees it: of several side by side, one that is not waiting for a person. */
export function atHand<R extends { readonly state: AgentState }>(run: R): R {
  const state = deepest(run.state);
  return state === run.state ? run : { ...run, state };
}

function deepest(state: AgentState): AgentState {
  const subs = liveSubs(state).map(([, sub]) => sub);
  const next = subs.find((sub) => !waitsForPerson(sub)) ?? subs[0];
  return next === undefined ? state : deepest(next);
}

/** How many agents are at work beside the one at hand, in calls of the same decision. */
export function besides(state: AgentState): number {
  const subs = liveSubs(state);
  if (subs.length !== 1) return Math.max(0, subs.length - 1);
  return besides(subs[0]?.[1] ?? state);
}

/** Whether nothing goes on until a person says something. */
export function waitsForPerson(state: AgentState): boolean {
  const open = openCalls(state);
  if (open.length === 0) return state.asks.length > 0;
  return open.every(({ key }) => {
    const sub = state.subs.live.get(key);
    return sub !== undefined && waitsForPerson(sub);
  });
}

/** The model calls under way, whoever made them. */
export function modelCallsAtWork(state: AgentState): readonly ModelCallFrame[] {
  const states = state.subs.live.size === 0 ? [state] : [...atWork(state)];
  return states.flatMap(({ effects }) => Array.from(effects.values()).flatMap((e) => (e.underWay ? [e.call] : [])));
}

/** What the person is asked in cards. What an agent says that has the conversation, stands in the conversation. */
export const cardsAsked = (state: AgentState): AgentState['asks'] =>
  asksOf(state).filter(({ form }) => form !== 'turn');

/** Who asks; '' for the main agent. */
export function askerOf(state: AgentState, { correlationId }: Pick<Frame, 'correlationId'>): string {
  const asker = correlationId === null ? undefined : stateNamed(state, correlationId);
  return asker === undefined ? '' : agentName(asker);
}

/** The frames that are the main agent's own (`null`), or those of the agent of that name. */
export const framesOf = (frames: readonly Frame[], name: string | null): readonly Frame[] =>
  frames.filter(({ correlationId }) => correlationId === name);

/** Frames of whoever the state is. */
export const isOwn = (state: AgentState, { correlationId }: Pick<Frame, 'correlationId'>): boolean =>
  correlationId === nameOf(state);

type Called = Pick<CallRecord, 'tool' | 'key'>;

/** What was called, by the name that a person knows it by: an agent by its own. */
export function calledTitle({ tool, key }: Called, state: AgentState): string {
  return calledAgent({ tool, key }, state) ?? t.toolTitle(tool);
}

/** The name of the agent that a call is for; null where it is for a tool. */
export function calledAgent({ tool, key }: Called, state: AgentState): string | null {
  const sub = subOf(state, key);
  if (sub?.spec?.sub) return agentName(sub);
  const cards: readonly AgentCard[] = state.spec?.agents ?? [];
  const card = cards.find(({ id }) => toolNameOf(id) === tool);
  return card === undefined ? null : shownName(card.name);
}

/** The name of the agent that a wish was for, by its place among those of the run; '' for the assistant's. */
export function askedAgent(state: AgentState, wish: number): string {
  const { spec, exchanges } = state;
  if ((exchanges.at(wish) ?? spec)?.job !== 'agent') return '';
  let at = 0;
  for (const { decision, calls } of turnsOf(state)) {
    if (decision === 'follow') at += 1;
    const [call] = calls;
    if (at === wish && call) return calledAgent(call, state) ?? '';
  }
  return shownName(spec?.agents.find(({ id }) => id === spec.agent)?.name ?? '');
}

const READ = new WeakMap<AgentState, Objects>();

/** Everything that was read in a run, by agents too: what one of them quotes may stand in what only it has read. */
export function objectsIn(state: AgentState): Objects {
  const subs = [...subsOf(state)];
  if (subs.length === 0) return state.objects;
  const known = READ.get(state);
  if (known) return known;
  const all = [state, ...subs].flatMap(({ objects }) => [...objects]);
  READ.set(state, all);
  return all;
}
