/** A labelled input with its help and its fault, tied together for screen readers. */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly onText: (text: string) => void;
  /** Controls beside the input. */
  readonly children?: ReactNode;
}

export function Field({ label, help, error, onText, children, ...input }: FieldProps) {
  const id = useId();
  const described = [error === undefined ? '' : `${id}-error`, help === undefined ? '' : `${id}-help`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
          onChange={(event) => onText(event.target.value)}
        />
        {children}
      </div>
      {error !== undefined && (
        <p className="warn" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help !== undefined && (
        <p className="fine" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
