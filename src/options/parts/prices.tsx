/** What a model's tokens cost, where they cost anything: the list's prices, or the person's own before them. */
import { useId } from 'react';
import { listPriceOf, PRICES } from '../model-form.ts';
import { t } from '../strings.ts';
import { Field } from './field.tsx';
import { tied, type FormProps } from './tied.ts';

/** Where the list says what each price is. */
const LISTED = { priceInput: 'input', priceCached: 'cached', priceOutput: 'output' } as const;

export function Prices(props: FormProps) {
  const help = useId();
  const list = listPriceOf(props.form);
  return (
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
  );
}
