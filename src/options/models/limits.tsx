/** The form for the limits of a run: tokens, steps, and cost if prices are known. */
import { useRef, useState, type SyntheticEvent } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { findRoleModel } from '../../lib/protocol/roles.ts';
import type { Settings } from '../../lib/protocol/settings.ts';
import { validateLimits, toLimitsForm, parseLimits, type Limit, type LimitErrors } from './limits-form.ts';
import { hasKnownPrices, toModelForm } from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { Field } from '../parts/field.tsx';

export function Limits({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const stored = toLimitsForm(settings);
  const [before, setBefore] = useState(stored);
  const [form, setForm] = useState(stored);
  const [errors, setErrors] = useState<LimitErrors>({});
  const [message, setMessage] = useState({ text: '', bad: false });
  const element = useRef<HTMLFormElement>(null);
  if (JSON.stringify(stored) !== JSON.stringify(before)) {
    setBefore(stored); // saved here, imported, or changed in another window
    setForm(stored);
  }

  const bindField = (name: Limit) => ({
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => {
      const next = { ...form, [name]: text };
      const current = validateLimits(next);
      setForm(next);
      setMessage({ text: '', bad: false });
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([at]) => at in current)));
    },
  });
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    const invalid = validateLimits(form);
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    if (first !== undefined) {
      setMessage({ text: t.fix, bad: true });
      const input = element.current?.elements.namedItem(first);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    update((now) => ({ ...now, ...parseLimits(form) })).then(
      () => setMessage({ text: t.savedNote, bad: false }),
      (thrown: unknown) => setMessage({ text: t.notSaved(getErrorMessage(thrown)), bad: true }),
    );
  };
  return (
    <form ref={element} className="card" aria-labelledby="limits" noValidate onSubmit={save}>
      <h2 id="limits">{t.limits}</h2>
      <Field {...bindField('tokenBudget')} label={t.tokenBudget} help={t.budgetHelp} inputMode="numeric" />
      <Field {...bindField('warnAt')} label={t.warnAt} help={t.warnHelp} inputMode="numeric" />
      <Field {...bindField('maxSteps')} label={t.maxSteps} help={t.stepsHelp} inputMode="numeric" />
      {settings.models.length > 0 && (
        <Field
          {...bindField('maxCost')}
          label={t.maxCost}
          {...getCostHint(settings, form.maxCost)}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <div className="row">
        <button type="submit" className="button">
          {t.saveLimits}
        </button>
        <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
          {message.text}
        </p>
      </div>
    </form>
  );
}

function getCostHint(settings: Settings, typed: string): { readonly help: string } | { readonly caution: string } {
  const main = findRoleModel(settings, 'main');
  if (main === null || hasKnownPrices(toModelForm(main))) return { help: t.costHelp };
  return typed.trim() === '' ? { help: t.costNeedsPrices } : { caution: t.costNeedsPrices };
}
