/** What was spent, in tokens and money, apart from the runs that spent it. */
import type { Frame } from '../frames/frames.ts';
import { isPaidBefore, type ModelBinding, type RunConfig, type RunSpec } from '../frames/spec.ts';
import { addToBill, NO_BILL, type Bill, type PricedModel } from './cost.ts';
import { addTokens, NO_TOKENS, toTokenSpend, type Tokens, type TokenSpend } from './usage.ts';

export interface Expense extends Tokens {
  readonly bill: Bill;
}

/** What was spent in the browser session, on the local calendar day and in its month. */
export interface Expenses {
  readonly session: Expense;
  readonly today: Expense;
  readonly month: Expense;
}

export const NO_EXPENSE: Expense = { ...NO_TOKENS, bill: NO_BILL };

/** Price dates of years would add up; the latest are shown. */
const MAX_PRICE_DATES = 4;

export function addExpenses(a: Expense, b: Expense): Expense {
  return {
    ...addTokens(a, b),
    bill: {
      free: a.bill.free + b.bill.free,
      known: a.bill.known + b.bill.known,
      unknown: a.bill.unknown + b.bill.unknown,
      asOf: Array.from(new Set([...a.bill.asOf, ...b.bill.asOf]))
        .sort()
        .slice(-MAX_PRICE_DATES),
    },
  };
}

/** `model`: null if it is not known. */
export function createExpense(usage: Tokens & Partial<TokenSpend>, model: PricedModel | null): Expense {
  const { input, output } = toTokenSpend(usage, NO_TOKENS);
  return { input, output, bill: addToBill(NO_BILL, usage, model) };
}

/** One `usage` frame, or the beginning of an agent's work. */
export interface Charge {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null for the beginning of an agent's work. */
  readonly model: { readonly id: string; readonly label: string } | null;
  readonly expense: Expense;
  /** Ids of the agents at work; of the one that begins. */
  readonly agents: readonly string[];
}

/** Give it all frames of a run in order. Null for a frame that spends nothing. */
export function createChargeReader(): (frame: Frame) => Charge | null {
  const bindings = new Map<string, ModelBinding>();
  /** Ids by correlation id, outermost first. */
  const agents = new Map<string, readonly string[]>();
  let begun: RunSpec | null = null;
  const learnBindings = ({
    models: { main, fast, vision, fallback, translator, embedder },
    others,
  }: RunConfig): void => {
    for (const binding of [main, fast, vision, fallback, translator, embedder, ...others])
      if (binding) bindings.set(binding.id, binding);
  };
  return (frame) => {
    const { seq, at } = frame;
    if (frame.kind === 'control' && (frame.control === 'retry' || frame.control === 'follow')) {
      learnBindings(frame.config);
      return null;
    }
    if (frame.kind === 'agent.invoked') {
      learnBindings(frame.spec);
      begun ??= frame.spec;
      const { sub } = frame.spec;
      if (sub === null || agents.has(sub.correlationId)) return null;
      agents.set(sub.correlationId, sub.path);
      if (isPaidBefore(begun, seq)) return null;
      return { seq, at, model: null, expense: NO_EXPENSE, agents: [sub.agent.id] };
    }
    if (frame.kind !== 'usage' || isPaidBefore(begun, seq)) return null;
    const binding = bindings.get(frame.model) ?? null;
    return {
      seq,
      at,
      model: { id: frame.model, label: binding?.label ?? frame.model },
      expense: createExpense(frame, binding),
      agents: agents.get(frame.correlationId ?? '') ?? [],
    };
  };
}
