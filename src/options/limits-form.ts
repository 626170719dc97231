/** What one run may take, as typed. The one rule: as for a model's form. */
import { SETTINGS_SCHEMA, type Settings } from '../lib/protocol/settings.ts';
import { amountError, amountText, numberError } from './checks.ts';

export const LIMITS = ['tokenBudget', 'warnAt', 'maxSteps', 'maxCost'] as const;
export type Limit = (typeof LIMITS)[number];
export type LimitsForm = Readonly<Record<Limit, string>>;
export type LimitErrors = Readonly<Partial<Record<Limit, string>>>;

export function limitsFormOf({ tokenBudget, warnAt, maxSteps, maxCost }: Settings): LimitsForm {
  return {
    tokenBudget: String(tokenBudget),
    warnAt: String(warnAt),
    maxSteps: String(maxSteps),
    maxCost: amountText(maxCost),
  };
}

/** What is wrong, by field, in the order of the page. */
export function limitErrorsIn(form: LimitsForm): LimitErrors {
  const found = LIMITS.map((name) => {
    const error = name === 'maxCost' ? amountError : numberError;
    return [name, error(form[name], SETTINGS_SCHEMA.properties[name])] as const;
  });
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

/** The limits that a form without errors means. */
export function limitsFrom(form: LimitsForm): Pick<Settings, Limit> {
  const { tokenBudget, warnAt, maxSteps, maxCost } = form;
  return {
    tokenBudget: Number(tokenBudget),
    warnAt: Number(warnAt),
    maxSteps: Number(maxSteps),
    maxCost: Number(maxCost),
  };
}
