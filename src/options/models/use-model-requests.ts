/** What a model's form asks for, one at a time: to be saved, and for the list of its server's models. */
import { useEffect, useRef, useState } from 'react';
import { formatError } from '../../lib/base/errors.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { hasServer, toCandidate, type FieldName, type ModelForm } from './model-form.ts';

/** Why there is no list, and what helps. */
type ListFailure = Readonly<Record<'message' | 'hint', string>>;

type Busy = 'no' | 'saving' | 'listing';

interface RequestOptions {
  readonly host: OptionsHost;
  readonly form: ModelForm;
  /** Null: all fields. False if one has an error, which is shown. */
  readonly checkFields: (fields: readonly FieldName[] | null) => boolean;
  readonly showMessage: (text: string) => void;
  readonly showError: (text: string) => void;
}

export function useModelRequests({ host, form, checkFields, showMessage, showError }: RequestOptions) {
  const [busy, setBusy] = useState<Busy>('no');
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const [failure, setFailure] = useState<ListFailure | null>(null);
  const waiting = useRef(new AbortController());
  useEffect(() => () => waiting.current.abort(), []);

  const stopListing = (): void => {
    if (busy !== 'listing') return;
    waiting.current.abort();
    void host.stop();
    setBusy('no');
  };

  /** Drops the list of another server. */
  const forget = (change: Partial<ModelForm>): void => {
    if (!('endpoint' in change || 'provider' in change)) return;
    stopListing();
    setListed(null);
  };

  /** Must be called in a user gesture: the origin is requested before any await, which would end it. */
  const run = (
    kind: Exclude<Busy, 'no'>,
    fields: readonly FieldName[] | null,
    work: (signal: AbortSignal) => Promise<void>,
  ): void => {
    if (busy === kind || busy === 'saving' || !checkFields(fields)) return;
    stopListing();
    const access = hasServer(form) ? host.requestOrigin(form.endpoint) : Promise.resolve(true);
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    setBusy(kind);
    showMessage('');
    access
      .then((granted) => (granted ? work(signal) : showError(t.declined(getEndpointOrigin(form.endpoint)))))
      .catch((thrown: unknown) => showError(t.notSaved(formatError(thrown))))
      .finally(() => {
        if (!signal.aborted) setBusy('no');
      });
  };

  const list = (onListed: (models: readonly ListedModel[]) => void): void => {
    run('listing', ['endpoint'], async (signal) => {
      const { provider, endpoint, key } = toCandidate(form);
      const reply = await host.list({ provider, endpoint, key });
      if (signal.aborted) return;
      setFailure(reply.ok ? null : reply.error);
      if (!reply.ok) return;
      setListed(reply.value.models);
      onListed(reply.value.models);
    });
  };

  return { busy, listed, failure, forget, run, list };
}
