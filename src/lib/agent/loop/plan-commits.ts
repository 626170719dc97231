/** Drafts for decisions, calls, questions and observations. Pure except for hashing. */
import { stringifyCanonical } from '../../base/json.ts';
import { sha256 } from '../../base/hash.ts';
import type { ToolCall } from '../frames/decision.ts';
import {
  SYSTEM_LABELS,
  USER_LABELS,
  mergeLabels,
  type Labels,
  type PlanFrame,
  type ToolCallFrame,
} from '../frames/frames.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import type { AskedCall } from '../frames/control-frames.ts';
import { MODEL_LABELS } from '../frames/labels.ts';
import type { AgentAction } from './action.ts';
import type { AgentState } from '../state/agent-state.ts';
import { listUnobservedCalls, type CallRecord } from '../state/turns.ts';
import { truncateObservation, createResultDrafts } from '../tool-calls/tool-results.ts';
import { describeDeparture, hashCall, findRatedTool } from '../tool-calls/authorize.ts';
import { getPossibleGrant } from '../tool-calls/policy.ts';
import type { ToolRegistry } from '../tool-calls/registry.ts';
import { scopeKey } from '../state/sub-agents.ts';

/** Those of its prompt, made untrusted because a model wrote it. */
export const getReplyLabels = (reply: string, state: AgentState): Labels =>
  mergeLabels(state.request.replies.get(reply)?.labels ?? MODEL_LABELS, { ...MODEL_LABELS, confidentiality: 'public' });

export function mergeTurnLabels({ turn, request: { modelCalls: effects } }: AgentState): Labels {
  const calls = turn?.calls.flatMap(({ results }) => results.map(({ labels }) => labels)) ?? [];
  const callLabels = Array.from(effects.values(), ({ call }) => call.labels);
  return mergeLabels(SYSTEM_LABELS, ...(turn ? [turn.labels] : []), ...calls, ...callLabels);
}

/** Without text: plain messages. Empty if all are observed. */
export function createObservation(state: AgentState, text = '', labels: Labels = SYSTEM_LABELS): FrameDraft[] {
  const calls = listUnobservedCalls(state);
  if (calls.length === 0) return [];
  const plain = calls.flatMap((call) => call.results.map((result) => result.message)).join(' ');
  const about = calls.flatMap((call) => call.results.map((result) => result.labels));
  return [
    {
      kind: 'observation',
      labels: mergeLabels(labels, ...about),
      step: state.step,
      by: text === '' ? 'rule' : 'model',
      text: text || truncateObservation(plain) || 'No result.',
      of: calls.map((call) => call.key),
    },
  ];
}

type PlannedAction = Extract<AgentAction, { type: 'calls' | 'question' | 'impossible' | 'invalid' | 'respond' }>;

export function createPlanDrafts({ by, decision, reply, held }: PlannedAction, state: AgentState): FrameDraft[] {
  const labels = getReplyLabels(reply, state);
  const invalid = decision.type === 'invalid';
  const problem = invalid ? `${decision.problem} ${decision.suggestion}` : null;
  const thought = invalid ? '' : decision.thought;
  const kind = decision.type;
  const step = invalid ? state.step : state.step + 1;
  const plan = { labels, step, by, thought: thought || DEFAULT_THOUGHTS[kind], decision: kind, problem, reply, held };
  return [
    ...(invalid ? createObservation(state) : createObservation(state, decision.observation, labels)),
    { kind: 'plan', ...plan },
  ];
}

/** The plan of a rule, where no model decided. */
export function createRulePlan(
  { thought, decision, held }: Pick<PlanFrame, 'thought' | 'decision' | 'held'>,
  labels: Labels,
  { step }: AgentState,
): FrameDraft {
  return { kind: 'plan', labels, step: step + 1, by: 'rule', thought, decision, problem: null, reply: null, held };
}

const DEFAULT_THOUGHTS = {
  call: 'The model gave no reason.',
  ask: 'Only the person can say.',
  impossible: 'It cannot be done.',
  invalid: 'The reply could not be acted on.',
  respond: 'What is known is enough to answer.',
} as const;

/** An intent per allowed call, an approval question for others. */
export async function createCallDrafts(
  calls: readonly ToolCall[],
  { verdicts, labels, registry }: { verdicts: readonly string[]; labels: Labels; registry: ToolRegistry },
  state: AgentState,
): Promise<FrameDraft[]> {
  const step = state.step + 1;
  const drafts: FrameDraft[] = [];
  for (const [ordinal, { name: tool, parameters: args, reasoning }] of calls.entries()) {
    const key = await createCallKey(scopeKey(state, state.spec?.runId ?? ''), step, ordinal, tool, args);
    if (verdicts[ordinal] === 'allow')
      drafts.push({ kind: 'tool.call', labels, step, ordinal, tool, args, key, reasoning });
    else {
      // agents never have what the user allows permanently
      const grant = state.spec?.sub ? null : getPossibleGrant(findRatedTool(tool, registry, state), args, labels);
      const leaves = describeDeparture({ tool, args }, registry, state);
      const call: AskedCall = { ordinal, tool, args, reasoning, hash: await hashCall(tool, args), grant, leaves };
      drafts.push({ kind: 'ask.user', labels, step, key, form: 'approval', text: '', citations: [], call });
    }
  }
  return drafts;
}

/** Approval does not make the arguments trusted. */
export function createIntent({ ordinal, tool, args, key, reasoning, id }: CallRecord, state: AgentState): FrameDraft {
  const labels = state.turn?.labels ?? MODEL_LABELS;
  return { kind: 'tool.call', parentId: id, labels, step: state.step, ordinal, tool, args, key, reasoning };
}

export async function createOutcomeAsk(
  { ordinal, tool, args, reasoning, key, id }: CallRecord,
  state: AgentState,
): Promise<FrameDraft> {
  const hash = await hashCall(tool, args);
  const call: AskedCall = { ordinal, tool, args, reasoning, hash, grant: null, leaves: null };
  const labels = state.turn?.labels ?? MODEL_LABELS;
  const { step } = state;
  return { kind: 'ask.user', parentId: id, labels, step, key, form: 'outcome', text: '', citations: [], call };
}

/** Stable across attempts: derived from recorded values only. */
async function createCallKey(
  run: string,
  step: number,
  ordinal: number,
  tool: string,
  args: ToolCallFrame['args'],
): Promise<string> {
  return `${step}.${ordinal}/${(await sha256(stringifyCanonical({ run, step, ordinal, tool, args }))).slice(0, 16)}`;
}

export function createSettledDrafts(call: CallRecord, state: AgentState, observe: boolean): Drafts {
  const outcome = { name: '', payload: 'text', objects: [], labels: USER_LABELS } as const;
  if (call.status === 'happened') {
    const message = `${call.tool} was interrupted; the person says that it happened.`;
    return createResultDrafts(call, state, { ...outcome, message }, null, 0, observe);
  }
  const message = `The person does not want ${call.tool} to be called so.`;
  const hint = 'Answer without it, or ask what they want instead.';
  const failure = { error: { code: 'tool.declined', message, hint }, recoverable: false };
  const declined = { ...outcome, payload: 'error', message: `${message} ${hint}` } as const;
  return createResultDrafts(call, state, declined, failure, 0, observe);
}
