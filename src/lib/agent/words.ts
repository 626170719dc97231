/** Effects that only say something: what each writes down, as the drafts of one commit. Pure but for hashing. */
import type { ToolCall } from './decision.ts';
import {
  callDrafts,
  FROM_MODEL,
  intent,
  labelsOf,
  labelsOfTurn,
  observation,
  outcomeAsk,
  planDrafts,
  settled,
} from './drafts.ts';
import type { Effect } from './effect.ts';
import {
  SYSTEM,
  USER,
  type AgentResponseFrame,
  type Drafts,
  type FrameDraft,
  type Labels,
  type RunSpec,
} from './frames.ts';
import type { Job } from './job.ts';
import { limitTrouble } from './limits.ts';
import { verdictOn } from './gate.ts';
import type { ReadText } from './ports.ts';
import { termsOf } from './roles.ts';
import { bestPartial, type AgentState } from './session.ts';
import { keyed } from './subs.ts';

type Said = Exclude<Effect, { type: 'rest' | 'tools' | 'decide' | 'answer' | 'reflect' }>;

export interface WordsScope {
  readonly spec: RunSpec;
  readonly job: Job;
  /** Code says what results mean, since no model will. */
  readonly observe: boolean;
  readonly read: ReadText;
}

export async function wordsOf(effect: Said, state: AgentState, scope: WordsScope): Promise<Drafts> {
  const { spec, job, observe } = scope;
  const step = state.step + 1;
  switch (effect.type) {
    case 'invoke':
      return [{ kind: 'agent.invoked', parentId: null, labels: USER, spec }];
    case 'rule': {
      const { tool, args, thought } = effect.call;
      const call: ToolCall = { name: tool, parameters: args, reasoning: thought };
      const verdicts = [verdictOn({ tool, args }, SYSTEM, job.registry, state)];
      const { held } = effect;
      return [
        ...observation(state),
        { kind: 'plan', labels: SYSTEM, step, by: 'rule', thought, decision: 'call', problem: null, reply: null, held },
        ...(await callDrafts([call], { verdicts, labels: SYSTEM, registry: job.registry }, state)),
      ];
    }
    case 'calls': {
      const labels = labelsOf(effect.reply, state);
      return [
        ...planDrafts(effect, state),
        ...(await callDrafts(
          effect.decision.calls,
          { verdicts: effect.verdicts, labels, registry: job.registry },
          state,
        )),
      ];
    }
    case 'question': {
      const labels = labelsOf(effect.reply, state);
      const key = keyed(state, `${step}/question`);
      const { form } = effect;
      const text = effect.decision.question;
      const citations = form === 'turn' ? await citationsIn(text, state, scope) : [];
      return [...planDrafts(effect, state), { kind: 'ask.user', labels, step, key, form, text, citations, call: null }];
    }
    case 'impossible': {
      const labels = labelsOf(effect.reply, state);
      return [...planDrafts(effect, state), response(effect.decision.reason, labels, { impossible: true })];
    }
    case 'invalid':
      return planDrafts(effect, state);
    case 'respond': {
      const { decision, note, partial, reply } = effect;
      const { text, ...said } = await qualified(decision.text, note, state, scope);
      return [...planDrafts(effect, state), response(text, labelsOf(reply, state), { partial, ...said })];
    }
    case 'end': {
      const { text, partial, impossible, note } = effect;
      const citations = await citationsIn(text, state, scope);
      return [
        ...observation(state),
        {
          kind: 'plan',
          labels: FROM_MODEL,
          step,
          by: 'rule',
          thought: 'The last result is the answer.',
          decision: 'respond',
          problem: null,
          reply: null,
          held: state.held,
        },
        response(text, FROM_MODEL, { partial, impossible, note, citations }),
      ];
    }
    case 'intend':
      return effect.calls.map((call) => intent(call, state));
    case 'settle':
      return settled(effect.call, state, observe);
    case 'unknown':
      return Promise.all(effect.calls.map((call) => outcomeAsk(call, state)));
    case 'wait':
      return [{ kind: 'wait', labels: SYSTEM, until: effect.until, message: effect.message, reason: effect.reason }];
    case 'shorten': {
      const note =
        state.wait === null
          ? 'The model’s window is smaller than its settings say: going on with less at once.'
          : 'The model keeps failing: one more try, with less to read at once.';
      return [{ kind: 'control', labels: SYSTEM, control: 'shorten', commandId: null, share: effect.share, note }];
    }
    case 'switch': {
      const { from, to, reason } = effect;
      const label = (id: string): string => (state.spec && termsOf(state.spec.models, id)?.label) ?? id;
      const note = `${label(from)} is given up, and ${label(to)} goes on in its place.`;
      return [{ kind: 'control', labels: SYSTEM, control: 'switch', commandId: null, from, to, reason, note }];
    }
    case 'limit': {
      const { limit } = effect;
      const trouble = limitTrouble(limit);
      const best = bestPartial(state);
      const { text, ...said } = await qualified(best, `${trouble.message} ${trouble.cure}`, state, scope);
      return [
        ...observation(state),
        { kind: 'control', labels: SYSTEM, control: 'limit', commandId: null, limit, note: trouble.message },
        best === ''
          ? { kind: 'error', labels: labelsOfTurn(state), trouble }
          : response(text, FROM_MODEL, { partial: true, ...said }),
      ];
    }
    case 'fail':
      return [...observation(state), { kind: 'error', labels: labelsOfTurn(state), trouble: effect.trouble }];
  }
}

type Ending = Partial<Pick<AgentResponseFrame, 'partial' | 'impossible' | 'note' | 'citations'>>;

function response(text: string, labels: Labels, ending: Ending = {}): FrameDraft {
  const { partial = false, impossible = false, note = '', citations = [] } = ending;
  return { kind: 'agent.response', labels, text, partial, impossible, note, citations };
}

/** An answer with what code knows of it, cut short or not. */
async function qualified(
  text: string,
  note: string,
  state: AgentState,
  scope: WordsScope,
): Promise<Pick<AgentResponseFrame, 'text' | 'note' | 'citations'>> {
  const citations = await citationsIn(text, state, scope);
  const said = scope.job.qualify?.(citations, state) ?? { lead: '', note: '' };
  return {
    text: said.lead === '' ? text : `${said.lead}\n\n${text}`,
    note: [note, said.note].filter((part) => part !== '').join(' '),
    citations,
  };
}

async function citationsIn(
  text: string,
  state: AgentState,
  { job, read }: WordsScope,
): Promise<AgentResponseFrame['citations']> {
  return (await job.cite?.(text, state, read)) ?? [];
}
