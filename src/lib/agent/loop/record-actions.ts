/** Drafts of actions that only record something. No side effects. */
import type { ToolCall } from '../frames/decision.ts';
import { getGoalLabels } from '../egress/rights.ts';
import { MODEL_LABELS } from '../frames/labels.ts';
import {
  createCallDrafts,
  createIntent,
  getReplyLabels,
  mergeTurnLabels,
  createObservation,
  createOutcomeAsk,
  createPlanDrafts,
  createRulePlan,
  createSettledDrafts,
} from './plan-commits.ts';
import type { AgentAction } from './action.ts';
import { SYSTEM_LABELS, type AgentResponseFrame, type Labels, type RunSpec } from '../frames/frames.ts';
import type { Drafts, FrameDraft } from '../frames/stamp.ts';
import type { Job, Qualification } from './job.ts';
import { listVerifiedLinks } from './answer-links.ts';
import { createLimitError } from '../state/limits.ts';
import { authorizeCalls } from '../tool-calls/authorize.ts';
import type { ClaimChecks, ReadText } from '../ports.ts';
import { findModelBinding } from '../state/model-roles.ts';
import { selectBestPartial } from '../state/partial-answer.ts';
import { type AgentState } from '../state/agent-state.ts';
import { scopeKey } from '../state/sub-agents.ts';

type RecordedAction = Exclude<AgentAction, { type: 'rest' | 'tools' | 'decide' | 'answer' | 'reflect' | 'opinion' }>;

interface CommitScope {
  readonly spec: RunSpec;
  readonly job: Job;
  /** Code interprets the results, because no model will. */
  readonly observe: boolean;
  readonly read: ReadText;
  readonly checks: ClaimChecks;
}

export async function createCommit(action: RecordedAction, state: AgentState, scope: CommitScope): Promise<Drafts> {
  const { spec, job, observe } = scope;
  const step = state.step + 1;
  switch (action.type) {
    case 'invoke':
      return [{ kind: 'agent.invoked', parentId: null, labels: getGoalLabels(spec, spec), spec }];
    case 'rule': {
      const { tool, args, thought } = action.call;
      const call: ToolCall = { name: tool, parameters: args, reasoning: thought };
      const verdicts = authorizeCalls([{ tool, args }], SYSTEM_LABELS, job.registry, state);
      return [
        ...createObservation(state),
        createRulePlan({ thought, decision: 'call', held: action.held }, SYSTEM_LABELS, state),
        ...(await createCallDrafts([call], { verdicts, labels: SYSTEM_LABELS, registry: job.registry }, state)),
      ];
    }
    case 'calls': {
      const { decision, verdicts, reply } = action;
      const rights = { verdicts, labels: getReplyLabels(reply, state), registry: job.registry };
      return [...createPlanDrafts(action, state), ...(await createCallDrafts(decision.calls, rights, state))];
    }
    case 'question': {
      const labels = getReplyLabels(action.reply, state);
      const key = scopeKey(state, `${step}/question`);
      const { form } = action;
      const text = action.decision.question;
      const { citations } = form === 'turn' ? await verifySources(text, state, scope, false) : { citations: [] };
      return [
        ...createPlanDrafts(action, state),
        { kind: 'ask.user', labels, step, key, form, text, citations, call: null },
      ];
    }
    case 'impossible': {
      const labels = getReplyLabels(action.reply, state);
      return [...createPlanDrafts(action, state), createResponse(action.decision.reason, labels, { impossible: true })];
    }
    case 'invalid':
      return createPlanDrafts(action, state);
    case 'respond': {
      const { decision, note, partial, reply } = action;
      const { text, ...qualification } = await qualifyAnswer(
        { text: decision.text, note },
        state,
        scope,
        asksOpinion(state),
      );
      return [
        ...createPlanDrafts(action, state),
        createResponse(text, getReplyLabels(reply, state), { partial, ...qualification }),
      ];
    }
    case 'end': {
      const { text, partial, impossible, note } = action;
      const thought = 'The last result is the answer.';
      const sources = await verifySources(text, state, scope, asksOpinion(state));
      return [
        ...createObservation(state),
        createRulePlan({ thought, decision: 'respond', held: state.request.activeTriggers }, MODEL_LABELS, state),
        createResponse(text, MODEL_LABELS, { partial, impossible, note, ...sources }),
      ];
    }
    case 'intend':
      return action.calls.map((call) => createIntent(call, state));
    case 'settle':
      return createSettledDrafts(action.call, state, observe);
    case 'unknown':
      return Promise.all(action.calls.map((call) => createOutcomeAsk(call, state)));
    case 'wait':
      return [
        { kind: 'wait', labels: SYSTEM_LABELS, until: action.until, message: action.message, reason: action.reason },
      ];
    case 'shorten': {
      const note =
        state.request.wait === null
          ? 'The model’s window is smaller than its settings say: going on with less at once.'
          : 'The model keeps failing: one more try, with less to read at once.';
      return [
        { kind: 'control', labels: SYSTEM_LABELS, control: 'shorten', commandId: null, share: action.share, note },
      ];
    }
    case 'switch': {
      const { from, to, reason } = action;
      const getLabel = (id: string): string => (state.spec && findModelBinding(state.spec.models, id)?.label) ?? id;
      const note = `${getLabel(from)} is given up, and ${getLabel(to)} goes on in its place.`;
      return [{ kind: 'control', labels: SYSTEM_LABELS, control: 'switch', commandId: null, from, to, reason, note }];
    }
    case 'limit': {
      const { limit } = action;
      const error = createLimitError(limit);
      const best = selectBestPartial(state);
      const partial = { text: best, note: `${error.message} ${error.hint}` };
      const { text, ...qualification } = await qualifyAnswer(partial, state, scope, false);
      return [
        ...createObservation(state),
        { kind: 'control', labels: SYSTEM_LABELS, control: 'limit', commandId: null, limit, note: error.message },
        best === ''
          ? { kind: 'error', labels: mergeTurnLabels(state), error }
          : createResponse(text, MODEL_LABELS, { partial: true, ...qualification }),
      ];
    }
    case 'fail':
      return [...createObservation(state), { kind: 'error', labels: mergeTurnLabels(state), error: action.error }];
  }
}

