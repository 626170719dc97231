/** A write-only key field: it shows whether a key is saved, never the key. */
import { useEffect, useState, type MouseEvent } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { getEndpointOrigin } from './field-checks.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { Field } from '../parts/field.tsx';

interface KeyFieldProps {
  readonly host: OptionsHost;
  readonly endpoint: string;
  readonly help: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onMessage: (message: string) => void;
}

export function KeyField({ host, endpoint, help, value, onText, onMessage }: KeyFieldProps) {
  const origin = getEndpointOrigin(endpoint);
  const [savedFor, setSavedFor] = useState('');
  useEffect(() => {
    if (origin === '') return;
    let current = true;
    host.hasKey(origin).then(
      (has) => {
        if (current) setSavedFor(has ? origin : '');
      },
      () => undefined, // storage errors show when saving
    );
    return () => {
      current = false;
    };
  }, [host, origin]);
  const saved = origin !== '' && savedFor === origin;
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const input = currentTarget.closest('.field')?.querySelector('input');
    host.removeKey(origin).then(
      () => {
        setSavedFor('');
        input?.focus(); // this button disappears and would take the focus with it
        onMessage(t.keyRemoved);
      },
      (thrown: unknown) => onMessage(t.notSaved(getErrorMessage(thrown))),
    );
  };
  return (
    <Field
      label={t.key}
      help={saved ? t.keySaved(origin) : help}
      type="password"
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      placeholder={saved ? t.keyPlaceholder : ''}
      value={value}
      onText={onText}
    >
      {saved && (
        <button type="button" className="button" onClick={remove}>
          {t.removeKey}
        </button>
      )}
    </Field>
  );
}
