/** The form for the limits of a run: tokens, steps, and cost if prices are known. */
import { useState, type SyntheticEvent } from 'react';
import { findRoleModel } from '../../lib/protocol/settings/roles.ts';
import { type Settings, SETTINGS_SCHEMA } from '../../lib/protocol/settings/settings.ts';
import { hasKnownPrices, toModelForm } from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { Field } from '../parts/field.tsx';
import { bindField, useForm } from '../parts/form.tsx';
import { Message, useMessage } from '../parts/section.tsx';
import { validateAmount, formatAmount, validateNumber } from './field-checks.ts';
import { Button } from '../parts/button.tsx';

export function Limits({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const stored = toLimitsForm(settings);
  const [before, setBefore] = useState(stored);
  const state = useForm(stored, validateLimits);
  const { form, setForm, element, checkFields } = state;
  const { message, showMessage, showError, report } = useMessage();
  if (JSON.stringify(stored) !== JSON.stringify(before)) {
    setBefore(stored); // saved here, imported, or changed in another window
    setForm(stored);
  }

  const edit = (change: Partial<LimitsForm>): void => {
    state.edit(change);
    showMessage('');
  };
  const bindLimit = (name: Limit) => bindField({ ...state, edit }, name);
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!checkFields()) {
      showError(t.fix);
      return;
    }
    const saving = update((now) => ({ ...now, ...parseLimits(form) }));
    void report(saving, t.savedNote);
  };
  return (
    <form ref={element} className="card" aria-labelledby="limits" noValidate onSubmit={save}>
      <h2 id="limits">{t.limits}</h2>
      <Field {...bindLimit('tokenBudget')} label={t.tokenBudget} help={t.budgetHelp} inputMode="numeric" />
      <Field {...bindLimit('warnAt')} label={t.warnAt} help={t.warnHelp} inputMode="numeric" />
      <Field {...bindLimit('maxSteps')} label={t.maxSteps} help={t.stepsHelp} inputMode="numeric" />
      {settings.models.length > 0 && (
        <Field
          {...bindLimit('maxCost')}
          label={t.maxCost}
          {...getCostHint(settings, form.maxCost)}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <div className="row">
        <Button type="submit">{t.saveLimits}</Button>
        <Message {...message} />
      </div>
    </form>
  );
}

function getCostHint(settings: Settings, typed: string): { readonly help: string } | { readonly caution: string } {
  const main = findRoleModel(settings, 'main');
  if (main === null || hasKnownPrices(toModelForm(main))) return { help: t.costHelp };
  return typed.trim() === '' ? { help: t.costNeedsPrices } : { caution: t.costNeedsPrices };
}

const LIMITS = ['tokenBudget', 'warnAt', 'maxSteps', 'maxCost'] as const;

type Limit = (typeof LIMITS)[number];

export type LimitsForm = Readonly<Record<Limit, string>>;

type LimitErrors = Readonly<Partial<Record<Limit, string>>>;

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
  return Object.fromEntries(LIMITS.map((name) => [name, Number(form[name])])) as Pick<Settings, Limit>;
}
