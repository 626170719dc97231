/** What effects write down: decisions, calls, questions and what results mean, as drafts of frames. Pure but for hashing. */
import { canonical } from '../base/canonical.ts';
import { sha256 } from '../base/hash.ts';
import type { ToolCall } from './decision.ts';
import {
  SYSTEM,
  USER,
  worst,
  type AskedCall,
  type Drafts,
  type FrameDraft,
  type Labels,
  type ToolCallFrame,
} from './frames.ts';
import type { Effect } from './effect.ts';
import { unobserved, type AgentState, type CallRecord } from './session.ts';
import { brief, resultOf } from './execute.ts';
import { hashOf, ratedIn } from './gate.ts';
import { grantFor } from './policy.ts';
import type { ToolRegistry } from './registry.ts';
import { keyed } from './subs.ts';

/** Of a model's words of which nobody says what led to them. */
export const FROM_MODEL: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'model' };

/** Of what follows from a reply: what the model was shown, and that a model wrote it, for which nobody vouches. */
export const labelsOf = (reply: string, state: AgentState): Labels =>
  worst(state.replies.get(reply)?.labels ?? FROM_MODEL, { ...FROM_MODEL, confidentiality: 'public' });

/** Of what follows from the decision at hand and from all that came of it. */
export function labelsOfTurn({ turn, effects }: AgentState, first: Labels = SYSTEM): Labels {
  const calls = turn?.calls.flatMap(({ results }) => results.map(({ labels }) => labels)) ?? [];
  const asked = Array.from(effects.values(), ({ call }) => call.labels);
  return worst(first, ...(turn ? [turn.labels] : []), ...calls, ...asked);
}

/** What the results nobody has spoken of mean, in code's words: the plain results. Nothing when all are observed. */
export function observation(state: AgentState, said = '', labels: Labels = SYSTEM): FrameDraft[] {
  const calls = unobserved(state);
  if (calls.length === 0) return [];
  const plain = calls.flatMap((call) => call.results.map((result) => result.message)).join(' ');
  const about = calls.flatMap((call) => call.results.map((result) => result.labels));
  return [
    {
      kind: 'observation',
      labels: worst(labels, ...about),
      step: state.step,
      by: said === '' ? 'rule' : 'model',
      text: said || brief(plain) || 'No result.',
      of: calls.map((call) => call.key),
    },
  ];
}

type Planned = Extract<Effect, { type: 'calls' | 'question' | 'impossible' | 'invalid' | 'respond' }>;

/** The observation and the thought of a model's decision. */
export function planDrafts({ decision, reply, held }: Planned, state: AgentState): FrameDraft[] {
  const labels = labelsOf(reply, state);
  const invalid = decision.type === 'invalid';
  const problem = invalid ? `${decision.problem} ${decision.suggestion}` : null;
  const thought = invalid ? '' : decision.thought;
  const kind = decision.type;
  const step = invalid ? state.step : state.step + 1;
  return [
    ...(invalid ? observation(state) : observation(state, decision.observation, labels)),
    {
      kind: 'plan',
      labels,
      step,
      by: 'model',
      thought: thought || THOUGHTS[kind],
      decision: kind,
      problem,
      reply,
      held,
    },
  ];
}

const THOUGHTS = {
  call: 'The model gave no reason.',
  ask: 'Only the person can say.',
  impossible: 'It cannot be done.',
  invalid: 'The reply could not be acted on.',
  respond: 'What is known is enough to answer.',
} as const;

/** The calls of one decision: those that may run get their intent, a person is asked about the others. */
export async function callDrafts(
  calls: readonly ToolCall[],
  { verdicts, labels, registry }: { verdicts: readonly string[]; labels: Labels; registry: ToolRegistry },
  state: AgentState,
): Promise<FrameDraft[]> {
  const step = state.step + 1;
  const drafts: FrameDraft[] = [];
  for (const [ordinal, { name: tool, parameters: args, reasoning }] of calls.entries()) {
    const key = await keyOf(keyed(state, state.spec?.runId ?? ''), step, ordinal, tool, args);
    if (verdicts[ordinal] === 'allow')
      drafts.push({ kind: 'tool.call', labels, step, ordinal, tool, args, key, reasoning });
    else {
      const grant = grantFor(ratedIn(tool, registry, state), args);
      const call: AskedCall = { ordinal, tool, args, reasoning, hash: await hashOf(tool, args), grant };
      drafts.push({ kind: 'ask.user', labels, step, key, form: 'approval', text: '', citations: [], call });
    }
  }
  return drafts;
}

/** A person's yes says that the call may be made; it does not make the arguments theirs. */
export function intent({ ordinal, tool, args, key, reasoning, id }: CallRecord, state: AgentState): FrameDraft {
  const labels = state.turn?.labels ?? FROM_MODEL;
  return { kind: 'tool.call', parentId: id, labels, step: state.step, ordinal, tool, args, key, reasoning };
}

export async function outcomeAsk(
  { ordinal, tool, args, reasoning, key, id }: CallRecord,
  state: AgentState,
): Promise<FrameDraft> {
  const call: AskedCall = { ordinal, tool, args, reasoning, hash: await hashOf(tool, args), grant: null };
  const labels = state.turn?.labels ?? FROM_MODEL;
  return {
    kind: 'ask.user',
    parentId: id,
    labels,
    step: state.step,
    key,
    form: 'outcome',
    text: '',
    citations: [],
    call,
  };
}

/** Stable across attempts, from what is recorded alone. */
async function keyOf(
  run: string,
  step: number,
  ordinal: number,
  tool: string,
  args: ToolCallFrame['args'],
): Promise<string> {
  return `${step}.${ordinal}/${(await sha256(canonical({ run, step, ordinal, tool, args }))).slice(0, 16)}`;
}

/** The result of a call that does not run, from what the person said. */
export function settled(call: CallRecord, state: AgentState, observe: boolean): Drafts {
  const outcome = { name: '', payload: 'text', objects: [], labels: USER };
  if (call.status === 'happened') {
    return resultOf(
      call,
      state,
      { ...outcome, message: `${call.tool} was interrupted; the person says that it happened.` },
      null,
      0,
      observe,
    );
  }
  const message = `The person does not want ${call.tool} to be called so.`;
  const cure = 'Answer without it, or ask what they want instead.';
  const failure = { trouble: { code: 'tool.declined', message, cure }, recoverable: false };
  return resultOf(call, state, { ...outcome, payload: 'error', message: `${message} ${cure}` }, failure, 0, observe);
}
