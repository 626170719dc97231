/** Agents' usage and the list of counted runs, written in one call: a crash neither loses nor doubles usage. */
import type { AgentState } from '../../lib/agent/store/run-state.ts';
import { listInvocations, NO_SPEND, addInvocation, type SpendRecord } from '../../lib/agents/spend.ts';
import type { AgentSpend } from '../../lib/protocol/agents.ts';
import { check } from '../../lib/protocol/check.ts';
import { AGENTS_VERSION, MAX_COUNTED, MAX_RUNS_COUNTED } from '../../lib/protocol/kept-agents.ts';
import { writeLocal } from './local-area.ts';

const COUNTED_RUNS_KEY = 'agent-runs';
const getSpendKey = (id: string): string => `agent-spend/${id}`;

export async function loadSpend(ids: readonly string[]): Promise<ReadonlyMap<string, AgentSpend>> {
  const records = await loadSpendRecords(ids);
  const toAgentSpend = ({ invocations, input, output, cost }: SpendRecord): AgentSpend => ({
    invocations,
    input,
    output,
    cost,
  });
  return new Map(Array.from(records, ([id, record]) => [id, toAgentSpend(record)]));
}

/** Adds the usage since the last call. Idempotent. */
export async function countSpend(state: AgentState): Promise<void> {
  const runId = state.spec?.runId;
  if (runId === undefined) return;
  await navigator.locks.request(COUNTED_RUNS_KEY, async () => {
    const countedRuns = await loadCountedRuns();
    const countedSeq = countedRuns.find((each) => each.runId === runId)?.seq ?? -1;
    if (state.lastSeq <= countedSeq) return;
    const invoked = listInvocations(state, countedSeq);
    const records = new Map(await loadSpendRecords(invoked.map(({ agent }) => agent)));
    for (const invocation of invoked)
      records.set(invocation.agent, addInvocation(records.get(invocation.agent) ?? NO_SPEND, invocation, MAX_COUNTED));
    const newCountedRuns = [...countedRuns.filter((each) => each.runId !== runId), { runId, seq: state.lastSeq }].slice(
      -MAX_RUNS_COUNTED,
    );
    await writeLocal({
      ...Object.fromEntries(
        Array.from(records, ([id, record]) => [getSpendKey(id), { version: AGENTS_VERSION, ...record }]),
      ),
      [COUNTED_RUNS_KEY]: { version: AGENTS_VERSION, runs: newCountedRuns },
    });
  });
}

export async function filterUncounted<T extends { readonly runId: string; readonly lastSeq: number }>(
  heads: readonly T[],
): Promise<readonly T[]> {
  const countedSeqs = new Map((await loadCountedRuns()).map(({ runId, seq }) => [runId, seq]));
  return heads.filter(({ runId, lastSeq }) => lastSeq > (countedSeqs.get(runId) ?? -1));
}

/** Records that fail the schema count as zero. */
async function loadSpendRecords(ids: readonly string[]): Promise<ReadonlyMap<string, SpendRecord>> {
  const stored = ids.length === 0 ? {} : await chrome.storage.local.get(ids.map(getSpendKey));
  return new Map(
    ids.flatMap((id) => {
      const checked = check('agent.spend', stored[getSpendKey(id)]);
      return checked.ok ? [[id, checked.value] as const] : [];
    }),
  );
}

async function loadCountedRuns(): Promise<readonly { readonly runId: string; readonly seq: number }[]> {
  const checked = check('agent.runs', (await chrome.storage.local.get(COUNTED_RUNS_KEY))[COUNTED_RUNS_KEY]);
  return checked.ok ? checked.value.runs : [];
}
