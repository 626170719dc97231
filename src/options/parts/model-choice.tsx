/** The model's name: typed, or found in the server's own list, which is searched as one types. */
import { useId } from 'react';
import type { ListedModel } from '../../lib/protocol/probe.ts';
import { t } from '../strings.ts';
import { traitsOf, traitWords } from '../traits.ts';
import type { ModelEditor } from '../use-model-editor.ts';
import { Field } from './field.tsx';
import { tied } from './tied.ts';

export function ModelChoice({ editor }: { readonly editor: ModelEditor }) {
  const { form, listed, busy, choose, list } = editor;
  const options = useId();
  const label = (model: ListedModel): string => traitWords(traitsOf(model, form));
  return (
    <>
      <Field
        {...tied(editor, 'model')}
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
          <option key={model.id} value={model.id} label={label(model) || undefined} />
        ))}
      </datalist>
      <p className="unseen" role="status">
        {listed === null ? '' : t.listed(listed.length)}
      </p>
    </>
  );
}
