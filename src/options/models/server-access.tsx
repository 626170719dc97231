/** What reaching a server needs: access given by the browser, and often a key. */
import { useCallback, useEffect, useState, type MouseEvent } from 'react';
import { formatError } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { Field, PLAIN_INPUT } from '../parts/field.tsx';
import { t } from '../strings/strings.ts';
import { useWatched } from '../use-settings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { Button } from '../parts/button.tsx';
import { Message, useMessage } from '../parts/section.tsx';

interface AccessProps {
  readonly host: OptionsHost;
  readonly name: string;
  readonly endpoint: string;
}

/** A button to grant host access if it is missing. */
export function Access({ host, name, endpoint }: AccessProps) {
  const check = useCallback(() => host.hasAccess(endpoint), [host, endpoint]);
  // a browser that cannot tell asks at the next save or test
  const isMissing = useWatched(check, host.onAccessChange) === false;
  const { message, showMessage, showFailure } = useMessage();
  if (!isMissing) return null;
  return (
    <>
      <p className="row warn">
        {t.noAccessYet}
        <Button
          look="small"
          aria-label={t.allowLabel(name)}
          onClick={({ currentTarget }) => {
            const edit = currentTarget.closest('li')?.querySelector<HTMLElement>('[aria-expanded]');
            host.requestOrigin(endpoint).then((granted) => {
              showMessage(granted ? '' : t.declinedAccess);
              if (granted) edit?.focus(); // this button disappears and would take the focus with it
            }, showFailure);
          }}
        >
          {t.allow}
        </Button>
      </p>
      <Message {...message} />
    </>
  );
}

/** Null until known. Checks again when `again` changes. */
export function useHasKey(host: OptionsHost, origin: string, again = false) {
  const [known, setKnown] = useState({ origin: '', has: false });
  useEffect(() => {
    if (origin === '') return;
    let current = true;
    host.hasKey(origin).then(
      (has) => {
        if (current) setKnown({ origin, has });
      },
      () => undefined, // storage errors show when saving
    );
    return () => {
      current = false;
    };
  }, [host, origin, again]);
  return {
    hasKey: known.origin === origin ? known.has : null,
    setHasKey: (has: boolean): void => setKnown({ origin, has }),
  };
}

interface KeyMissingProps extends Pick<AccessProps, 'host'> {
  readonly origin: string;
  /** The key may have changed when the editor closes. */
  readonly isOpen: boolean;
}

export function KeyMissing({ host, origin, isOpen }: KeyMissingProps) {
  return useHasKey(host, origin, isOpen).hasKey === false && <p className="warn">{t.noKeyYet}</p>;
}

const KEY_WORDS = { label: t.key, saved: t.keySaved, remove: t.removeKey, removed: t.keyRemoved } as const;

interface KeyFieldProps {
  readonly host: OptionsHost;
  readonly endpoint: string;
  readonly help: string;
  readonly words?: { readonly [K in keyof typeof KEY_WORDS]: (typeof KEY_WORDS)[K] | (typeof t.tokenWords)[K] };
  readonly caution?: string | undefined;
  /** Instead of the removal of a key. Resolves with what to say. */
  readonly remove?: (origin: string) => Promise<string>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onMessage: (message: string) => void;
}

/** Write-only: it shows whether a key is saved, never the key. */
export function KeyField(props: KeyFieldProps) {
  const { host, endpoint, help, words = KEY_WORDS, caution, value, onText, onMessage } = props;
  const origin = getEndpointOrigin(endpoint);
  const { hasKey: saved, setHasKey } = useHasKey(host, origin);
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const input = currentTarget.closest('.field')?.querySelector('input');
    const removed = props.remove?.(origin) ?? host.removeKey(origin).then(() => words.removed);
    removed.then(
      (message) => {
        setHasKey(false);
        input?.focus(); // this button disappears and would take the focus with it
        onMessage(message);
      },
      (thrown: unknown) => onMessage(t.notSaved(formatError(thrown))),
    );
  };
  return (
    <Field
      label={words.label}
      help={saved ? words.saved(origin) : help}
      caution={caution}
      type="password"
      {...PLAIN_INPUT}
      maxLength={1000}
      placeholder={saved ? t.keyPlaceholder : ''}
      value={value}
      onText={onText}
    >
      {saved && <Button onClick={remove}>{words.remove}</Button>}
    </Field>
  );
}
