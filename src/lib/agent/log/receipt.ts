/** Splits a run's settled usage by step, source, model and agent; rows add up exactly to the total. */
import { addCosts, computeModelCost, type Bill } from '../budget/cost.ts';
import { addTokens, toTokenSpend, type Tokens } from '../budget/usage.ts';
import type { ModelCallFrame, Share, UsageFrame } from '../frames/model-frames.ts';
import type { Timeline } from './timeline.ts';

/** `cached` is part of `input`, `reasoning` of `output`. */
export interface Spending extends Tokens {
  readonly cached: number;
  readonly reasoning: number;
  /** At each model's prices; null if one is unknown. */
  readonly cost: number | null;
}

/** Most reliable first. */
type Figure = UsageFrame['source'];

/** Includes sub-agents it called; -1 for usage without a known call. A second opinion of the step’s answer has a row of its own. */
export interface StepRow extends Spending {
  readonly step: number;
  readonly purposes: readonly ModelCallFrame['purpose'][];
  readonly attempts: number;
  readonly figure: Figure;
}

/** Providers do not attribute cached tokens: each source gets a proportional part. */
interface SourceRow extends Spending {
  /** As in `Share`; `unknown`: no shares. `written`: model output. */
  readonly source: string;
}

interface ModelRow extends Spending {
  readonly id: string;
  readonly label: string;
}

/** All its invocations, without the agents it called. */
interface AgentRow extends Spending {
  readonly id: string;
  readonly name: string;
}

export interface Receipt {
  readonly steps: readonly StepRow[];
  /** Largest first; model output last. */
  readonly sources: readonly SourceRow[];
  readonly models: readonly ModelRow[];
  readonly agents: readonly AgentRow[];
  /** What the main agent spent. */
  readonly main: Spending;
  readonly total: Spending;
  readonly bill: Bill;
}

const NO_SPENDING: Spending = { input: 0, output: 0, cached: 0, reasoning: 0, cost: 0 };
const FIGURES_BY_RELIABILITY: readonly Figure[] = ['provider', 'counted', 'lost'];

export function buildReceipt({ charges, state: { bill } }: Pick<Timeline, 'charges' | 'state'>): Receipt {
  const steps = new Map<string, StepRow>();
  const sources = new Map<string, SourceRow>();
  const models = new Map<string, ModelRow>();
  const agents = new Map<string, AgentRow>();
  let [total, main, written] = [NO_SPENDING, NO_SPENDING, NO_SPENDING];
  for (const { usage, call, model, step, agent } of charges) {
    const tokenSpend = toTokenSpend(usage, NO_SPENDING); // as the ledger takes it
    const { input, output, cached, reasoning } = tokenSpend;
    const spent = { input, output, cached, reasoning, cost: computeModelCost(tokenSpend, model) };
    const priceTokens = (tokens: Partial<Spending>): Spending => {
      const part = { ...NO_SPENDING, ...tokens };
      return { ...part, cost: computeModelCost(part, model) };
    };
    total = addSpending(total, spent);
    const row = call?.purpose === 'opinion' ? `${step}/opinion` : String(step);
    steps.set(row, addToStepRow(steps.get(row), step, spent, usage.source, call));
    const id = model?.id ?? usage.model;
    models.set(id, { id, label: model?.label ?? usage.model, ...addSpending(models.get(id), spent) });
    if (agent === null) main = addSpending(main, spent);
    else agents.set(agent.id, { ...agent, ...addSpending(agents.get(agent.id), spent) });
    for (const { source, tokens, cached: hits } of splitInputBySource(spent, call?.shares ?? []))
      sources.set(source, {
        source,
        ...addSpending(sources.get(source), priceTokens({ input: tokens, cached: hits })),
      });
    written = addSpending(written, priceTokens({ output, reasoning }));
  }
  return {
    steps: Array.from(steps.values()).sort((a, b) => a.step - b.step),
    sources: [
      ...Array.from(sources.values()).sort((a, b) => b.input - a.input),
      ...(total.output > 0 || total.reasoning > 0 ? [{ source: 'written', ...written }] : []),
    ],
    models: Array.from(models.values()),
    agents: Array.from(agents.values()),
    main,
    total,
    bill,
  };
}

function addSpending(a: Spending = NO_SPENDING, b: Spending): Spending {
  return {
    ...addTokens(a, b),
    cached: a.cached + b.cached,
    reasoning: a.reasoning + b.reasoning,
    cost: addCosts(a.cost, b.cost),
  };
}

function addToStepRow(
  row: StepRow | undefined,
  step: number,
  spent: Spending,
  source: Figure,
  call: ModelCallFrame | undefined,
): StepRow {
  const purposes = row?.purposes ?? [];
  const isKnown = call === undefined || purposes.includes(call.purpose);
  const figures = [row?.figure ?? 'provider', source].map((figure) => FIGURES_BY_RELIABILITY.indexOf(figure));
  return {
    step,
    purposes: isKnown ? purposes : [...purposes, call.purpose],
    attempts: (row?.attempts ?? 0) + 1,
    figure: FIGURES_BY_RELIABILITY[Math.max(...figures)] ?? 'provider',
    ...addSpending(row, spent),
  };
}

/** In proportion to the shares counted before the call. */
function splitInputBySource(
  { input, cached }: Spending,
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

/** Splits by largest remainder. [] if all weights are zero or a number is not a safe non-negative integer. */
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
