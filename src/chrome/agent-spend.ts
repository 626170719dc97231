/**
 * What agents have taken, in `chrome.storage.local`: a record for each, and one of the runs that are counted. The one rule: what
 * a run adds is one write with the note that it was added, so that a death in between can neither lose it nor double it.
 */
import type { AgentState } from '../lib/agent/state.ts';
import { invokedIn, NO_SPEND, withInvoked, type SpendRecord } from '../lib/agents/spend.ts';
import type { AgentSpend } from '../lib/protocol/agents.ts';
import { check } from '../lib/protocol/check.ts';
import { AGENTS_VERSION, MAX_COUNTED, MAX_RUNS_COUNTED } from '../lib/protocol/kept-agents.ts';
import { writeLocal } from './local-area.ts';

const RUNS = 'agent-runs';
const keyOf = (id: string): string => `agent-spend/${id}`;

/** By id of the agent; nothing for those that were never called. */
export async function loadSpend(ids: readonly string[]): Promise<ReadonlyMap<string, AgentSpend>> {
  const records = await recordsOf(ids);
  const spend = ({ invocations, input, output, cost }: SpendRecord): AgentSpend => ({
    invocations,
    input,
    output,
    cost,
  });
  return new Map(Array.from(records, ([id, record]) => [id, spend(record)]));
}

/** Adds what the agents of a run have taken since it was last looked at. Safe to call at any time, and again. */
export async function countSpend(state: AgentState): Promise<void> {
  const runId = state.spec?.runId;
  if (runId === undefined) return;
  await navigator.locks.request(RUNS, async () => {
    const runs = await runsCounted();
    const to = runs.find((each) => each.runId === runId)?.seq ?? -1;
    if (state.lastSeq <= to) return;
    const invoked = invokedIn(state, to);
    const records = new Map(await recordsOf(invoked.map(({ agent }) => agent)));
    for (const each of invoked)
      records.set(each.agent, withInvoked(records.get(each.agent) ?? NO_SPEND, each, MAX_COUNTED));
    const left = [...runs.filter((each) => each.runId !== runId), { runId, seq: state.lastSeq }].slice(
      -MAX_RUNS_COUNTED,
    );
    await writeLocal({
      ...Object.fromEntries(Array.from(records, ([id, record]) => [keyOf(id), { version: AGENTS_VERSION, ...record }])),
      [RUNS]: { version: AGENTS_VERSION, runs: left },
    });
  });
}

/** Of these runs, those that may have taken what nobody has counted. */
export async function uncounted<T extends { readonly runId: string; readonly lastSeq: number }>(
  heads: readonly T[],
): Promise<readonly T[]> {
  const seen = new Map((await runsCounted()).map(({ runId, seq }) => [runId, seq]));
  return heads.filter(({ runId, lastSeq }) => lastSeq > (seen.get(runId) ?? -1));
}

/** What does not fit counts as nothing: the figures begin anew. */
async function recordsOf(ids: readonly string[]): Promise<ReadonlyMap<string, SpendRecord>> {
  const found = ids.length === 0 ? {} : await chrome.storage.local.get(ids.map(keyOf));
  return new Map(
    ids.flatMap((id) => {
      const checked = check('agent.spend', found[keyOf(id)]);
      return checked.ok ? [[id, checked.value] as const] : [];
    }),
  );
}

async function runsCounted(): Promise<readonly { readonly runId: string; readonly seq: number }[]> {
  const checked = check('agent.runs', (await chrome.storage.local.get(RUNS))[RUNS]);
  return checked.ok ? checked.value.runs : [];
}
