/** Tests one saved model at a time. What is found about the model is saved with it. */
import { useEffect, useRef, useState } from 'react';
import { formatError, formatUserError } from '../../lib/base/errors.ts';
import { omitUndefined } from '../../lib/base/loose.ts';
import type { ProbeReport } from '../../lib/protocol/requests/model.ts';
import type { ModelSettings } from '../../lib/protocol/settings/settings.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { formatTraits, hasServer, toCandidate, toModelForm } from './model-form.ts';
import { putEntry } from '../../lib/protocol/settings/model-entries.ts';

export interface ModelTest {
  readonly id: string;
  readonly isRunning: boolean;
  readonly report: ProbeReport | null;
  /** What it changed in the settings, or why there is no report; '' for neither. */
  readonly note: string;
  /** Whether it follows a save: then it is gone to. */
  readonly followsSave: boolean;
}

export function useModelTest({ host, store: { update } }: SectionProps) {
  const [test, setTest] = useState<ModelTest | null>(null);
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);

  const stop = (): void => {
    current.current.abort();
    if (test?.isRunning === true) void host.stop(); // it costs tokens as long as it runs
    setTest(null);
  };

  /** Null: there was nothing to change. Changes in another window win. */
  const saveFindings = async (entry: ModelSettings, { found }: ProbeReport): Promise<string> => {
    const next = { ...entry, ...omitUndefined(found) };
    const outcome = { isSaved: false };
    if (JSON.stringify(next) === JSON.stringify(entry)) return '';
    await update((now) => {
      const stored = now.models.find(({ id }) => id === entry.id);
      outcome.isSaved = JSON.stringify(stored) === JSON.stringify(entry);
      return outcome.isSaved ? putEntry(now, next, entry.id) : now;
    });
    return outcome.isSaved ? t.foundSaved(formatTraits(found)) : '';
  };

  const run = (entry: ModelSettings, access: Promise<boolean>, followsSave: boolean): void => {
    stop();
    current.current = new AbortController();
    const { signal } = current.current;
    const show = (change: Partial<ModelTest>): void => {
      if (signal.aborted) return;
      setTest({ id: entry.id, isRunning: false, report: null, note: '', followsSave, ...change });
    };
    const ask = async (): Promise<void> => {
      if (!(await access)) {
        show({ note: t.declined(getEndpointOrigin(entry.endpoint)) });
        return;
      }
      const reply = await host.test(toCandidate(toModelForm(entry)));
      if (signal.aborted) return;
      if (reply.ok) show({ report: reply.value, note: await saveFindings(entry, reply.value) });
      else show({ note: formatUserError(reply.error) });
    };
    show({ isRunning: true });
    ask().catch((thrown: unknown) => show({ note: t.failed(formatError(thrown)) }));
  };

  return {
    test,
    stop,
    /** Must be called in a user gesture: the browser may have to ask. */
    start: (entry: ModelSettings): void =>
      run(entry, hasServer(entry) ? host.requestOrigin(entry.endpoint) : Promise.resolve(true), false),
    /** Access was given when it was saved. */
    startAfterSave: (entry: ModelSettings): void => run(entry, Promise.resolve(true), true),
  };
}
