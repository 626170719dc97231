/** The groups of fields of a model's form. */
import { useId } from 'react';
import { PRESETS } from '../../lib/models/presets.ts';
import { findUsualPrices } from '../../lib/models/prices.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import type { OptionsHost } from '../host.ts';
import { bindField } from '../parts/form.tsx';
import { Choice, Field, Tick, PLAIN_INPUT, URL_INPUT } from '../parts/field.tsx';
import { t } from '../strings/strings.ts';
import { getEndpointOrigin, isUnencrypted } from './field-checks.ts';
import { hasServer, PRICES, TIMEOUTS, formatTraits, toTraits } from './model-form.ts';
import { KeyField } from './server-access.tsx';
import type { ModelEditor } from './use-model-editor.ts';
import { Button } from '../parts/button.tsx';

type FieldsProps = Pick<ModelEditor, 'form' | 'errors' | 'edit'>;

interface ConnectionProps {
  readonly host: OptionsHost;
  readonly editor: ModelEditor;
}

export function Connection({ host, editor }: ConnectionProps) {
  const { form, edit, say } = editor;
  return (
    <>
      <Field
        {...bindField(editor, 'endpoint')}
        label={t.endpoint}
        help={t.endpointHelp[form.provider === 'ollama' ? 'ollama' : 'other']}
        {...URL_INPUT}
      />
      {isUnencrypted(form.endpoint) && <p className="warn">{t.unencrypted}</p>}
      <KeyField
        host={host}
        endpoint={form.endpoint}
        help={getKeyHelp(form.endpoint)}
        value={form.key}
        onText={(key) => edit({ key })}
        onMessage={say}
      />
      <ModelChoice editor={editor} />
    </>
  );
}

function getKeyHelp(endpoint: string): string {
  const origin = getEndpointOrigin(endpoint);
  const preset = PRESETS.find((known) => known.keyPage !== '' && getEndpointOrigin(known.endpoint) === origin);
  return preset === undefined ? t.keyHelp : t.keyFrom(preset.keyPage);
}

function ModelChoice({ editor }: { readonly editor: ModelEditor }) {
  const { form, listed, busy, choose, list } = editor;
  const options = useId();
  const formatLabel = (model: ListedModel): string => formatTraits(toTraits(model, form));
  return (
    <>
      <Field
        {...bindField(editor, 'model')}
        onText={choose}
        label={t.model}
        help={listed === null ? t.modelHelp : t.listed(listed.length)}
        list={options}
        {...PLAIN_INPUT}
      >
        <Button aria-disabled={busy !== 'no'} onClick={list}>
          {busy === 'listing' ? t.loadingList : t.loadList}
        </Button>
      </Field>
      <datalist id={options}>
        {listed?.map((model) => (
          <option key={model.id} value={model.id} label={formatLabel(model) || undefined} />
        ))}
      </datalist>
      <p className="unseen" role="status">
        {listed === null ? '' : t.listed(listed.length)}
      </p>
    </>
  );
}

export function Abilities(props: FieldsProps) {
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
    </>
  );
}

export function Advanced(props: FieldsProps) {
  const { form, edit } = props;
  const { provider } = form;
  return (
    <details className="more">
      <summary>{hasServer(form) ? t.advanced : t.timeoutsOnly}</summary>
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
      <p className="fine">{t.timeoutsHelp}</p>
      <div className="short">
        {TIMEOUTS.map((name) => (
          <Field key={name} {...bindField(props, name)} label={t.timeouts[name]} inputMode="decimal" />
        ))}
      </div>
    </details>
  );
}

const LIST_PRICE_KEYS = { priceInput: 'input', priceCached: 'cached', priceOutput: 'output' } as const;

export function Prices(props: FieldsProps) {
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
