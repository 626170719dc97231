/**
 * What agents have taken, over all runs. The one rule: an invocation counts once, however often its run is looked at and
 * whatever died meanwhile: what is added is what it has taken beyond what was counted of it.
 */
import { plusCost, totalCost } from '../agent/cost.ts';
import { nameOf, subsOf } from '../agent/subs.ts';
import type { AgentState } from '../agent/state.ts';
import type { AgentSpend } from '../protocol/agents.ts';

/** What one invocation has taken so far, agents that it called included: its own limit holds those too. */
export interface Invoked {
  /** Id of the agent. */
  readonly agent: string;
  /** Of the invocation, among all runs. */
  readonly name: string;
  readonly input: number;
  readonly output: number;
  readonly cost: number | null;
}

export interface SpendRecord extends AgentSpend {
  /** Invocations that are counted, those looked at last at the end. */
  readonly counted: readonly Omit<Invoked, 'agent'>[];
}

export const NO_SPEND: SpendRecord = { invocations: 0, input: 0, output: 0, cost: 0, counted: [] };

/** The invocations of a run about which it has said something after that frame. */
export function invokedIn(state: AgentState, after: number): readonly Invoked[] {
  const runId = state.spec?.runId ?? '';
  return [...subsOf(state)].flatMap((sub) => {
    const agent = sub.spec?.sub?.agent.id;
    if (agent === undefined || sub.lastSeq <= after) return [];
    const { usage, bill } = sub;
    return [
      { agent, name: `${runId}>${nameOf(sub) ?? ''}`, input: usage.input, output: usage.output, cost: totalCost(bill) },
    ];
  });
}

/** The record with that invocation as it stands now. `most`: how many are known by name. */
export function withInvoked(record: SpendRecord, { name, input, output, cost }: Invoked, most: number): SpendRecord {
  const before = record.counted.find((each) => each.name === name);
  const others = record.counted.filter((each) => each !== before);
  return {
    invocations: record.invocations + (before ? 0 : 1),
    input: record.input + Math.max(0, input - (before?.input ?? 0)),
    output: record.output + Math.max(0, output - (before?.output ?? 0)),
    cost: plusCost(record.cost, beyond(cost, before ? before.cost : 0)),
    counted: [...others, { name, input, output, cost }].slice(-most),
  };
}

const beyond = (cost: number | null, before: number | null): number | null =>
  cost === null || before === null ? null : Math.max(0, cost - before);
