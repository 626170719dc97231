/** The form for the limits of a run. */
import { SETTINGS_SCHEMA, type Settings } from '../../lib/protocol/settings.ts';
import { validateAmount, formatAmount, validateNumber } from './field-checks.ts';

export const LIMITS = ['tokenBudget', 'warnAt', 'maxSteps', 'maxCost'] as const;
export type Limit = (typeof LIMITS)[number];
export type LimitsForm = Readonly<Record<Limit, string>>;
export type LimitErrors = Readonly<Partial<Record<Limit, string>>>;

export function toLimitsForm({ tokenBudget, warnAt, maxSteps, maxCost }: Settings): LimitsForm {
  return {
    tokenBudget: String(tokenBudget),
    warnAt: String(warnAt),
    maxSteps: String(maxSteps),
    maxCost: formatAmount(maxCost),
  };
}

/** In page order. */
export function validateLimits(form: LimitsForm): LimitErrors {
  const found = LIMITS.map((name) => {
    const error = name === 'maxCost' ? validateAmount : validateNumber;
    return [name, error(form[name], SETTINGS_SCHEMA.properties[name])] as const;
  });
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

/** The form must have no errors. */
export function parseLimits(form: LimitsForm): Pick<Settings, Limit> {
  const { tokenBudget, warnAt, maxSteps, maxCost } = form;
  return {
    tokenBudget: Number(tokenBudget),
    warnAt: Number(warnAt),
    maxSteps: Number(maxSteps),
    maxCost: Number(maxCost),
  };
}
