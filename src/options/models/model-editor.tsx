/** The form to add or edit a model. */
import { useEffect, useState, type SyntheticEvent, useId } from 'react';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { hasServer, TIMEOUTS, findListPrice, PRICES } from './model-form.ts';
import { t } from '../strings/strings.ts';
import { useModelEditor, type ModelEditor as Editor, type ModelEditorProps } from './use-model-editor.ts';
import { ChromeModel } from './chrome-model.tsx';
import { Connection } from './connection.tsx';
import { Field, Tick, Choice } from '../parts/field.tsx';
import { TestCard } from './test-card.tsx';
import { bindField, type FormProps } from './form-fields.ts';

export function ModelEditor(props: ModelEditorProps & { readonly label: string }) {
  const { host, store, entry, onClose, label } = props;
  const editor = useModelEditor(props);
  const { form, busy, element } = editor;
  const [asMain, setAsMain] = useState(entry === null && store.settings.main === EXTRACTIVE_ID);
  useEffect(() => {
    const first = element.current?.querySelector('input');
    first?.focus();
  }, [element]);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    editor.save(asMain);
  };
  const isServed = hasServer(form);
  return (
    <form ref={element} className="editor" aria-label={label} noValidate onSubmit={submit}>
      {isServed ? (
        <Connection host={host} editor={editor} />
      ) : (
        <ChromeModel api={host.chromeModel} onLoaded={editor.learn} />
      )}
      <Field
        {...bindField(editor, 'name')}
        label={t.name}
        help={t.nameHelp(`${form.name.trim()}:${form.model.trim() || '…'}`)}
        spellCheck={false}
        autoComplete="off"
      />
      <Abilities {...editor} />
      {isServed && <Prices {...editor} />}
      <Advanced {...editor} />
      {entry === null && <Tick name="asMain" label={t.useIt} checked={asMain} onTick={setAsMain} />}
      <div className="row">
        <button type="submit" className="button accent" aria-disabled={busy !== 'no'}>
          {busy === 'saving' ? t.saving : t.save}
        </button>
        <button type="button" className="button" aria-disabled={busy !== 'no'} onClick={editor.test}>
          {t.test}
        </button>
        <button type="button" className="button" onClick={() => onClose('')}>
          {t.cancel}
        </button>
      </div>
      <Outcome editor={editor} copy={host.copy} />
    </form>
  );
}

function Outcome({ editor, copy }: { readonly editor: Editor; readonly copy: ModelEditorProps['host']['copy'] }) {
  const { busy, message, report, found, stop } = editor;
  return (
    <>
      {busy === 'testing' && (
        <div className="trying">
          <progress aria-label={t.test} />
          <div className="row">
            <span>{t.testing}</span>
            <button type="button" className="button small" onClick={stop}>
              {t.stopWaiting}
            </button>
          </div>
        </div>
      )}
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {busy === 'testing' ? <span className="unseen">{t.testing}</span> : message.text}
        {busy !== 'testing' && message.text === '' && report === null && found}
      </p>
      {report !== null && <TestCard report={report} found={found} copy={copy} />}
    </>
  );
}

function Abilities(props: FormProps) {
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

function Advanced(props: FormProps) {
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

function Prices(props: FormProps) {
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
