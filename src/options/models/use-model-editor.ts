/** A model form's state. Origins are requested before any await, which would end the user gesture. */
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import type { ListedModel, ProbeReport } from '../../lib/protocol/probe.ts';
import type { ModelSettings } from '../../lib/protocol/settings.ts';
import { hasSharedServer, createUniqueId, putEntry, assignRole } from './model-list.ts';
import { getEndpointOrigin } from './field-checks.ts';
import type { OptionsHost } from '../host.ts';
import {
  toCandidate,
  toModelSettings,
  validateModelForm,
  toModelForm,
  hasServer,
  pickErrors,
  type ModelFormErrors,
  type FieldName,
  type ModelForm,
} from './model-form.ts';
import { t } from '../strings/strings.ts';
import { toTraits, formatTraits, applyTraits } from './model-traits.ts';
import type { SettingsStore } from '../use-settings.ts';

type Busy = 'no' | 'saving' | 'testing' | 'listing';

/** A change to one invalidates the test's report. */
const TESTED_FIELDS = ['provider', 'endpoint', 'model', 'key'] as const;

export interface ModelEditorProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
  readonly initial: ModelForm;
  /** Null for a new one. */
  readonly entry: ModelSettings | null;
  /** '' if cancelled. */
  readonly onClose: (message: string) => void;
}

export type ModelEditor = ReturnType<typeof useModelEditor>;

export function useModelEditor({ host, store, initial, entry, onClose }: ModelEditorProps) {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<ModelFormErrors>({});
  const [busy, setBusy] = useState<Busy>('no');
  const [message, setMessage] = useState({ text: '', bad: false });
  const [report, setReport] = useState<ProbeReport | null>(null);
  const [found, setFound] = useState('');
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const waiting = useRef(new AbortController());
  useEffect(() => () => waiting.current.abort(), []);

  const say = (text: string): void => setMessage({ text, bad: false });
  const showError = (text: string): void => setMessage({ text, bad: true });
  const stop = (): void => {
    waiting.current.abort();
    if (busy === 'testing' || busy === 'listing') void host.stop(); // a test costs tokens as long as it runs
    setBusy('no');
  };

  const edit = (change: Partial<ModelForm>): void => {
    const next = { ...form, ...change };
    setForm(next);
    say('');
    setFound('');
    const current = validateModelForm(next);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in current)));
    if (TESTED_FIELDS.some((name) => name in change)) {
      if (busy === 'testing') stop();
      setReport(null);
    }
    if ('endpoint' in change || 'provider' in change) {
      if (busy === 'listing') stop();
      setListed(null);
    }
  };

  const choose = (model: string): void => {
    edit({ model });
    const listedModel = listed?.find(({ id }) => id === model.trim());
    if (listedModel === undefined) return;
    const traits = toTraits(listedModel, form);
    setForm((now) => applyTraits(now, traits));
    if (Object.keys(traits).length > 0) setFound(t.fromList(formatTraits(traits)));
  };

  const learn = ({ contextTokens }: { readonly contextTokens?: number }): void => {
    if (contextTokens !== undefined) setForm((now) => applyTraits(now, { contextTokens }));
  };

  /** Null: all fields. Shows the errors and focuses the first. */
  const checkFields = (fields: readonly FieldName[] | null): boolean => {
    const all = validateModelForm(form);
    const invalid = fields === null ? all : pickErrors(all, fields);
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    if (first === undefined) return true;
    showError(t.fix);
    const input = element.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) {
      input.closest('details')?.setAttribute('open', '');
      input.focus();
    }
    return false;
  };

  /** Must be called in a user gesture. */
  const runWithAccess = (
    kind: Busy,
    fields: readonly FieldName[] | null,
    work: (signal: AbortSignal) => Promise<void>,
  ) => {
    if (busy !== 'no' || !checkFields(fields)) return;
    const access = hasServer(form) ? host.requestOrigin(form.endpoint) : Promise.resolve(true);
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    setBusy(kind);
    say('');
    access
      .then((granted) => (granted ? work(signal) : showError(t.declined(getEndpointOrigin(form.endpoint)))))
      .catch((thrown: unknown) => showError(t.notSaved(getErrorMessage(thrown))))
      .finally(() => {
        if (!signal.aborted) setBusy('no');
      });
  };

  const save = (asMain: boolean): void => {
    runWithAccess('saving', null, async () => {
      if (hasServer(form) && form.key.trim() !== '') await host.saveKey(form.endpoint, form.key);
      const typed = toModelSettings(form);
      let id = typed.id;
      let unusedEndpoints: readonly string[] = [];
      await store.update((now) => {
        const others = now.models.map((model) => model.id).filter((other) => other !== entry?.id);
        id = createUniqueId(typed.id, others);
        const next = putEntry(now, typed, entry?.id ?? null);
        if (entry !== null && getEndpointOrigin(entry.endpoint) !== '' && !hasSharedServer(next, { ...entry, id: '' }))
          unusedEndpoints = [entry.endpoint];
        return asMain ? assignRole(next, 'main', id) : next;
      });
      // the key of a server no longer used by any model must not be kept
      for (const endpoint of unusedEndpoints) await host.removeKey(endpoint);
      onClose(t.modelSaved(id));
    });
  };

  const test = (): void => {
    runWithAccess('testing', ['endpoint', 'model', 'contextTokens', 'keepAlive'], async (signal) => {
      setReport(null);
      setFound('');
      const reply = await host.test(toCandidate(form));
      if (signal.aborted) return;
      if (!reply.ok) {
        showError(`${reply.error.message} ${reply.error.hint}`);
        return;
      }
      setReport(reply.value);
      await applyFindings(reply.value);
    });
  };

  const applyFindings = async ({ found: traits }: ProbeReport): Promise<void> => {
    const summary = formatTraits(traits);
    if (summary === '') return;
    setForm((now) => applyTraits(now, traits));
    setFound(t.foundSet(summary));
    if (entry === null || JSON.stringify(form) !== JSON.stringify(toModelForm(entry))) return;
    const next = toModelSettings(applyTraits(form, traits));
    const outcome = { saved: false };
    await store.update((now) => {
      const stored = now.models.find(({ id }) => id === entry.id);
      // changes in another window win
      outcome.saved = stored !== undefined && JSON.stringify(toModelForm(stored)) === JSON.stringify(form);
      return outcome.saved ? putEntry(now, next, entry.id) : now;
    });
    if (outcome.saved) setFound(t.foundSaved(summary));
  };

  const list = (): void => {
    runWithAccess('listing', ['endpoint'], async (signal) => {
      const { provider, endpoint, key } = toCandidate(form);
      const reply = await host.list({ provider, endpoint, key });
      if (signal.aborted) return;
      if (reply.ok) setListed(reply.value.models);
      else showError(`${reply.error.message} ${reply.error.hint}`);
    });
  };

  return {
    form,
    errors,
    busy,
    message,
    report,
    found,
    listed,
    element,
    edit,
    choose,
    learn,
    save,
    test,
    list,
    stop,
    say,
  };
}
