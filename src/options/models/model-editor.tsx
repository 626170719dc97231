/** The form to add or edit a model. */
import { useState } from 'react';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { bindField, EditorForm } from '../parts/form.tsx';
import { Field, Tick, PLAIN_INPUT } from '../parts/field.tsx';
import { Message } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { ChromeModel } from './chrome-model.tsx';
import { Abilities, Advanced, Connection, Prices } from './model-fields.tsx';
import { hasServer } from './model-form.ts';
import { TestCard } from './test-card.tsx';
import { useModelEditor, type ModelEditor as Editor, type ModelEditorProps } from './use-model-editor.ts';
import { Button } from '../parts/button.tsx';

export function ModelEditor(props: ModelEditorProps & { readonly label: string }) {
  const { host, store, entry, onClose, label } = props;
  const editor = useModelEditor(props);
  const { form, busy, element } = editor;
  const [asMain, setAsMain] = useState(entry === null && store.settings.main === EXTRACTIVE_ID);
  const isServed = hasServer(form);
  return (
    <EditorForm label={label} element={element} onSubmit={() => editor.save(asMain)}>
      {isServed ? (
        <Connection host={host} editor={editor} />
      ) : (
        <ChromeModel api={host.chromeModel} onLoaded={editor.learn} />
      )}
      <Field
        {...bindField(editor, 'name')}
        label={t.name}
        help={t.nameHelp(`${form.name.trim()}:${form.model.trim() || '…'}`)}
        {...PLAIN_INPUT}
      />
      <Abilities {...editor} />
      {isServed && <Prices {...editor} />}
      <Advanced {...editor} />
      {entry === null && <Tick name="asMain" label={t.useIt} checked={asMain} onTick={setAsMain} />}
      <div className="row">
        <Button type="submit" look="accent" aria-disabled={busy !== 'no'}>
          {busy === 'saving' ? t.saving : t.save}
        </Button>
        <Button aria-disabled={busy !== 'no'} onClick={editor.test}>
          {t.test}
        </Button>
        <Button onClick={() => onClose('')}>{t.cancel}</Button>
      </div>
      <Outcome editor={editor} copy={host.copy} />
    </EditorForm>
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
            <Button look="small" onClick={stop}>
              {t.stopWaiting}
            </Button>
          </div>
        </div>
      )}
      <Message {...message}>
        {busy === 'testing' ? <span className="unseen">{t.testing}</span> : message.text}
        {busy !== 'testing' && message.text === '' && report === null && found}
      </Message>
      {report !== null && <TestCard report={report} found={found} copy={copy} />}
    </>
  );
}
