/**
 * Conversations that agents had with the person, from the frames of a run: who said what, and how each ended. Pure. The one
 * rule: what an agent said in one is never the answer of the run.
 */
import type { AgentManifest, Citation, Frame, LimitName, Wish } from '../lib/agent/frames.ts';
import { isOver, liveSubs, nameOf, subOf, turnsOf, type AgentState } from '../lib/agent/state.ts';
import { chargedIn, usageOf } from '../lib/agent/tokens.ts';
import { framesOf } from './at-work.ts';

/** What an agent said, and what the person said to it. */
export interface Said {
  readonly key: string;
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Null as long as the person has not replied. */
  readonly reply: string | null;
}

/** How a conversation ended; null while it goes on. `left`: something else was wanted meanwhile. */
export type TalkEnd =
  | { readonly how: 'person' | 'itself' | 'left' }
  | { readonly how: 'limit'; readonly limit: LimitName }
  | { readonly how: 'error'; readonly why: string };

export interface Talk {
  /** Its name within the run (`correlationId`). */
  readonly name: string;
  readonly agent: AgentManifest;
  readonly state: AgentState;
  readonly said: readonly Said[];
  readonly end: TalkEnd | null;
  /** What it says came of it; '' for nothing. */
  readonly outcome: string;
}

const talks = ({ spec }: AgentState): boolean => spec?.sub?.agent.agent.integration_mode === 'handoff';

/** The agent that has the conversation now, if one does: of several within one another, the innermost. */
export function talkAtHand(state: AgentState): AgentState | null {
  if (isOver(state.status)) return null;
  for (const [, sub] of liveSubs(state)) {
    const inner = talkAtHand(sub) ?? (talks(sub) ? sub : null);
    if (inner !== null) return inner;
  }
  return null;
}

/** The conversations for each wish of a run, by its place among them, in their order. */
export function talksOf(state: AgentState, frames: readonly Frame[]): ReadonlyMap<number, readonly Talk[]> {
  if (state.subs.live.size === 0 && state.subs.ended.size === 0) return NONE;
  const all = new Map<number, readonly Talk[]>();
  let wish = 0;
  for (const { decision, calls } of turnsOf(state)) {
    if (decision === 'follow') wish += 1;
    for (const { key } of calls) {
      const sub = subOf(state, key);
      if (sub) all.set(wish, [...(all.get(wish) ?? []), ...within(sub, frames, isOver(state.status))]);
    }
  }
  return all;
}

/** Whether the answer to a wish is what was said in the conversation that it was for. */
export function isInTalk(
  { spec, exchanges }: { readonly spec: Pick<Wish, 'job'> | null; readonly exchanges?: AgentState['exchanges'] },
  talks: ReadonlyMap<number, readonly Talk[]>,
  wish: number = exchanges?.length ?? 0,
): boolean {
  return spec?.job === 'agent' && (talks.get(wish) ?? []).length > 0;
}

const NONE: ReadonlyMap<number, readonly Talk[]> = new Map();

/** Its own, and those of agents that it called. `over`: nobody is at work any more. */
function within(sub: AgentState, frames: readonly Frame[], over: boolean): readonly Talk[] {
  const own = talks(sub) ? [talkOf(sub, frames, over)] : [];
  const others = [...turnsOf(sub)].flatMap(({ calls }) =>
    calls.flatMap(({ key }) => {
      const inner = subOf(sub, key);
      return inner ? within(inner, frames, over || isOver(sub.status)) : [];
    }),
  );
  return [...own, ...others].flatMap((talk) => (talk === null ? [] : [talk]));
}

function talkOf(state: AgentState, frames: readonly Frame[], over: boolean): Talk | null {
  const { spec } = state;
  const name = nameOf(state);
  if (!spec?.sub || name === null) return null;
  const own = framesOf(frames, name);
  return {
    name,
    agent: spec.sub.agent,
    state,
    said: saidIn(own),
    end: endOf(state, own, over),
    outcome: state.answer?.text ?? '',
  };
}

function saidIn(own: readonly Frame[]): readonly Said[] {
  const said: Said[] = [];
  for (const frame of own) {
    if (frame.kind === 'ask.user' && frame.form === 'turn') {
      const { key, text, citations } = frame;
      said.push({ key, text, citations, reply: null });
    }
    if (frame.kind !== 'control' || frame.control !== 'answer') continue;
    const at = said.findLastIndex(({ key, reply }) => key === frame.ask && reply === null);
    const turn = said[at];
    if (turn) said[at] = { ...turn, reply: frame.text };
  }
  return said;
}

function endOf({ status, trouble }: AgentState, own: readonly Frame[], over: boolean): TalkEnd | null {
  if (status === 'cancelled') return { how: 'person' };
  const limit = own.findLast((frame) => frame.kind === 'control');
  const reached = limit?.kind === 'control' && limit.control === 'limit' ? limit.limit : null;
  if (reached !== null && isOver(status)) return { how: 'limit', limit: reached };
  if (status === 'failed') return { how: 'error', why: trouble?.message ?? '' };
  if (status === 'done') return { how: 'itself' };
  return over ? { how: 'left' } : null;
}

/** How far a conversation may go, and how far it is. */
export interface TalkStanding {
  readonly turns: number;
  readonly mostTurns: number;
  readonly tokens: number;
  /** `Infinity` where tokens are nobody's bill. */
  readonly mostTokens: number;
}

export function standingOf(state: AgentState): TalkStanding {
  const standing = usageOf(state);
  const { input, output } = state.usage;
  const isHeld = standing.budget !== Infinity;
  return {
    turns: state.step - state.stepsFrom,
    mostTurns: state.spec?.limits.maxSteps ?? 0,
    tokens: isHeld ? chargedIn(standing) : input + output,
    mostTokens: standing.budget,
  };
}
