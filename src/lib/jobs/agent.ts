/** Runs one agent that the user chose; its report is the answer. */
import type { AnswerRequest, Job } from '../agent/loop/job.ts';
import { findOutcome } from '../agent/state/fold-tool-calls.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { createRegistry, type PlannedCall } from '../agent/tool-calls/index.ts';
import { UserFacingError } from '../base/errors.ts';
import { toToolName } from './agent-tool-name.ts';
import { verifyCitations } from './citing.ts';

export const agent: Job = {
  name: 'agent',
  registry: createRegistry(),
  canDelegate: true,
  instructions: null,
  findOpeningCall: planAgentCall,
  cite: verifyCitations,
  buildAnswerRequest: (): Promise<AnswerRequest> => Promise.reject(new UserFacingError(AGENT_GONE_ERROR)),
};

const AGENT_GONE_ERROR = {
  code: 'agent.gone',
  message: 'This agent isn’t there any more, or is switched off.',
  hint: 'Look at the list of agents.',
};

function planAgentCall(state: AgentState): PlannedCall | null {
  const { spec } = state;
  if (!spec?.agents.some(({ id }) => id === spec.agent)) return null;
  const call = { tool: toToolName(spec.agent), args: { task: spec.goal } };
  // called again only if it failed and the user retries
  if (findOutcome(state, call.tool, call.args)?.failed === false) return null;
  return { ...call, thought: 'The person chose this agent.' };
}
