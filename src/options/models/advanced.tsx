/** What rarely has to be set by hand: presets, the server's list and the test fill it in. */
import { useId } from 'react';
import { isSelfHosted } from '../../lib/models/address.ts';
import { findUsualPrices } from '../../lib/models/prices.ts';
import { Choice, Field, PLAIN_INPUT, Tick } from '../parts/field.tsx';
import { bindField } from '../parts/form.tsx';
import { Fold } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { formatTraits, hasServer, PRICES, TIMEOUTS } from './model-form.ts';
import type { ModelEditor } from './use-model-editor.ts';

type FieldsProps = Pick<ModelEditor, 'form' | 'errors' | 'edit'>;

export function Advanced(props: FieldsProps) {
  const { form, edit } = props;
  const { provider, contextTokens, toolCalling, pictures } = form;
  return (
    <Fold title={t.advanced} line={formatTraits({ contextTokens: Number(contextTokens), toolCalling, pictures })}>
      <Abilities {...props} />
      {hasServer(form) && <Prices {...props} />}
      <Field
        {...bindField(props, 'name')}
        label={t.name}
        help={t.nameHelp(`${form.name.trim()}:${form.model.trim() || '…'}`)}
        {...PLAIN_INPUT}
      />
      {provider !== 'chrome' && (
        <Choice
          name="provider"
          label={t.protocol}
          help={t.protocolHelp}
          value={provider}
          options={t.protocols}
          onChoice={(next) => edit({ provider: next })}
        />
      )}
      <Timeouts {...props} />
    </Fold>
  );
}

function Abilities(props: FieldsProps) {
  const { form, edit } = props;
  const isOllama = form.provider === 'ollama';
  return (
    <>
      <Field
        {...bindField(props, 'contextTokens')}
        label={t.contextTokens}
        help={t.contextHelp[isOllama ? 'ollama' : 'other']}
        inputMode="numeric"
      />
      <Choice
        name="toolCalling"
        label={t.toolCalling}
        help={t.toolCallingHelp}
        value={form.toolCalling}
        options={t.toolCallingWays}
        onChoice={(toolCalling) => edit({ toolCalling })}
      />
      <Tick
        name="pictures"
        label={t.pictures}
        help={t.picturesHelp}
        checked={form.pictures}
        onTick={(pictures) => edit({ pictures })}
      />
      {isOllama && (
        <Field {...bindField(props, 'keepAlive')} label={t.keepAlive} help={t.keepAliveHelp} inputMode="numeric" />
      )}
      {isSelfHosted(form) && (
        <Field {...bindField(props, 'embedding')} label={t.embedding} help={t.embeddingHelp} {...PLAIN_INPUT} />
      )}
    </>
  );
}

const LIST_PRICE_KEYS = { priceInput: 'input', priceCached: 'cached', priceOutput: 'output' } as const;

function Prices(props: FieldsProps) {
  const help = useId();
  const listPrice = findUsualPrices(props.form);
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

function Timeouts(props: FieldsProps) {
  const help = useId();
  return (
    <div role="group" aria-label={t.timeoutsTitle} aria-describedby={help}>
      <div className="short">
        {TIMEOUTS.map((name) => (
          <Field key={name} {...bindField(props, name)} label={t.timeouts[name]} inputMode="decimal" />
        ))}
      </div>
      <p className="fine" id={help}>
        {t.timeoutsHelp}
      </p>
    </div>
  );
}
