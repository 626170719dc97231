import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCost } from '../../../../src/lib/agent/frames/spec.ts';
import {
  formatUsage,
  isBudgetExceeded,
  isWarningThreshold,
  MAX_CALL_TOKENS,
  NO_USAGE,
  toTokenSpend,
  trackUsage,
  type TokenUsage,
  type Usage,
} from '../../../../src/lib/agent/budget/usage.ts';
import { createTokenCounter } from '../../../../src/lib/models/tokens/token-counter.ts';
import { anyText, countByOracle, rankBytes } from '../../models/tokens/oracle.ts';

const counter = createTokenCounter(() => Promise.resolve(rankBytes()));
const PRICES = { input: 2, cached: 0.5, output: 8, asOf: '2025-09-01' };

/** What a provider may say: figures, and anything else that is a number. */
const claim = fc.oneof(
  fc.nat(1_000_000),
  fc.integer(),
  fc.double(),
  fc.constantFrom(
    NaN,
    Infinity,
    -Infinity,
    -0,
    -1,
    0.5,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_VALUE,
    MAX_CALL_TOKENS + 1,
  ),
);
const claims = fc.record({ input: claim, output: claim, cached: claim, reasoning: claim }, { requiredKeys: [] });
const tokens = fc.record({ input: fc.nat(MAX_CALL_TOKENS), output: fc.nat(MAX_CALL_TOKENS) });
const spent = fc
  .tuple(tokens, claims, fc.constantFrom('provider' as const, 'lost' as const))
  .map(([counted, claimed, source]) => ({ ...toTokenSpend(claimed, counted), ...(source === 'lost' && { source }) }));

const standing = (used: Partial<Usage>, more: Partial<TokenUsage> = {}): TokenUsage => ({
  sessionTotal: { ...NO_USAGE, ...used },
  free: 0,
  chargedBefore: 0,
  currentOperation: { input: 0, output: 0 },
  budget: 1000,
  warningThreshold: 0.8,
  ...more,
});

it('the counter agrees with js-tiktoken on any prompt [R5.5a]', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (prompt) => {
      expect(await counter.count(prompt)).toBe(countByOracle(prompt));
    }),
  );
});

describe('what a provider says of a call', () => {
  it('reaches the ledger as whole numbers that a call can have spent, whatever it says', () => {
    fc.assert(
      fc.property(claims, tokens, (claimed, counted) => {
        const { input, output, cached, reasoning, source } = toTokenSpend(claimed, counted);
        for (const figure of [input, output, cached, reasoning]) {
          expect(Number.isInteger(figure) && figure >= 0 && figure <= MAX_CALL_TOKENS).toBe(true);
        }
        expect(cached).toBeLessThanOrEqual(input);
        expect(reasoning).toBeLessThanOrEqual(output);
        expect([claimed.input, counted.input]).toContain(input);
        expect([claimed.output, counted.output]).toContain(output);
        if (source === 'provider') expect([input, output]).toEqual([claimed.input, claimed.output]);
      }),
    );
  });

  it('wins over our own count', () => {
    const reported = { input: 100, output: 50, cached: 64, reasoning: 30 };
    expect(toTokenSpend(reported, { input: 7, output: 7 })).toEqual({ ...reported, source: 'provider' });
    expect(toTokenSpend({ input: 100 }, { input: 7, output: 7 })).toMatchObject({
      input: 100,
      output: 7,
      source: 'counted',
    });
  });
});

describe('trackUsage', () => {
  it('keeps totals that are the sums of what was spent, in any order, and loses no call', () => {
    fc.assert(
      fc.property(fc.array(spent, { maxLength: 20 }), (calls) => {
        const sum = (of: (call: (typeof calls)[number]) => number): number =>
          calls.reduce((total, call) => total + of(call), 0);
        const expected: Usage = {
          input: sum(({ input }) => input),
          output: sum(({ output }) => output),
          cached: sum(({ cached }) => cached),
          reasoning: sum(({ reasoning }) => reasoning),
          lost: sum(({ source, input, output }) => (source === 'lost' ? input + output : 0)),
          calls: calls.length,
        };
        expect(calls.reduce(trackUsage, NO_USAGE)).toEqual(expected);
        expect([...calls].reverse().reduce(trackUsage, NO_USAGE)).toEqual(expected);
        expect(computeCost(expected, PRICES)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is never negative, never NaN and never shrinks, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(claims, { maxLength: 10 }), (all) => {
        let usage = NO_USAGE;
        for (const { input = NaN, output = NaN, ...rest } of all) {
          const next = trackUsage(usage, { input, output, ...rest });
          for (const name of ['input', 'output', 'cached', 'reasoning', 'lost', 'calls'] as const) {
            expect(Number.isSafeInteger(next[name]) && next[name] >= usage[name]).toBe(true);
          }
          usage = next;
        }
        expect(usage.cached <= usage.input && usage.reasoning <= usage.output).toBe(true);
      }),
    );
  });
});

describe('the budget', () => {
  it('is exceeded by what is spent and what may be, together, and not by the last token of it [R5.5c]', () => {
    const under = { currentOperation: { input: 100, output: 100 } };
    expect(isBudgetExceeded(standing({ input: 700, output: 100 }, under))).toBe(false);
    expect(isBudgetExceeded(standing({ input: 701, output: 100 }, under))).toBe(true);
    expect(isBudgetExceeded(standing({ input: 1e9 }, { budget: Infinity }))).toBe(false);
  });

  it('counts as exceeded when it cannot be compared', () => {
    expect(isBudgetExceeded(standing({}, { budget: NaN }))).toBe(true);
    expect(isBudgetExceeded(standing({}, { currentOperation: { input: NaN, output: 0 } }))).toBe(true);
  });

  it('warns from the person’s threshold on, of what is spent alone, and never takes the warning back [R5.5c]', () => {
    expect(isWarningThreshold(standing({ input: 799 }))).toBe(false);
    expect(isWarningThreshold(standing({ input: 400, output: 400 }))).toBe(true);
    expect(isWarningThreshold(standing({ input: 100 }, { warningThreshold: 0.1 }))).toBe(true);
    expect(isWarningThreshold(standing({}, { currentOperation: { input: 999, output: 0 } }))).toBe(false);
    expect(isWarningThreshold(standing({ input: 1e9 }, { budget: Infinity }))).toBe(false);
    fc.assert(
      fc.property(
        fc.array(spent),
        fc.nat(MAX_CALL_TOKENS),
        fc.integer({ min: 10, max: 100 }),
        (calls, budget, percent) => {
          let warned = false;
          let sessionTotal = NO_USAGE;
          for (const call of calls) {
            sessionTotal = trackUsage(sessionTotal, call);
            const now = isWarningThreshold(standing(sessionTotal, { budget, warningThreshold: percent / 100 }));
            expect(now).toBe(warned || now);
            warned = now;
          }
        },
      ),
    );
  });
});

describe('formatUsage', () => {
  it('says how much of the budget is used, and what of it was cached or reasoning', () => {
    expect(formatUsage(standing({ input: 12_000, output: 1023 }, { budget: 200_000 }))).toBe(
      '13,023 of your limit of 200,000 (6%)',
    );
    expect(formatUsage(standing({ input: 100, output: 50, cached: 64, reasoning: 30 }, { budget: Infinity }))).toBe(
      '150 in all · 64 cached · 30 thinking',
    );
    expect(formatUsage(standing({}, { budget: 0 }))).toBe('0 of your limit of 0');
  });
});
