/**
 * What is said first of a run whose worker died. The one rule: every attempt that was cut is settled with what it had written and
 * what it must have cost; should the next worker die over that, the one after settles the rest.
 */
import { elapsed } from '../base/clock.ts';
import { MOST } from './bounds.ts';
import { SYSTEM, type Drafts, type FrameDraft } from './frames.ts';
import type { RunPorts } from './ports.ts';
import { openCalls, specOf, type AgentState, type OpenEffect } from './session.ts';
import { atWork } from './subs.ts';

/** That the run goes on, and the attempts that were cut: in one commit, or as many as they take. */
export async function resumed(state: AgentState, ports: RunPorts): Promise<readonly Drafts[]> {
  const cut = [...atWork(state)].flatMap((by) =>
    [...by.effects.values()].filter((effect) => effect.underWay).map((effect) => ({ by, effect })),
  );
  const during = openCalls(state).length > 0 ? 'while a tool was running' : 'between two steps';
  const note = `Interrupted ${cut.length > 0 ? 'while the model was answering' : during}.`;
  const lost = cut.map(({ effect }) => effect.call.key);
  const goesOn: FrameDraft = { kind: 'control', labels: SYSTEM, control: 'resume', commandId: null, lost, note };
  const settled = await Promise.all(cut.map(({ by, effect }) => settledAs(effect, by, ports)));
  const first: Drafts = [goesOn, ...settled.slice(0, AT_ONCE).flat()];
  const rest: Drafts[] = [];
  for (let from = AT_ONCE; from < settled.length; from += AT_ONCE) {
    const [head, ...tail] = settled.slice(from, from + AT_ONCE).flat();
    if (head) rest.push([head, ...tail]);
  }
  return [first, ...rest];
}

/** Attempts that are settled in one commit: of two frames each. */
const AT_ONCE = Math.floor((MOST.frames - 1) / 2);

async function settledAs({ call }: OpenEffect, by: AgentState, ports: RunPorts): Promise<readonly FrameDraft[]> {
  const { key, labels, id: parentId, estimate, model } = call;
  const { sub } = specOf(by);
  const head = { ...(sub ? { agentId: sub.agent.id, correlationId: sub.correlationId } : {}), labels, parentId, key };
  const text = ports.recovered.find((draft) => draft.key === key)?.text ?? '';
  return [
    { ...head, kind: 'model.reply', text, calls: [], finish: 'aborted', failure: null, ms: 0 },
    {
      ...head,
      kind: 'usage',
      model,
      input: Math.ceil(estimate.input * by.drift),
      output: await counted(text, ports),
      cached: 0,
      reasoning: 0,
      source: 'lost',
    },
  ];
}

/** Tokens of what a cut attempt had written; its characters where they cannot be counted, which are never fewer. */
async function counted(text: string, { tokens, clock }: RunPorts): Promise<number> {
  if (text === '') return 0;
  const late = elapsed(clock, COUNT_MS).then(() => text.length);
  return Promise.race([tokens.count(text).catch(() => text.length), late]);
}

const COUNT_MS = 5000;
