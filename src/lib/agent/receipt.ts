/**
 * What a run spent, by step and by source: a fold of its frames. The one rule: rows are the settled usage and nothing
 * else, so that those by step and those by source each add up, to the token, to the usage of the run.
 */
import { billed, costAt, NO_BILL, plusCost, type Bill, type Payee } from './cost.ts';
import { fold, payeeOf } from './fold.ts';
import type { Frame, ModelCallFrame, Share, UsageFrame } from './frames.ts';
import { createSession, type AgentState } from './session.ts';
import { pathOf } from './subs.ts';
import { spentOf, type Spent } from './tokens.ts';

/** `cached` is part of `input`, `reasoning` part of `output`. */
export interface Spending {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** Each call at the prices of the model that was called; null where the price of one of them is not known. */
  readonly cost: number | null;
}

/** Where a figure comes from, best first. */
export type Figure = UsageFrame['source'];

/** What one step of the main agent took, with what agents took that were called in it; -1 for what no known call was made for. */
export interface StepRow extends Spending {
  readonly step: number;
  readonly purposes: readonly ModelCallFrame['purpose'][];
  /** Attempts that were paid for. */
  readonly attempts: number;
  /** The least sure of its figures. */
  readonly figure: Figure;
}

/** What one source took. Of cached tokens nobody says whose they are: each source bears its part of them. */
export interface SourceRow extends Spending {
  /** As in `Share`; `unknown` for input of calls that were not told apart, `written` for what the model wrote. */
  readonly source: string;
}

/** What one model took. */
export interface ModelRow extends Spending {
  readonly id: string;
  readonly label: string;
}

/** What one agent took in all that it was called for, without those that it called. */
export interface AgentRow extends Spending {
  readonly id: string;
  readonly name: string;
}

export interface Receipt {
  /** In order of the steps. */
  readonly steps: readonly StepRow[];
  /** Sources of the input, largest first; what the model wrote comes last. */
  readonly sources: readonly SourceRow[];
  /** In order of their first calls. */
  readonly models: readonly ModelRow[];
  /** Agents that were called, in order of their first calls of a model. */
  readonly agents: readonly AgentRow[];
  readonly total: Spending;
  /** As in the state of the run. */
  readonly bill: Bill;
}

const NOTHING: Spending = { input: 0, output: 0, cached: 0, reasoning: 0, cost: 0 };
const FIGURES: readonly Figure[] = ['provider', 'counted', 'lost'];

/** Total over any frames in any order; its time grows with their number alone. */
export function receiptOf(frames: readonly Frame[]): Receipt {
  const calls = new Map<string, ModelCallFrame>();
  const steps = new Map<number, StepRow>();
  const sources = new Map<string, SourceRow>();
  const models = new Map<string, ModelRow>();
  const agents = new Map<string, AgentRow>();
  const names = new Map<string, string>();
  const stepOf = stepsOfMain();
  let [total, written, bill] = [NOTHING, NOTHING, NO_BILL];
  let state: AgentState = createSession();
  for (const frame of frames) {
    state = fold(state, frame);
    if (frame.kind === 'model.call') calls.set(frame.key, frame);
    if (frame.kind === 'agent.invoked') names.set(frame.agentId, frame.spec.sub?.agent.name ?? frame.agentId);
    const step = stepOf(frame);
    if (frame.kind !== 'usage') continue;
    const call = calls.get(frame.key);
    const by = payeeOf(state, frame);
    const told = { ...spentOf(frame, NOTHING), source: frame.source }; // as the ledger takes it
    const spent = { ...told, cost: costAt(told, by) };
    bill = billed(bill, frame, by);
    total = plus(total, spent);
    steps.set(step, stepAfter(steps.get(step), step, spent, call));
    const named = { id: by?.id ?? frame.model, label: by?.label ?? frame.model };
    models.set(named.id, { ...named, ...plus(models.get(named.id) ?? NOTHING, spent) });
    if (frame.correlationId !== null) {
      const id = frame.agentId;
      agents.set(id, { id, name: names.get(id) ?? id, ...plus(agents.get(id) ?? NOTHING, spent) });
    }
    for (const { source, tokens, cached } of inputBySource(spent, call?.shares ?? []))
      sources.set(source, {
        source,
        ...plus(sources.get(source) ?? NOTHING, priced({ ...NOTHING, input: tokens, cached }, by)),
      });
    written = plus(written, priced({ ...NOTHING, output: spent.output, reasoning: spent.reasoning }, by));
  }
  return {
    steps: Array.from(steps.values()).sort((a, b) => a.step - b.step),
    sources: [
      ...Array.from(sources.values()).sort((a, b) => b.input - a.input),
      ...(total.output > 0 || total.reasoning > 0 ? [{ source: 'written', ...written }] : []),
    ],
    models: Array.from(models.values()),
    agents: Array.from(agents.values()),
    total,
    bill,
  };
}

