/** A labelled control with help and error texts, linked for screen readers. Its look is in `theme.css`. */
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';

export interface FieldTexts {
  readonly label: string;
  readonly help?: string | undefined;
  /** Why a valid entry has no effect. */
  readonly caution?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  readonly onText: (text: string) => void;
  readonly children?: ReactNode;
}

/** Attributes of a field that is not prose: names, ids, keys. */
export const PLAIN_INPUT = { spellCheck: false, autoComplete: 'off' } as const;
export const URL_INPUT = { ...PLAIN_INPUT, type: 'url', inputMode: 'url' } as const;

export function Field({ label, help, caution, error, onText, children, ...input }: FieldProps) {
  return (
    <Labelled label={label} help={help} caution={caution} error={error}>
      {(control) => (
        <>
          <input {...input} {...control} onChange={(event) => onText(event.target.value)} />
          {children}
        </>
      )}
    </Labelled>
  );
}

interface AreaProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'id'> {
  readonly onText: (text: string) => void;
}

export function Area({ label, help, error, onText, ...area }: AreaProps) {
  return (
    <Labelled label={label} help={help} error={error}>
      {(control) => <textarea {...area} {...control} onChange={(event) => onText(event.target.value)} />}
    </Labelled>
  );
}

interface TickProps extends FieldTexts {
  readonly name: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onTick: (checked: boolean) => void;
}

export function Tick({ label, help, name, checked, disabled, onTick }: TickProps) {
  const id = useId();
  return (
    <div className="row tight gap-3 top tick">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
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

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export function Labelled({
  label,
  help,
  caution,
  error,
  children,
}: FieldTexts & { readonly children: (tie: ControlProps) => ReactNode }) {
  const id = useId();
  const notes = [
    { part: 'error', text: error, look: 'small warn' },
    { part: 'caution', text: error === undefined ? caution : undefined, look: 'small warn' },
    { part: 'help', text: help, look: 'fine' },
  ].filter(({ text }) => text !== undefined);
  const described = notes.map(({ part }) => `${id}-${part}`).join(' ');
  return (
    <div className="stack gap-1 field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      </div>
      {notes.map(({ part, text, look }) => (
        <p key={part} className={look} id={`${id}-${part}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
