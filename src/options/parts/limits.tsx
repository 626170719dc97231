/** What one run may take: tokens, steps, and money where prices are known. Only a server's tokens have a price. */
import { useId } from 'react';
import { arePricesKnown, listPriceOf, PRICES } from '../form.ts';
import { t } from '../strings.ts';
import { Field } from './field.tsx';
import { tied, type CheckedProps } from './sections.tsx';

export function Limits(props: CheckedProps) {
  return (
    <fieldset className="card">
      <legend>{t.limits}</legend>
      <Field {...tied(props, 'tokenBudget')} label={t.tokenBudget} help={t.budgetHelp} inputMode="numeric" />
      <Field {...tied(props, 'warnAt')} label={t.warnAt} help={t.warnHelp} inputMode="numeric" />
      <Field {...tied(props, 'maxSteps')} label={t.maxSteps} help={t.stepsHelp} inputMode="numeric" />
      {props.form.provider === 'openai-compatible' && <Costs {...props} />}
    </fieldset>
  );
}

/** Where the list says what each price is. */
const LISTED = { priceInput: 'input', priceCached: 'cached', priceOutput: 'output' } as const;

function Costs(props: CheckedProps) {
  const { form } = props;
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
              {...tied(props, name)}
              label={t[name]}
              inputMode="decimal"
              autoComplete="off"
              placeholder={list === null ? '' : t.listPlaceholder(list[LISTED[name]])}
            />
          ))}
        </div>
        <p className="fine" id={help}>
          {list === null ? t.noListPrice : t.listPrice(list)} {t.pricesHelp}
        </p>
      </div>
      <Field {...tied(props, 'maxCost')} label={t.maxCost} {...costWords} inputMode="decimal" autoComplete="off" />
    </>
  );
}
