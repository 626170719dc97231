/** The fields for token prices, with the list price as placeholder. */
import { useId } from 'react';
import { findListPrice, PRICES } from '../model-form.ts';
import { t } from '../strings.ts';
import { Field } from './field.tsx';
import { bindField, type FormProps } from './tied.ts';

/** The key of each price in the list. */
const LIST_PRICE_KEYS = { priceInput: 'input', priceCached: 'cached', priceOutput: 'output' } as const;

export function Prices(props: FormProps) {
  const help = useId();
  const listPrice = findListPrice(props.form);
  return (
    <div role="group" aria-label={t.prices} aria-describedby={help}>
      <div className="short">
        {PRICES.map((name) => (
          <Field
            key={name}
            {...bindField(props, name)}
            label={t[name]}
            inputMode="decimal"
            autoComplete="off"
            placeholder={listPrice === null ? '' : t.listPlaceholder(listPrice[LIST_PRICE_KEYS[name]])}
          />
        ))}
      </div>
      <p className="fine" id={help}>
        {listPrice === null ? t.noListPrice : t.listPrice(listPrice)} {t.pricesHelp}
      </p>
    </div>
  );
}
