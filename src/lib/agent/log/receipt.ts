/** Splits a run's settled usage by step, source, model and agent; rows add up exactly to the total. */
import { addToBill, computeModelCost, NO_BILL, addCosts, type Bill, type PricedModel } from '../budget/cost.ts';
import { fold, findBilledModel } from '../state/fold.ts';
import type { Frame, ModelCallFrame, Share, UsageFrame } from '../frames/frames.ts';
import { createSession, type AgentState } from '../state/agent-state.ts';
import { parseCorrelationId } from '../state/sub-agents.ts';
import { toTokenSpend, type TokenSpend } from '../budget/tokens.ts';

/** `cached` is part of `input`, `reasoning` of `output`. */
export interface Spending {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** At each model's prices; null if one is unknown. */
  readonly cost: number | null;
}

/** Most reliable first. */
export type Figure = UsageFrame['source'];

/** Includes sub-agents it called; -1 for usage without a known call. */
export interface StepRow extends Spending {
  readonly step: number;
  readonly purposes: readonly ModelCallFrame['purpose'][];
  readonly attempts: number;
  readonly figure: Figure;
}

/** Providers do not attribute cached tokens: each source gets a proportional part. */
export interface SourceRow extends Spending {
  /** As in `Share`; `unknown`: no shares. `written`: model output. */
  readonly source: string;
}

export interface ModelRow extends Spending {
  readonly id: string;
  readonly label: string;
}

/** All its invocations, without the agents it called. */
export interface AgentRow extends Spending {
  readonly id: string;
  readonly name: string;
}

export interface Receipt {
  readonly steps: readonly StepRow[];
  /** Largest first; model output last. */
  readonly sources: readonly SourceRow[];
  readonly models: readonly ModelRow[];
  readonly agents: readonly AgentRow[];
  readonly total: Spending;
  readonly bill: Bill;
}

const NO_SPENDING: Spending = { input: 0, output: 0, cached: 0, reasoning: 0, cost: 0 };
const FIGURES_BY_RELIABILITY: readonly Figure[] = ['provider', 'counted', 'lost'];

/** Frames in any order. Linear time. */
export function buildReceipt(frames: readonly Frame[]): Receipt {
  const calls = new Map<string, ModelCallFrame>();
  const steps = new Map<number, StepRow>();
  const sources = new Map<string, SourceRow>();
  const models = new Map<string, ModelRow>();
  const agents = new Map<string, AgentRow>();
  const names = new Map<string, string>();
  const getStep = createStepLookup();
  let [total, written, bill] = [NO_SPENDING, NO_SPENDING, NO_BILL];
  let state: AgentState = createSession();
  for (const frame of frames) {
    state = fold(state, frame);
    if (frame.kind === 'model.call') calls.set(frame.key, frame);
    if (frame.kind === 'agent.invoked') names.set(frame.agentId, frame.spec.sub?.agent.name ?? frame.agentId);
    const step = getStep(frame);
    if (frame.kind !== 'usage') continue;
    const call = calls.get(frame.key);
    const binding = findBilledModel(state, frame);
    const tokenSpend = { ...toTokenSpend(frame, NO_SPENDING), source: frame.source }; // as the ledger takes it
    const spent = { ...tokenSpend, cost: computeModelCost(tokenSpend, binding) };
    bill = addToBill(bill, frame, binding);
    total = addSpending(total, spent);
    steps.set(step, addToStepRow(steps.get(step), step, spent, call));
    const modelId = { id: binding?.id ?? frame.model, label: binding?.label ?? frame.model };
    models.set(modelId.id, { ...modelId, ...addSpending(models.get(modelId.id) ?? NO_SPENDING, spent) });
    if (frame.correlationId !== null) {
      const id = frame.agentId;
      agents.set(id, { id, name: names.get(id) ?? id, ...addSpending(agents.get(id) ?? NO_SPENDING, spent) });
    }
    for (const { source, tokens, cached } of splitInputBySource(spent, call?.shares ?? []))
      sources.set(source, {
        source,
        ...addSpending(
          sources.get(source) ?? NO_SPENDING,
          priceSpending({ ...NO_SPENDING, input: tokens, cached }, binding),
        ),
      });
    written = addSpending(
      written,
      priceSpending({ ...NO_SPENDING, output: spent.output, reasoning: spent.reasoning }, binding),
    );
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

function createStepLookup(): (frame: Frame) => number {
  const steps = new Map<string, number>();
  return (frame) => {
    const [root] = parseCorrelationId(frame.correlationId);
    if (root === undefined && (frame.kind === 'model.call' || frame.kind === 'tool.call'))
      steps.set(frame.key, frame.step);
    return steps.get(root ?? ('key' in frame ? frame.key : '')) ?? -1;
  };
}

const priceSpending = (part: Spending, binding: PricedModel | null): Spending => ({
  ...part,
  cost: computeModelCost(part, binding),
});

function addSpending(a: Spending, b: Spending): Spending {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    reasoning: a.reasoning + b.reasoning,
    cost: addCosts(a.cost, b.cost),
  };
}

function addToStepRow(
  row: StepRow | undefined,
  step: number,
  usage: TokenSpend & Spending,
  call: ModelCallFrame | undefined,
): StepRow {
  const purposes = row?.purposes ?? [];
  const isKnown = call === undefined || purposes.includes(call.purpose);
  const figure = Math.max(
    FIGURES_BY_RELIABILITY.indexOf(row?.figure ?? 'provider'),
    FIGURES_BY_RELIABILITY.indexOf(usage.source),
  );
  return {
    step,
    purposes: isKnown ? purposes : [...purposes, call.purpose],
    attempts: (row?.attempts ?? 0) + 1,
    figure: FIGURES_BY_RELIABILITY[figure] ?? 'provider',
    ...addSpending(row ?? NO_SPENDING, usage),
  };
}

/** In proportion to the shares counted before the call. */
function splitInputBySource(
  { input, cached }: TokenSpend,
  shares: readonly Share[],
): readonly (Share & { readonly cached: number })[] {
  if (input === 0 && cached === 0) return [];
  const parts = splitProportionally(
    input,
    shares.map(({ tokens }) => tokens),
  );
  const hits = splitProportionally(cached, parts);
  if (hits.length === 0) return [{ source: 'unknown', tokens: input, cached }];
  const rows = shares.map(({ source }, at) => ({ source, tokens: parts[at] ?? 0, cached: hits[at] ?? 0 }));
  return rows.filter(({ tokens }) => tokens > 0);
}

/** By largest remainder. [] if all weights are zero or a number is not a safe non-negative integer. */
export function splitProportionally(whole: number, weights: readonly number[]): readonly number[] {
  const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
  if (!isWhole(whole) || !weights.every(isWhole) || weights.every((weight) => weight === 0)) return [];
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n);
  const due = weights.map((weight) => BigInt(whole) * BigInt(weight)); // in units of 1/sum; bigint because it exceeds a double
  const parts = due.map((part) => Number(part / sum));
  const remaining = whole - parts.reduce((a, b) => a + b, 0);
  const byRemainder = due.map((part, at) => [Number(part % sum), at] as const).sort(([a], [b]) => b - a);
  for (const [, at] of byRemainder.slice(0, remaining)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}
