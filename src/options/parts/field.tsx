/** The settings' own kinds of fields, beside those that they share with the panel. */
import { useId } from 'react';
import { Labelled, type FieldTexts } from '../../ui/field.tsx';
import { Chip } from './button.tsx';

export { Area, Field, PLAIN_INPUT, Tick, URL_INPUT } from '../../ui/field.tsx';

interface ChipChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: Readonly<Record<V, string>>;
  readonly onChoice: (value: V) => void;
}

interface ChoiceProps<V extends string> extends FieldTexts, ChipChoiceProps<V> {
  readonly name: string;
}

export function Choice<V extends string>({ label, help, error, name, value, options, onChoice }: ChoiceProps<V>) {
  const values = Object.keys(options) as V[];
  return (
    <Labelled label={label} help={help} error={error}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          onChange={(event) => onChoice(values.find((known) => known === event.target.value) ?? value)}
        >
          {values.map((known) => (
            <option key={known} value={known}>
              {options[known]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A choice among few that is made in one press. */
export function ChipChoice<V extends string>({ label, value, options, onChoice }: ChipChoiceProps<V>) {
  const id = useId();
  return (
    <div className="stack gap-1 field choices" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <div className="row">
        {(Object.keys(options) as V[]).map((known) => (
          <Chip key={known} aria-pressed={known === value} onClick={() => onChoice(known)}>
            {options[known]}
          </Chip>
        ))}
      </div>
    </div>
  );
}
