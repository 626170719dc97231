/**
 * Agents that were called within a run, as its fold keeps them: each is a state of its own, made of its own frames. The one
 * rule: what they spend, and by how much it was miscounted, is their caller's too, and nothing else of theirs is.
 */
import { billed, type Payee } from './cost.ts';
import type { Frame } from './frames.ts';
import type { Invocation } from './manifest.ts';
import { isOver, openCalls, type AgentState, type Subs } from './session.ts';
import { trackUsage } from './tokens.ts';

const BETWEEN = '>';
/** Deeper names than any chain that is allowed: what is named so belongs nowhere. */
const DEEPEST = 8;

/** Keys of calls from the run's own to the one that an agent was called with. */
export const pathOf = (correlationId: string | null): readonly string[] =>
  correlationId === null ? [] : correlationId.split(BETWEEN).slice(0, DEEPEST);

/** The name of what is called with that key by the caller of that name. */
export const correlated = (caller: Pick<Invocation, 'correlationId'> | null, key: string): string =>
  caller === null ? key : `${caller.correlationId}${BETWEEN}${key}`;

/** The name of an agent within its run; null for the main one. */
export const nameOf = ({ spec }: Pick<AgentState, 'spec'>): string | null => spec?.sub?.correlationId ?? null;

/** The key of an effect within the run: those of agents that were called are told apart by their name. */
export function keyed(state: Pick<AgentState, 'spec'>, key: string): string {
  const name = nameOf(state);
  return name === null ? key : `${name}/${key}`;
}

/** Whether one name is another's, or that of an agent which that one called, or which those called. */
export function isWithin(name: string | null, caller: string | null): boolean {
  return caller === null || name === caller || name?.startsWith(caller + BETWEEN) === true;
}

/** The agent that was called with that key; undefined where none was. */
export const subOf = ({ subs }: Pick<AgentState, 'subs'>, key: string): AgentState | undefined =>
  subs.live.get(key) ?? subs.ended.get(key);

/** The state of that name: the one given, or one within it. */
export function stateNamed(state: AgentState, correlationId: string | null): AgentState | undefined {
  let found: AgentState | undefined = state;
  for (const key of pathOf(correlationId)) found = found && subOf(found, key);
  return found;
}

/** Agents of the decision at hand that are not done, with the key of their call. */
export function liveSubs(state: AgentState): readonly (readonly [string, AgentState])[] {
  return openCalls(state).flatMap(({ key }) => {
    const sub = state.subs.live.get(key);
    return sub ? [[key, sub] as const] : [];
  });
}

/** The state and those of all agents at work within it, outermost first. */
export function* atWork(state: AgentState): Generator<AgentState, void, undefined> {
  yield state;
  for (const [, sub] of liveSubs(state)) yield* atWork(sub);
}

/** What a person was asked and has not answered, by the run and by agents at work in it. */
export const asksOf = (state: AgentState): AgentState['asks'] =>
  state.subs.live.size === 0 ? state.asks : [...atWork(state)].flatMap(({ asks }) => asks);

/** Every agent that was called within it, in the order of their calls: their callers before them. */
export function* subsOf({ subs }: Pick<AgentState, 'subs'>): Generator<AgentState, void, undefined> {
  for (const [, sub] of subs.ended) {
    yield sub;
    yield* subsOf(sub);
  }
  for (const sub of subs.live.values()) {
    yield sub;
    yield* subsOf(sub);
  }
}

/** The state with an agent's as it is now. */
export function withSub({ live, ended }: Subs, key: string, sub: AgentState): Subs {
  if (!isOver(sub.status)) return { live: new Map(live).set(key, sub), ended };
  const left = new Map(live);
  left.delete(key);
  return { live: left, ended: ended.with(key, sub) };
}

/** Whoever is at work no longer is: another wish has taken the place of theirs. */
export function abandoned({ live, ended }: Subs): Subs {
  return live.size === 0
    ? { live, ended }
    : { live: new Map(), ended: [...live].reduce((all, [key, sub]) => all.with(key, sub), ended) };
}

/** Agents at work after a change. */
export function eachLive({ live, ended }: Subs, change: (sub: AgentState) => AgentState): Subs {
  return live.size === 0
    ? { live, ended }
    : { live: new Map(Array.from(live, ([key, sub]) => [key, change(sub)])), ended };
}

/** What a frame of an agent that it called changes of a state. `payee`: who is paid for what the frame says was spent. */
export function throughSub(state: AgentState, sub: AgentState, frame: Frame, payee: Payee | null): Partial<AgentState> {
  const spent =
    frame.kind === 'usage'
      ? {
          usage: trackUsage(state.usage, frame),
          bill: billed(state.bill, frame, payee),
          drift: Math.max(state.drift, sub.drift),
        }
      : {};
  return { ...spent, phase: sub.phase ?? state.phase };
}
