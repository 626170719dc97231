/** Token accounting (R5.5). Only plausible whole numbers are added; incomparable values exceed the budget. */
import { formatNumber, formatPercent } from '../../base/locale.ts';
import type { ModelBinding, RunSpec } from '../frames/frames.ts';

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface TokenSpend extends Tokens {
  /** Part of `input`. */
  readonly cached: number;
  /** Part of `output`. */
  readonly reasoning: number;
  readonly source: 'provider' | 'counted' | 'lost';
}

export interface Usage extends Tokens {
  readonly cached: number;
  readonly reasoning: number;
  /** Estimated part, for attempts cut by an interruption. */
  readonly lost: number;
  readonly calls: number;
}

export interface TokenUsage {
  readonly sessionTotal: Usage;
  /** Tokens of models that are not metered; not in the budget. */
  readonly free: number;
  readonly chargedBefore: number;
  readonly currentOperation: Tokens;
  /** Input and output together; `Infinity` if no model is metered, unless a schedule asked. */
  readonly budget: number;
  /** Share of the budget, 0 … 1. */
  readonly warningThreshold: number;
}

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, reasoning: 0, lost: 0, calls: 0 };

/** Larger figures are errors and would corrupt the totals. */
export const MAX_CALL_TOKENS = 100_000_000;

/** Ignores implausible figures. */
export function trackUsage(usage: Usage, actual: Tokens & Partial<TokenSpend>): Usage {
  const { input, output, cached, reasoning } = toTokenSpend(actual, NO_TOKENS);
  return {
    input: usage.input + input,
    output: usage.output + output,
    cached: usage.cached + cached,
    reasoning: usage.reasoning + reasoning,
    lost: usage.lost + (actual.source === 'lost' ? input + output : 0),
    calls: usage.calls + 1,
  };
}

export const NO_TOKENS: Tokens = { input: 0, output: 0 };

export const addTokens = (a: Tokens, b: Tokens): Tokens => ({ input: a.input + b.input, output: a.output + b.output });

/** Uses `counted` for implausible figures. Cached is at most the input, reasoning at most the output. */
export function toTokenSpend(reported: Partial<Omit<TokenSpend, 'source'>>, counted: Tokens): TokenSpend {
  const input = toTokenCount(reported.input);
  const output = toTokenCount(reported.output);
  const [spentIn, spentOut] = [input ?? counted.input, output ?? counted.output];
  return {
    input: spentIn,
    output: spentOut,
    cached: Math.min(toTokenCount(reported.cached) ?? 0, spentIn),
    reasoning: Math.min(toTokenCount(reported.reasoning) ?? 0, spentOut),
    source: input === undefined || output === undefined ? 'counted' : 'provider',
  };
}

/** Undefined if implausible. */
export function toTokenCount(value: number | undefined): number | undefined {
  return Number.isInteger(value) && value !== undefined && value >= 0 && value <= MAX_CALL_TOKENS ? value : undefined;
}

/** What a run has spent and reserved, as its state has it. */
interface Spending {
  readonly usage: Usage;
  readonly bill: { readonly free: number };
  readonly spec: Pick<RunSpec, 'models' | 'limits' | 'byClock'> | null;
  readonly request: {
    readonly chargedBefore: { readonly tokens: number };
    readonly modelCalls: ReadonlyMap<
      string,
      {
        readonly underWay: boolean;
        readonly binding: { readonly metered: boolean } | null;
        readonly call: { readonly estimate: Tokens };
      }
    >;
  };
}

const listBindings = ({
  models: { main, fast, vision, fallback },
}: Pick<RunSpec, 'models'>): readonly (ModelBinding | null)[] => [main, fast, vision, fallback];

/** Whether the budget counts what it takes: for a scheduled run, all that it takes. */
export const countsAgainstBudget = (
  spec: Pick<RunSpec, 'byClock'> | null,
  binding: { readonly metered: boolean } | null,
): boolean => spec?.byClock !== undefined || binding?.metered !== false;

/** Excludes unmetered tokens. The budget applies once one model of the run is or was metered. */
export function computeTokenUsage({ usage, bill, spec, request }: Spending, next: Tokens = NO_TOKENS): TokenUsage {
  let { input, output } = next;
  for (const { underWay, binding, call } of request.modelCalls.values()) {
    if (!underWay || !countsAgainstBudget(spec, binding)) continue;
    input += call.estimate.input;
    output += call.estimate.output;
  }
  const isMetered =
    spec?.byClock !== undefined ||
    usage.input + usage.output > bill.free ||
    (spec !== null && listBindings(spec).some((binding) => binding?.metered));
  return {
    sessionTotal: usage,
    free: spec?.byClock ? 0 : bill.free,
    chargedBefore: request.chargedBefore.tokens,
    currentOperation: { input, output },
    budget: spec && isMetered ? spec.limits.tokenBudget : Infinity,
    warningThreshold: spec?.limits.warnAt ?? 1,
  };
}

export const countChargedTokens = ({ sessionTotal: { input, output }, free, chargedBefore }: TokenUsage): number =>
  input + output - free - chargedBefore;

/** Fails closed. */
export function isBudgetExceeded(usage: TokenUsage): boolean {
  const { currentOperation, budget } = usage;
  return !(countChargedTokens(usage) + currentOperation.input + currentOperation.output <= budget);
}

/** Uses spent tokens only, because an estimate could retract the warning. */
export function isWarningThreshold(usage: TokenUsage): boolean {
  const { budget, warningThreshold } = usage;
  return budget !== Infinity && !(countChargedTokens(usage) < budget * warningThreshold);
}

export function formatUsage(usage: TokenUsage): string {
  const { sessionTotal, free, chargedBefore, budget } = usage;
  const { input, output, cached, reasoning } = sessionTotal;
  const which = chargedBefore > 0 ? ' for the last question' : '';
  const used = budget === Infinity ? input + output : countChargedTokens(usage);
  const share = budget > 0 ? ` (${formatPercent(used / budget)})` : '';
  const facts = [
    budget === Infinity
      ? `${formatNumber(used)} in all`
      : `${formatNumber(used)} of your limit of ${formatNumber(budget)}${which}${share}`,
    budget !== Infinity && free > 0 ? `${formatNumber(free)} free` : '',
    cached > 0 ? `${formatNumber(cached)} cached` : '',
    reasoning > 0 ? `${formatNumber(reasoning)} thinking` : '',
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}