/** The step of the main agent that a frame belongs to: its own, or the one that called whoever the frame is of. */
function stepsOfMain(): (frame: Frame) => number {
  const steps = new Map<string, number>();
  return (frame) => {
    const [root] = pathOf(frame.correlationId);
    if (root === undefined && (frame.kind === 'model.call' || frame.kind === 'tool.call'))
      steps.set(frame.key, frame.step);
    return steps.get(root ?? ('key' in frame ? frame.key : '')) ?? -1;
  };
}

const priced = (part: Spending, payee: Payee | null): Spending => ({ ...part, cost: costAt(part, payee) });

function plus(a: Spending, b: Spending): Spending {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    reasoning: a.reasoning + b.reasoning,
    cost: plusCost(a.cost, b.cost),
  };
}

function stepAfter(
  row: StepRow | undefined,
  step: number,
  usage: Spent & Spending,
  call: ModelCallFrame | undefined,
): StepRow {
  const purposes = row?.purposes ?? [];
  const known = call === undefined || purposes.includes(call.purpose);
  const figure = Math.max(FIGURES.indexOf(row?.figure ?? 'provider'), FIGURES.indexOf(usage.source));
  return {
    step,
    purposes: known ? purposes : [...purposes, call.purpose],
    attempts: (row?.attempts ?? 0) + 1,
    figure: FIGURES[figure] ?? 'provider',
    ...plus(row ?? NOTHING, usage),
  };
}

/** A call's input by source: the shares counted before it, scaled to the figure that is paid. */
function inputBySource(
  { input, cached }: Spent,
  shares: readonly Share[],
): readonly (Share & { readonly cached: number })[] {
  if (input === 0 && cached === 0) return [];
  const parts = split(
    input,
    shares.map(({ tokens }) => tokens),
  );
  const hits = split(cached, parts);
  if (hits.length === 0) return [{ source: 'unknown', tokens: input, cached }];
  const rows = shares.map(({ source }, at) => ({ source, tokens: parts[at] ?? 0, cached: hits[at] ?? 0 }));
  return rows.filter(({ tokens }) => tokens > 0);
}

/**
 * A whole number in proportion to whole weights, in whole numbers that add up to it: by largest remainder, so that no part
 * is as much as one away from its due. [] where nothing weighs anything, or something is no whole number.
 */
export function split(whole: number, weights: readonly number[]): readonly number[] {
  const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
  if (!isWhole(whole) || !weights.every(isWhole) || weights.every((weight) => weight === 0)) return [];
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n);
  const due = weights.map((weight) => BigInt(whole) * BigInt(weight)); // in parts of `sum`; beyond what a double holds
  const parts = due.map((part) => Number(part / sum));
  const left = whole - parts.reduce((a, b) => a + b, 0);
  const rest = due.map((part, at) => [Number(part % sum), at] as const).sort(([a], [b]) => b - a);
  for (const [, at] of rest.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}
