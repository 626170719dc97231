/** One agent, with nobody between: the person chose it, and its report is the answer. Code calls it; no model decides to. */
import type { AnswerRequest, Job } from '../agent/job.ts';
import { signature } from '../agent/fold.ts';
import type { AgentState } from '../agent/state.ts';
import { createRegistry, type PlannedCall } from '../agent/tools.ts';
import { TroubleError } from '../base/errors.ts';
import { toolNameOf } from './agent-name.ts';
import { citationsIn } from './citing.ts';

export const agent: Job = {
  name: 'agent',
  registry: createRegistry(),
  delegates: true,
  instructions: null,
  opening: callIt,
  cite: citationsIn,
  answer: (): Promise<AnswerRequest> => Promise.reject(new TroubleError(GONE)),
};

const GONE = {
  code: 'agent.gone',
  message: 'This agent is not there any more, or is switched off.',
  cure: 'Look at the list of agents.',
};

function callIt(state: AgentState): PlannedCall | null {
  const { spec } = state;
  if (!spec?.agents.some(({ id }) => id === spec.agent)) return null;
  const call = { tool: toolNameOf(spec.agent), args: { task: spec.goal } };
  const tried = state.outcomes.get(signature(call.tool, call.args));
  // where it failed and the person tries again, it is called again
  return tried?.failed === false && tried.turn >= state.since
    ? null
    : { ...call, thought: 'The person chose this agent.' };
}
