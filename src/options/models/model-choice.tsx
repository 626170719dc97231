/** The model's name: typed, or chosen from the server's list. */
import { useId } from 'react';
import type { ListedModel } from '../../lib/protocol/probe.ts';
import { t } from '../strings/strings.ts';
import { toTraits, formatTraits } from './model-traits.ts';
import type { ModelEditor } from './use-model-editor.ts';
import { Field } from '../parts/field.tsx';
import { bindField } from './form-fields.ts';

export function ModelChoice({ editor }: { readonly editor: ModelEditor }) {
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
        spellCheck={false}
        autoComplete="off"
      >
        <button type="button" className="button" aria-disabled={busy !== 'no'} onClick={list}>
          {busy === 'listing' ? t.loadingList : t.loadList}
        </button>
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
