/** The fields of a definition. What a field cannot show stays as it is in the text. */
import { Area, Field, PLAIN_INPUT } from '../../ui/field.tsx';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { t } from '../strings/strings.ts';
import { getFieldText, parseLimit, type FieldName } from './definition.ts';
import type { DefinitionForm, FieldsProps } from './use-definition.ts';
import { UseChoices } from './use-choices.tsx';
import { useId } from 'react';

export function AgentFields({ form, of }: FieldsProps) {
  const words = t.agents.form;
  const { id } = form.definition;
  return (
    <>
      <TextField
        form={form}
        name="name"
        help={typeof id === 'string' && id !== '' ? words.id(toLegibleText(id)) : undefined}
      />
      <TextField form={form} name="description" help={words.help.description} rows={2} />
      <TextField form={form} name="routing" help={words.help.routing} rows={3} />
      <KindChoice form={form} />
      <TextField form={form} name="instructions" help={words.help.instructions} rows={7} />
      <UseChoices form={form} of={of} />
      <fieldset className="stack choices-set">
        <legend>{words.limits}</legend>
        <p className="fine">{words.limitsHelp}</p>
        <div className="short">
          {LIMITS.map((name) => (
            <TextField key={name} form={form} name={name} />
          ))}
        </div>
      </fieldset>
    </>
  );
}

const LIMITS = ['turns', 'tokens', 'time'] as const;

interface TextFieldProps extends Pick<FieldsProps, 'form'> {
  readonly name: Exclude<FieldName, 'mode' | 'uses'>;
  readonly help?: string | undefined;
  /** Present for a text of several lines. */
  readonly rows?: number;
}

function TextField({ form, name, help, rows }: TextFieldProps) {
  const text = getFieldText(form.definition, name);
  const isLimit = LIMITS.some((each) => each === name);
  const shared = {
    label: t.agents.form.labels[name],
    help: text === null ? t.agents.form.onlyText : help,
    error: form.getError(name),
    value: text ?? '',
    readOnly: text === null,
    dir: 'auto',
    onText: (typed: string) => form.setField(name, isLimit ? parseLimit(typed, name) : typed),
    onBlur: () => form.leaveField(name),
  } as const;
  if (rows !== undefined) return <Area {...shared} rows={rows} />;
  return isLimit ? (
    <Field
      {...shared}
      {...PLAIN_INPUT}
      inputMode="numeric"
      placeholder={t.agents.form.usual[name as keyof typeof t.agents.form.usual]}
    />
  ) : (
    <Field {...shared} {...PLAIN_INPUT} />
  );
}

const MODES = ['tool', 'handoff'] as const;

function KindChoice({ form }: { readonly form: DefinitionForm }) {
  const id = useId();
  const mode = getFieldText(form.definition, 'mode');
  const error = form.getError('mode');
  const { kind, kindHelp } = t.agents.form;
  return (
    <fieldset className="stack choices-set">
      <legend>{kind}</legend>
      {MODES.map((each) => (
        <div key={each} className="row tight gap-3 top tick">
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
        <p className="small warn" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
