/** A labelled control with its help and its fault, tied together for screen readers. */
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';

interface Words {
  readonly label: string;
  readonly help?: string | undefined;
  /** Why an entry without a fault has no effect. */
  readonly caution?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends Words, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  readonly onText: (text: string) => void;
  /** Controls beside the input. */
  readonly children?: ReactNode;
}

export function Field({ label, help, caution, error, onText, children, ...input }: FieldProps) {
  return (
    <Labelled label={label} help={help} caution={caution} error={error}>
      {(tie) => (
        <>
          <input {...input} {...tie} onChange={(event) => onText(event.target.value)} />
          {children}
        </>
      )}
    </Labelled>
  );
}

interface AreaProps extends Words, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'id'> {
  readonly onText: (text: string) => void;
}

/** Text of several lines. */
export function Area({ label, help, error, onText, ...area }: AreaProps) {
  return (
    <Labelled label={label} help={help} error={error}>
      {(tie) => <textarea {...area} {...tie} onChange={(event) => onText(event.target.value)} />}
    </Labelled>
  );
}

interface ChoiceProps<V extends string> extends Words {
  readonly name: string;
  readonly value: V;
  /** What each value is called, in order. */
  readonly options: Readonly<Record<V, string>>;
  readonly onChoice: (value: V) => void;
}

export function Choice<V extends string>({ label, help, name, value, options, onChoice }: ChoiceProps<V>) {
  const values = Object.keys(options) as V[];
  return (
    <Labelled label={label} help={help}>
      {(tie) => (
        <select
          {...tie}
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

interface TickProps extends Words {
  readonly name: string;
  readonly checked: boolean;
  readonly onTick: (checked: boolean) => void;
}

/** Yes or no. */
export function Tick({ label, help, name, checked, onTick }: TickProps) {
  const id = useId();
  return (
    <div className="tick">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onTick(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && (
          <p className="fine" id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

interface Tie {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

function Labelled({ label, help, caution, error, children }: Words & { readonly children: (tie: Tie) => ReactNode }) {
  const id = useId();
  const said = [
    { part: 'error', text: error, look: 'warn' },
    { part: 'caution', text: error === undefined ? caution : undefined, look: 'warn' },
    { part: 'help', text: help, look: 'fine' },
  ].filter(({ text }) => text !== undefined);
  const described = said.map(({ part }) => `${id}-${part}`).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      </div>
      {said.map(({ part, text, look }) => (
        <p key={part} className={look} id={`${id}-${part}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
