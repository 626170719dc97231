/**
 * Token accounting (R5.5): estimated before, tracked after, held against the budget. The one rule: the ledger holds whole
 * numbers that a call can have spent, whatever a provider says; what cannot be compared counts as too much.
 *
 * The running totals do not carry the budget: it is one of the run's terms, which a retry may change, and a second copy
 * would be a second truth. `usageOf` puts both together for whoever compares them.
 */
import { costOf, type Prices } from './spec.ts';

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** The most that an operation may take, before it begins. `cost` only where prices are known. */
export interface TokenEstimate extends Tokens {
  readonly total: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

/** What one model call has spent. */
export interface Spent extends Tokens {
  /** Part of `input`. */
  readonly cached: number;
  /** Part of `output`. */
  readonly reasoning: number;
  readonly source: 'provider' | 'counted' | 'lost';
}

/** Running totals of a run. */
export interface Usage extends Tokens {
  readonly cached: number;
  readonly reasoning: number;
  /** Part of input and output that is our estimate of attempts cut by an interruption. */
  readonly lost: number;
  /** Model calls settled or lost. */
  readonly calls: number;
}

/** A run's totals against its budget. */
export interface TokenUsage {
  readonly sessionTotal: Usage;
  /** Tokens of it that are nobody's bill: they are not held against the budget. */
  readonly free: number;
  /** Tokens charged before the present wish, which has a budget of its own. */
  readonly earlier: number;
  /** What may still be spent on calls under way, and on one that is about to begin. */
  readonly currentOperation: Tokens;
  /** Tokens, input and output together; `Infinity` where tokens are nobody's bill. */
  readonly budget: number;
  /** Share of the budget, 0 … 1, from which the person wants to be warned. */
  readonly warningThreshold: number;
}

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, reasoning: 0, lost: 0, calls: 0 };

/** More than any call can take: a figure above it is a mistake, and would break sums that it enters. */
export const MOST_TOKENS = 100_000_000;

/** Tokens of a prompt, counted, with the reply that is expected at most. `expectedOutputLength` is in tokens. */
export async function estimateTokens(
  prompt: string,
  expectedOutputLength: number,
  counter: { readonly count: (text: string) => Promise<number> },
  prices: Prices | null = null,
): Promise<TokenEstimate> {
  return estimateOf(await counter.count(prompt), expectedOutputLength, prices);
}

/** The same, of tokens that are counted already. */
export function estimateOf(input: number, output: number, prices: Prices | null = null): TokenEstimate {
  const cost = prices === null ? {} : { cost: costOf({ input, output }, prices) };
  return { input, output, total: input + output, ...cost };
}

/** Adds what a call has spent. Total: figures that no call can have spent are left out. */
export function trackUsage(usage: Usage, actual: Tokens & Partial<Spent>): Usage {
  const { input, output, cached, reasoning } = spentOf(actual, NOTHING);
  return {
    input: usage.input + input,
    output: usage.output + output,
    cached: usage.cached + cached,
    reasoning: usage.reasoning + reasoning,
    lost: usage.lost + (actual.source === 'lost' ? input + output : 0),
    calls: usage.calls + 1,
  };
}

const NOTHING: Tokens = { input: 0, output: 0 };

/**
 * The provider's figures where it gives them and they can be true, `counted` where not. What it read from its cache is
 * part of the input, and what it reasoned is part of the output, whatever it says.
 */
export function spentOf(reported: Partial<Omit<Spent, 'source'>>, counted: Tokens): Spent {
  const input = figure(reported.input);
  const output = figure(reported.output);
  const spent = { input: input ?? counted.input, output: output ?? counted.output };
  return {
    ...spent,
    cached: Math.min(figure(reported.cached) ?? 0, spent.input),
    reasoning: Math.min(figure(reported.reasoning) ?? 0, spent.output),
    source: input === undefined || output === undefined ? 'counted' : 'provider',
  };
}

/** A count of tokens that one call can have; undefined for anything else. */
export function figure(value: number | undefined): number | undefined {
  return Number.isInteger(value) && value !== undefined && value >= 0 && value <= MOST_TOKENS ? value : undefined;
}

/** What `usageOf` reads of a run's state. */
interface Accounted {
  readonly usage: Usage;
  readonly bill: { readonly free: number };
  readonly earlier: { readonly tokens: number };
  readonly spec: {
    readonly models: Readonly<Record<'main' | 'fast' | 'vision' | 'fallback', { readonly metered: boolean } | null>>;
    readonly limits: { readonly tokenBudget: number; readonly warnAt: number };
  } | null;
  readonly effects: ReadonlyMap<
    string,
    {
      readonly underWay: boolean;
      readonly by: { readonly metered: boolean } | null;
      readonly call: { readonly estimate: Tokens };
    }
  >;
}

/**
 * A run's totals, with all that is under way and `next`, against its budget. Tokens that are nobody's bill are no part of
 * either: a budget there is as soon as one model of the run sends a bill, or one has.
 */
export function usageOf({ usage, bill, earlier, spec, effects }: Accounted, next: Tokens = NOTHING): TokenUsage {
  let { input, output } = next;
  for (const { underWay, by, call } of effects.values()) {
    if (!underWay || by?.metered === false) continue;
    input += call.estimate.input;
    output += call.estimate.output;
  }
  const binds =
    usage.input + usage.output > bill.free || Object.values(spec?.models ?? {}).some((each) => each?.metered);
  return {
    sessionTotal: usage,
    free: bill.free,
    earlier: earlier.tokens,
    currentOperation: { input, output },
    budget: spec && binds ? spec.limits.tokenBudget : Infinity,
    warningThreshold: spec?.limits.warnAt ?? 1,
  };
}

/** Tokens that the budget holds. */
export const chargedIn = ({ sessionTotal: { input, output }, free, earlier }: TokenUsage): number =>
  input + output - free - earlier;

/** Whether what is spent and what may still be spent is more than the budget. Fails closed. */
export function isBudgetExceeded(standing: TokenUsage): boolean {
  const { currentOperation, budget } = standing;
  return !(chargedIn(standing) + currentOperation.input + currentOperation.output <= budget);
}

/** Whether the person wants to be warned: of what is spent, since an estimate would take its warning back. */
export function isWarningThreshold(standing: TokenUsage): boolean {
  const { budget, warningThreshold } = standing;
  return budget !== Infinity && !(chargedIn(standing) < budget * warningThreshold);
}

/** For people, such as `13,023 of a budget of 200,000 (6 %) · 1,024 in from the cache`. */
export function formatUsage(standing: TokenUsage): string {
  const { sessionTotal, free, earlier, budget } = standing;
  const { input, output, cached, reasoning } = sessionTotal;
  const which = earlier > 0 ? ' for the last question' : '';
  const used = budget === Infinity ? input + output : chargedIn(standing);
  const share = budget > 0 ? ` (${number(Math.floor((used / budget) * 100))} %)` : '';
  const facts = [
    budget === Infinity ? `${number(used)} in all` : `${number(used)} of a budget of ${number(budget)}${which}${share}`,
    budget !== Infinity && free > 0 ? `${number(free)} that cost nothing` : '',
    cached > 0 ? `${number(cached)} in from the cache` : '',
    reasoning > 0 ? `${number(reasoning)} out for reasoning` : '',
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

const number = (value: number): string => value.toLocaleString('en');
