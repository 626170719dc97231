import { useId } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_ENTERED, type FormField, type FormOption } from '../../lib/schema/form.ts';
import { Field, Labelled, PLAIN_INPUT, Tick, URL_INPUT } from '../../ui/field.tsx';
import { FORM_TEXTS as t } from '../strings/forms.ts';

interface FormFieldProps {
  readonly field: FormField;
  readonly entered: string | readonly string[];
  readonly error: string | undefined;
  readonly enter: (value: string | readonly string[]) => void;
}

const MAX_SHOWN = 500;
const INPUTS = {
  '': {},
  email: { ...PLAIN_INPUT, type: 'email' },
  uri: URL_INPUT,
  date: { type: 'date' },
  'date-time': { type: 'datetime-local', step: 1 },
} as const;
const BOOLEANS: readonly FormOption[] = [
  { value: 'true', label: t.yes },
  { value: 'false', label: t.no },
];

export function FormFieldView({ field, entered, error, enter }: FormFieldProps) {
  const name = isolateLine(field.label, MAX_SHOWN);
  const label = field.required ? name : t.optional(name);
  const texts = { label, help: field.help === '' ? undefined : isolateLine(field.help, MAX_SHOWN), error };
  if (field.kind === 'choices') return <Choices {...texts} field={field} chosen={entered} enter={enter} />;
  const value = typeof entered === 'string' ? entered : '';
  if (field.kind === 'choice' || field.kind === 'boolean') {
    const options = field.kind === 'choice' ? field.options : BOOLEANS;
    return (
      <Labelled {...texts}>
        {(control) => (
          <select {...control} value={value} onChange={(event) => enter(event.target.value)}>
            <option value="">{t.none}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {isolateLine(option.label)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    );
  }
  const input =
    field.kind === 'number'
      ? ({ ...PLAIN_INPUT, inputMode: field.whole ? 'numeric' : 'decimal' } as const)
      : INPUTS[field.format];
  return (
    <Field {...texts} dir="auto" autoComplete="off" maxLength={MAX_ENTERED} {...input} value={value} onText={enter} />
  );
}

interface ChoicesProps extends Pick<FormFieldProps, 'error' | 'enter'> {
  readonly field: Extract<FormField, { kind: 'choices' }>;
  readonly label: string;
  readonly help: string | undefined;
  readonly chosen: string | readonly string[];
}

function Choices({ field, label, help, error, chosen, enter }: ChoicesProps) {
  const id = useId();
  const described = [error === undefined ? '' : `${id}-error`, help === undefined ? '' : `${id}-help`].join(' ').trim();
  const has = (value: string): boolean => typeof chosen !== 'string' && chosen.includes(value);
  const tick = (value: string, checked: boolean): void =>
    enter(field.options.map((each) => each.value).filter((each) => (each === value ? checked : has(each))));
  return (
    <fieldset
      className="stack gap-1 choices-set"
      aria-invalid={error !== undefined}
      aria-describedby={described || undefined}
      tabIndex={-1}
    >
      <legend>{label}</legend>
      {help !== undefined && (
        <p className="fine" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p className="small warn" id={`${id}-error`}>
          {error}
        </p>
      )}
      {field.options.map((option) => (
        <Tick
          key={option.value}
          name={option.value}
          label={isolateLine(option.label)}
          checked={has(option.value)}
          onTick={(checked) => tick(option.value, checked)}
        />
      ))}
    </fieldset>
  );
}
