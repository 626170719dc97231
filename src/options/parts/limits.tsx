/** What one run may take: tokens, steps, and money where prices are known. */
import { useRef, useState, type SyntheticEvent } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { modelOf } from '../../lib/protocol/roles.ts';
import type { Settings } from '../../lib/protocol/settings.ts';
import { limitErrorsIn, limitsFormOf, limitsFrom, type Limit, type LimitErrors } from '../limits-form.ts';
import { arePricesKnown, formOf } from '../model-form.ts';
import { t } from '../strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { Field } from './field.tsx';

export function Limits({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const stored = limitsFormOf(settings);
  const [before, setBefore] = useState(stored);
  const [form, setForm] = useState(stored);
  const [errors, setErrors] = useState<LimitErrors>({});
  const [message, setMessage] = useState({ text: '', bad: false });
  const element = useRef<HTMLFormElement>(null);
  if (JSON.stringify(stored) !== JSON.stringify(before)) {
    setBefore(stored); // saved here, imported, or changed in another window
    setForm(stored);
  }

  const tied = (name: Limit) => ({
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => {
      const next = { ...form, [name]: text };
      const now = limitErrorsIn(next);
      setForm(next);
      setMessage({ text: '', bad: false });
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([at]) => at in now)));
    },
  });
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wrong = limitErrorsIn(form);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      setMessage({ text: t.fix, bad: true });
      const input = element.current?.elements.namedItem(first);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    update((now) => ({ ...now, ...limitsFrom(form) })).then(
      () => setMessage({ text: t.savedNote, bad: false }),
      (thrown: unknown) => setMessage({ text: t.notSaved(messageOf(thrown)), bad: true }),
    );
  };
  return (
    <form ref={element} className="card" aria-labelledby="limits" noValidate onSubmit={save}>
      <h2 id="limits">{t.limits}</h2>
      <Field {...tied('tokenBudget')} label={t.tokenBudget} help={t.budgetHelp} inputMode="numeric" />
      <Field {...tied('warnAt')} label={t.warnAt} help={t.warnHelp} inputMode="numeric" />
      <Field {...tied('maxSteps')} label={t.maxSteps} help={t.stepsHelp} inputMode="numeric" />
      {settings.models.length > 0 && (
        <Field
          {...tied('maxCost')}
          label={t.maxCost}
          {...costWords(settings, form.maxCost)}
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

/** A bound on costs is one only where somebody knows what the main model costs. */
function costWords(settings: Settings, typed: string): { readonly help: string } | { readonly caution: string } {
  const main = modelOf(settings, 'main');
  if (main === null || arePricesKnown(formOf(main))) return { help: t.costHelp };
  return typed.trim() === '' ? { help: t.costNeedsPrices } : { caution: t.costNeedsPrices };
}
