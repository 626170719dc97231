/** What a model's form asks of its server, one at a time: to save, to list its models, to test one. */
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import type { ListedModel, ProbeReport } from '../../lib/protocol/requests/model.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { hasServer, toCandidate, type FieldName, type ModelForm } from './model-form.ts';

type Busy = 'no' | 'saving' | 'testing' | 'listing';

/** A change to one invalidates the test's report. */
const TESTED_FIELDS = ['provider', 'endpoint', 'model', 'key'] as const;

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
  const [report, setReport] = useState<ProbeReport | null>(null);
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const waiting = useRef(new AbortController());
  useEffect(() => () => waiting.current.abort(), []);

  const stop = (): void => {
    waiting.current.abort();
    if (busy === 'testing' || busy === 'listing') void host.stop(); // a test costs tokens as long as it runs
    setBusy('no');
  };

  /** Drops what a change of these fields makes untrue. */
  const forget = (change: Partial<ModelForm>): void => {
    if (TESTED_FIELDS.some((name) => name in change)) {
      if (busy === 'testing') stop();
      setReport(null);
    }
    if ('endpoint' in change || 'provider' in change) {
      if (busy === 'listing') stop();
      setListed(null);
    }
  };

  /** Must be called in a user gesture: the origin is requested before any await, which would end it. */
  const run = (kind: Busy, fields: readonly FieldName[] | null, work: (signal: AbortSignal) => Promise<void>): void => {
    if (busy !== 'no' || !checkFields(fields)) return;
    const access = hasServer(form) ? host.requestOrigin(form.endpoint) : Promise.resolve(true);
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    setBusy(kind);
    showMessage('');
    access
      .then((granted) => (granted ? work(signal) : showError(t.declined(getEndpointOrigin(form.endpoint)))))
      .catch((thrown: unknown) => showError(t.notSaved(getErrorMessage(thrown))))
      .finally(() => {
        if (!signal.aborted) setBusy('no');
      });
  };

  const test = (onStart: () => void, onReport: (report: ProbeReport) => Promise<void>): void => {
    run('testing', ['endpoint', 'model', 'contextTokens', 'keepAlive'], async (signal) => {
      setReport(null);
      onStart();
      const reply = await host.test(toCandidate(form));
      if (signal.aborted) return;
      if (!reply.ok) {
        showError(`${reply.error.message} ${reply.error.hint}`);
        return;
      }
      setReport(reply.value);
      await onReport(reply.value);
    });
  };

  const list = (): void => {
    run('listing', ['endpoint'], async (signal) => {
      const { provider, endpoint, key } = toCandidate(form);
      const reply = await host.list({ provider, endpoint, key });
      if (signal.aborted) return;
      if (reply.ok) setListed(reply.value.models);
      else showError(`${reply.error.message} ${reply.error.hint}`);
    });
  };

  return { busy, report, listed, stop, forget, run, test, list };
}
