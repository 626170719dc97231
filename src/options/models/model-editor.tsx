/** The form of a model in two steps: how its server is reached, then which of its models. */
import { useEffect, useRef, useState } from 'react';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { getEndpointHost } from '../../lib/models/address.ts';
import { Button } from '../parts/button.tsx';
import { Tick, Field, URL_INPUT, PLAIN_INPUT } from '../parts/field.tsx';
import { EditorForm, bindField } from '../parts/form.tsx';
import { Fold, Message } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { Advanced } from './advanced.tsx';
import { ChromeModel } from './chrome-model.tsx';
import { toTraits } from '../../lib/protocol/settings/model-entries.ts';
import { hasServer, formatTraits } from './model-form.ts';
import { useModelEditor, type ModelEditorProps, type ModelEditor } from './use-model-editor.ts';
import { PRESETS } from '../../lib/models/presets.ts';
import type { OptionsHost } from '../host.ts';
import { getEndpointOrigin, isUnencrypted } from './field-checks.ts';
import { KeyField } from './server-access.tsx';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import { Cure } from '../../ui/cure.tsx';

interface Steps {
  /** False at the first step. */
  readonly isConnected: boolean;
  /** False where only a key is needed. */
  readonly asksEndpoint: boolean;
  readonly onConnect: () => void;
  readonly onBack: () => void;
}

interface Props extends ModelEditorProps {
  readonly label: string;
  /** Absent for a model that is there: all of it can be changed at the second step. */
  readonly steps?: Steps;
}

export function ModelEditor({ label, steps, onCancel, ...props }: Props) {
  const { host, store, entry } = props;
  const editor = useModelEditor(props);
  const { form, busy, element, message, list } = editor;
  const [asMain, setAsMain] = useState(entry === null && store.settings.main === EXTRACTIVE_ID);
  const isServed = hasServer(form);
  const isConnected = steps?.isConnected ?? true;
  /** Still in the click on the server: the browser may have to ask for access. */
  const listAtOnce = useRef(steps !== undefined && isConnected && isServed ? list : null);
  useEffect(() => listAtOnce.current?.(), []);
  const connect = (): void => {
    if (!editor.checkFields(['endpoint'])) return;
    if (isServed) list();
    steps?.onConnect();
  };
  return (
    <EditorForm
      label={label}
      element={element}
      step={String(isConnected)}
      onCancel={onCancel}
      onSubmit={() => (isConnected ? editor.save(asMain) : connect())}
    >
      {!isServed && <ChromeModel api={host.chromeModel} onLoaded={editor.learn} />}
      {steps?.isConnected === false && <Connection host={host} editor={editor} withEndpoint={steps.asksEndpoint} />}
      {isConnected && isServed && (
        <>
          <Fold title={t.connection} line={getEndpointHost(form.endpoint)} isOpen={editor.failure !== null}>
            <Connection host={host} editor={editor} withEndpoint />
          </Fold>
          <ModelChoice editor={editor} copy={host.copy} />
        </>
      )}
      {isConnected && <Advanced {...editor} />}
      {isConnected && entry === null && <Tick name="asMain" label={t.useIt} checked={asMain} onTick={setAsMain} />}
      <Message {...message} />
      <div className="row">
        <Button type="submit" look="accent" aria-disabled={busy === 'saving'}>
          {busy === 'saving' ? t.saving : isConnected ? t.save : t.next}
        </Button>
        {steps?.isConnected === true && <Button onClick={steps.onBack}>{t.back}</Button>}
        <Button type="reset">{t.cancel}</Button>
      </div>
    </EditorForm>
  );
}

interface ConnectionProps {
  readonly host: OptionsHost;
  readonly editor: ModelEditor;
  readonly withEndpoint: boolean;
}

function Connection({ host, editor, withEndpoint }: ConnectionProps) {
  const { form, edit, say } = editor;
  return (
    <>
      {withEndpoint && (
        <Field
          {...bindField(editor, 'endpoint')}
          label={t.endpoint}
          help={t.endpointHelp[form.provider === 'ollama' ? 'ollama' : 'other']}
          {...URL_INPUT}
        />
      )}
      {isUnencrypted(form.endpoint) && <p className="warn">{t.unencrypted}</p>}
      <KeyField
        host={host}
        endpoint={form.endpoint}
        help={getKeyHelp(form.endpoint)}
        value={form.key}
        onText={(key) => edit({ key })}
        onMessage={say}
      />
    </>
  );
}

function getKeyHelp(endpoint: string): string {
  const origin = getEndpointOrigin(endpoint);
  const preset = PRESETS.find((known) => known.keyPage !== '' && getEndpointOrigin(known.endpoint) === origin);
  return preset === undefined ? t.keyHelp : t.keyFrom(preset.keyPage);
}

interface ModelChoiceProps {
  readonly editor: ModelEditor;
  readonly copy: OptionsHost['copy'];
}

/** Which of a server's models: picked from its own list, or typed. */
function ModelChoice({ editor, copy }: ModelChoiceProps) {
  const { form, listed, failure, busy, choose, list } = editor;
  const isListing = busy === 'listing';
  const help = isListing ? t.loadingModels : listed === null ? t.modelHelp : t.listed(listed.length);
  const matching = findMatches(listed ?? [], form.model.trim());
  return (
    <div className="model-choice">
      <Field {...bindField(editor, 'model')} onText={choose} label={t.model} help={help} {...PLAIN_INPUT}>
        <Button aria-disabled={isListing} onClick={list}>
          {listed === null ? t.loadList : t.reloadList}
        </Button>
      </Field>
      <p className="unseen" role="status">
        {help === t.modelHelp ? '' : help}
      </p>
      {failure !== null && !isListing && (
        <div role="alert">
          <p className="warn">{failure.message}</p>
          <Cure text={failure.hint} copy={copy} />
        </div>
      )}
      {matching.length > 0 && (
        <div className="listed-models" role="radiogroup" aria-label={t.listedModels}>
          {matching.map((model) => (
            <label key={model.id}>
              <input
                type="radio"
                name="listedModel"
                checked={model.id === form.model.trim()}
                onChange={() => choose(model.id)}
              />
              <span>
                {isolateLine(model.id)} <span className="fine">{formatTraits(toTraits(model, form))}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** All once one of them is chosen, so that another can be. */
function findMatches(listed: readonly ListedModel[], typed: string): readonly ListedModel[] {
  if (listed.some(({ id }) => id === typed)) return listed;
  return listed.filter(({ id }) => id.toLowerCase().includes(typed.toLowerCase()));
}
