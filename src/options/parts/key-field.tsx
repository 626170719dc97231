/** The key's field: write-only. It says whether a key is saved for this server, never which. */
import { useEffect, useState, type MouseEvent } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { originOf } from '../checks.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';
import { Field } from './field.tsx';

interface KeyFieldProps {
  readonly host: OptionsHost;
  readonly endpoint: string;
  /** What to know of a key that is not saved yet. */
  readonly help: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onMessage: (message: string) => void;
}

export function KeyField({ host, endpoint, help, value, onText, onMessage }: KeyFieldProps) {
  const origin = originOf(endpoint);
  const [savedFor, setSavedFor] = useState('');
  useEffect(() => {
    if (origin === '') return;
    let current = true;
    host.hasKey(origin).then(
      (has) => {
        if (current) setSavedFor(has ? origin : '');
      },
      () => undefined, // storage that cannot be read shows when saving
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
        input?.focus(); // the button goes, and the focus would go with it
        onMessage(t.keyRemoved);
      },
      (thrown: unknown) => onMessage(t.notSaved(messageOf(thrown))),
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
