/** Checks a deciding reply against every rule before anything acts on it. Pure. */
import { truncateDecision } from '../frames/bounds.ts';
import { isGoalAchieved, type Decision } from '../frames/decision.ts';
import type { AgentAction } from './action.ts';
import { createCallSignature } from '../state/fold-tool-calls.ts';
import { isModelDeciding, type Job } from './job.ts';
import { getStepsLeft } from '../state/limits.ts';
import { authorizeCalls } from '../tool-calls/authorize.ts';
import { parseDecision, parseToolCall } from '../parse/parse-reply.ts';
import type { Model } from '../ports.ts';
import { getToolSchemas, describeUnavailable, findCallObjection, validateToolCall } from '../tool-calls/registry.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { SettledReply } from '../state/request-state.ts';
import type { PlannedCall } from '../tool-calls/tool.ts';

export interface DecisionRules {
  readonly job: Job;
  readonly model: Model;
}

export function interpretReply(
  state: AgentState,
  reply: SettledReply,
  key: string,
  { job, model }: DecisionRules,
): AgentAction {
  const isDeciding = isModelDeciding(job, model);
  const mayCall = isDeciding && job.answersAtOnce !== true && getStepsLeft(state) > 1;
  const offered = mayCall ? getToolSchemas(job.registry, state) : [];
  const decision = isDeciding
    ? truncateDecision(
        parseDecision(reply, offered, (name, args) =>
          validateToolCall(job.registry, { name, parameters: args as never }),
        ),
      )
    : createPlainAnswer(reply);
  const activeTriggers = listTriggers(state, job, model)
    .map(([name]) => name)
    .filter((name) => state.request.activeTriggers.includes(name));
  const common = { by: isDeciding ? 'model' : 'rule', reply: key, held: activeTriggers } as const;
  const invalid = (problem: string, suggestion: string): AgentAction => ({
    type: 'invalid',
    decision: { type: 'invalid', problem, suggestion },
    ...common,
  });
  if (isGoalAchieved(decision)) {
    const note = CUT_SHORT_NOTES[reply.finish] ?? '';
    if (job.isConversational === true) {
      const { observation, thought, text: question } = decision;
      return { type: 'question', form: 'turn', decision: { type: 'ask', observation, thought, question }, ...common };
    }
    return { type: 'respond', decision, partial: note !== '', note, ...common };
  }
  switch (decision.type) {
    case 'invalid': {
      const names = offered.length === 0 ? [] : listCalledNames(reply);
      const problem = names.map((name) => describeUnavailable(job.registry, name, state)).find((why) => why !== null);
      return problem === undefined ? { type: 'invalid', decision, ...common } : invalid(problem, ALTERNATIVE_HINT);
    }
    case 'impossible':
      return { type: 'impossible', decision, ...common };
    case 'ask':
      return { type: 'question', form: 'question', decision, ...common };
    case 'call': {
      if (
        new Set(decision.calls.map((call) => createCallSignature(call.name, call.parameters))).size <
        decision.calls.length
      ) {
        return invalid('The same call stands twice in one reply.', 'Make each call once.');
      }
      for (const call of decision.calls) {
        const problem = findCallObjection(job.registry, call, state);
        if (problem !== null) return invalid(problem, ALTERNATIVE_HINT);
      }
      const calls = decision.calls.map(({ name: tool, parameters: args }) => ({ tool, args }));
      const verdicts = authorizeCalls(calls, reply.labels, job.registry, state);
      const denied = decision.calls[verdicts.indexOf('deny')];
      if (denied) return invalid(`${denied.name} may not be used here.`, 'Answer without it.');
      return { type: 'calls', decision, verdicts, ...common };
    }
  }
}

const ALTERNATIVE_HINT = 'Do something else, or answer with what there is.';
const CUT_SHORT_NOTES: Readonly<Partial<Record<SettledReply['finish'], string>>> = {
  length: 'The model reached the longest reply it was allowed, so the end is missing.',
  'content-filter': 'A filter of the model’s server stopped the answer, so the end is missing.',
};

function listCalledNames({ calls, text }: SettledReply): readonly string[] {
  return calls.length > 0 ? calls.map(({ name }) => name) : [parseToolCall(text)?.name ?? ''];
}

/** For a job in which code decides: any reply is the answer. */
function createPlainAnswer(reply: SettledReply): Decision {
  return { type: 'respond', observation: '', thought: '', text: reply.text };
}

/** Names of triggers whose condition holds, with the call each would make. */
export function listTriggers(state: AgentState, job: Job, model: Model): readonly (readonly [string, PlannedCall])[] {
  return Array.from(job.registry.tools.values()).flatMap((tool) => {
    const call = tool.trigger?.(state, model);
    return call ? [[tool.definition.name, call] as const] : [];
  });
}
