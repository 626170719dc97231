/** What one run may take: tokens, steps, and money where prices are known. Only a server's tokens have a price. */
import { useId } from 'react';
import { arePricesKnown, listPriceOf, PRICES } from '../form.ts';
import { t } from '../strings.ts';
import { Field } from './field.tsx';
import type { CheckedProps } from './sections.tsx';

export function Limits({ form, errors, edit }: CheckedProps) {
  return (
    <fieldset className="card">
      <legend>{t.limits}</legend>
      <Field
        name="tokenBudget"
        label={t.tokenBudget}
        help={t.budgetHelp}
        error={errors.tokenBudget}
        inputMode="numeric"
        value={form.tokenBudget}
        onText={(tokenBudget) => edit({ tokenBudget })}
      />
      <Field
        name="warnAt"
        label={t.warnAt}
        help={t.warnHelp}
        error={errors.warnAt}
        inputMode="numeric"
        value={form.warnAt}
        onText={(warnAt) => edit({ warnAt })}
      />
      <Field
        name="maxSteps"
        label={t.maxSteps}
        help={t.stepsHelp}
        error={errors.maxSteps}
        inputMode="numeric"
        value={form.maxSteps}
        onText={(maxSteps) => edit({ maxSteps })}
      />
      {form.provider === 'openai-compatible' && <Costs form={form} errors={errors} edit={edit} />}
    </fieldset>
  );
}

/** Where the list says what each price is. */
const LISTED = { priceInput: 'input', priceCached: 'cached', priceOutput: 'output' } as const;

function Costs({ form, errors, edit }: CheckedProps) {
  const help = useId();
  const list = listPriceOf(form);
  const costWords = arePricesKnown(form)
    ? { help: t.costHelp }
    : { [form.maxCost.trim() === '' ? 'help' : 'caution']: t.costNeedsPrices };
  return (
    <>
      <div role="group" aria-label={t.prices} aria-describedby={help}>
        <div className="short">
          {PRICES.map((name) => (
            <Field
              key={name}
              name={name}
              label={t[name]}
              error={errors[name]}
              inputMode="decimal"
              autoComplete="off"
              placeholder={list === null ? '' : t.listPlaceholder(list[LISTED[name]])}
              value={form[name]}
              onText={(text) => edit({ [name]: text })}
            />
          ))}
        </div>
        <p className="fine" id={help}>
          {list === null ? t.noListPrice : t.listPrice(list)} {t.pricesHelp}
        </p>
      </div>
      <Field
        name="maxCost"
        label={t.maxCost}
        {...costWords}
        error={errors.maxCost}
        inputMode="decimal"
        autoComplete="off"
        value={form.maxCost}
        onText={(maxCost) => edit({ maxCost })}
      />
    </>
  );
}
