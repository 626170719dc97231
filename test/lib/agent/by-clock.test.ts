/** What a run by the clock may do stays as narrow as its schedule made it. */
import { expect, it } from 'vitest';
import { computeTokenUsage, isBudgetExceeded, NO_USAGE } from '../../../src/lib/agent/budget/usage.ts';
import type { RunConfig } from '../../../src/lib/agent/frames/frames.ts';
import { retryWith } from '../../../src/lib/agent/frames/spec.ts';
import { specOf, termsIn } from '../../kit/runs/world.ts';

const ASK = specOf({ job: 'ask', goal: 'What is new?' });
const BY_CLOCK = {
  ...ASK,
  ...{ byClock: { name: 'Morning', page: 'hash' }, grants: [], search: [], serverTools: [] },
  limits: { ...ASK.limits, tokenBudget: 5000 },
};
const SETTINGS: RunConfig = {
  ...termsIn(ASK),
  grants: [{ tool: 'open_link', origin: 'https://a.example' }],
  search: [{ kind: 'wikipedia' }] as unknown as RunConfig['search'],
  serverTools: [{ name: 'send' }] as unknown as NonNullable<RunConfig['serverTools']>,
  limits: { ...ASK.limits, maxSteps: 3, tokenBudget: 1_000_000 },
};

it('a retry takes models and other limits of the settings, and no right or token more', () => {
  const { grants, search, serverTools, limits } = retryWith(BY_CLOCK, SETTINGS);
  expect({ grants, search, serverTools }).toEqual({ grants: [], search: [], serverTools: [] });
  expect(limits).toMatchObject({ maxSteps: 3, tokenBudget: 5000 });
  expect(retryWith(ASK, SETTINGS)).toMatchObject({ grants: SETTINGS.grants, limits: { tokenBudget: 1_000_000 } });
});

it('tokens that cost nothing count too', () => {
  const free = { ...ASK.models.main, metered: false };
  const spec = { ...BY_CLOCK, models: { main: free, fast: null, vision: null, fallback: null } };
  const spending = {
    usage: { ...NO_USAGE, input: 4000, output: 500, calls: 1 },
    bill: { free: 4500 },
    request: { chargedBefore: { tokens: 0 }, modelCalls: new Map() },
  };
  const next = { input: 500, output: 1 };
  expect(isBudgetExceeded(computeTokenUsage({ ...spending, spec }, next))).toBe(true);
  expect(isBudgetExceeded(computeTokenUsage({ ...spending, spec: { ...ASK, models: spec.models } }, next))).toBe(false);
});
