/** Spend of agents over all runs; each invocation counts once, even after crashes. */
import { addCosts, getTotalCost } from '../agent/budget/cost.ts';
import { getCorrelationId, iterateSubAgents } from '../agent/state/sub-agents.ts';
import type { AgentState } from '../agent/store/run-state.ts';
import type { AgentSpend } from '../protocol/agents.ts';

/** Includes agents it called. */
export interface InvocationSpend {
  readonly agent: string;
  /** Unique over all runs. */
  readonly name: string;
  readonly input: number;
  readonly output: number;
  readonly cost: number | null;
}

export interface SpendRecord extends AgentSpend {
  /** Most recently updated last. */
  readonly counted: readonly Omit<InvocationSpend, 'agent'>[];
}

export const NO_SPEND: SpendRecord = { invocations: 0, input: 0, output: 0, cost: 0, counted: [] };

export function listInvocations(state: AgentState, after: number): readonly InvocationSpend[] {
  const runId = state.spec?.runId ?? '';
  return [...iterateSubAgents(state)].flatMap((sub) => {
    const agent = sub.spec?.sub?.agent.id;
    if (agent === undefined || sub.lastSeq <= after) return [];
    const { usage, bill } = sub;
    return [
      {
        agent,
        name: `${runId}>${getCorrelationId(sub) ?? ''}`,
        input: usage.input,
        output: usage.output,
        cost: getTotalCost(bill),
      },
    ];
  });
}

export function addInvocation(
  record: SpendRecord,
  { name, input, output, cost }: InvocationSpend,
  most: number,
): SpendRecord {
  const previous = record.counted.find((each) => each.name === name);
  const others = record.counted.filter((each) => each !== previous);
  return {
    invocations: record.invocations + (previous ? 0 : 1),
    input: record.input + Math.max(0, input - (previous?.input ?? 0)),
    output: record.output + Math.max(0, output - (previous?.output ?? 0)),
    cost: addCosts(record.cost, subtractCost(cost, previous ? previous.cost : 0)),
    counted: [...others, { name, input, output, cost }].slice(-most),
  };
}

const subtractCost = (cost: number | null, recorded: number | null): number | null =>
  cost === null || recorded === null ? null : Math.max(0, cost - recorded);