type Ending = Partial<Pick<AgentResponseFrame, 'partial' | 'impossible' | 'note' | 'citations' | 'links' | 'nearest'>>;

function createResponse(text: string, labels: Labels, ending: Ending): FrameDraft {
  const { partial = false, impossible = false, note = '', citations = [], links, nearest } = ending;
  const found = { ...(links && { links }), ...(nearest && { nearest }) };
  return { kind: 'agent.response', labels, text, partial, impossible, note, citations, ...found };
}

/** Nobody is asked about what an agent reports. */
const asksOpinion = ({ spec }: AgentState): boolean => spec?.secondOpinion === true && spec.sub === null;

async function qualifyAnswer(
  { text, note }: Pick<AgentResponseFrame, 'text' | 'note'>,
  state: AgentState,
  scope: CommitScope,
  withClaims: boolean,
): Promise<Ending & Pick<AgentResponseFrame, 'text'>> {
  const { citations, links } = await verifySources(text, state, scope, withClaims);
  const {
    lead,
    note: more,
    nearest,
  } = (await scope.job.qualify?.({ text, citations }, state, scope.read)) ?? UNQUALIFIED;
  return {
    text: lead === '' ? text : `${lead}\n\n${text}`,
    note: [note, more].filter((part) => part !== '').join(' '),
    citations,
    ...(links && { links }),
    ...(nearest && { nearest }),
  };
}

const UNQUALIFIED: Qualification = { lead: '', note: '' };

/** Against what was read, never what the model claims. `withClaims`: with what a second opinion is asked about. */
async function verifySources(
  text: string,
  state: AgentState,
  { job, read, checks: { checkClaims, listClaims } }: CommitScope,
  withClaims: boolean,
): Promise<Pick<AgentResponseFrame, 'citations' | 'links'>> {
  const citations = (await job.cite?.(text, state, read, { checkClaims, ...(withClaims && { listClaims }) })) ?? [];
  const links = await listVerifiedLinks(text, state, read);
  return { citations, ...(links.length > 0 && { links }) };
}
