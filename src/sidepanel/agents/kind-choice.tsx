import { useId } from 'react';
import { t } from '../strings/strings.ts';
import { getFieldText } from './definition.ts';
import type { DefinitionForm } from './use-definition.ts';

const MODES = ['tool', 'handoff'] as const;

export function KindChoice({ form }: { readonly form: DefinitionForm }) {
  const id = useId();
  const mode = getFieldText(form.definition, 'mode');
  const error = form.getError('mode');
  const { kind, kindHelp } = t.agents.form;
  return (
    <fieldset className="stack choices-set">
      <legend>{kind}</legend>
      {MODES.map((each) => (
        <div key={each} className="tick">
          <input
            id={`${id}-${each}`}
            type="radio"
            name={id}
            checked={mode === each}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-${each}-help${error === undefined ? '' : ` ${id}-error`}`}
            onChange={() => form.setField('mode', each)}
          />
          <div>
            <label htmlFor={`${id}-${each}`}>{t.agents.list.mode[each]}</label>
            <p className="fine" id={`${id}-${each}-help`}>
              {kindHelp[each]}
            </p>
          </div>
        </div>
      ))}
      {error !== undefined && (
        <p className="warn" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
