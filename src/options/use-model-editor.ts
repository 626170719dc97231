/**
 * What happens to one model's form. The one rule: Save, “Will it work?” and Load list ask the browser for the server's
 * origin first, synchronously in the click or the Enter that caused them, since after any await the gesture is gone.
 */
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/base/errors.ts';
import type { ListedModel, ProbeReport } from '../lib/protocol/probe.ts';
import type { ModelSettings } from '../lib/protocol/settings.ts';
import { isShared, ownId, withEntry, withRole } from './catalogue.ts';
import { originOf } from './checks.ts';
import type { OptionsHost } from './host.ts';
import {
  candidateOf,
  entryFrom,
  errorsIn,
  formOf,
  hasServer,
  only,
  type Errors,
  type Field,
  type ModelForm,
} from './model-form.ts';
import { t } from './strings.ts';
import { traitsOf, traitWords, withTraits } from './traits.ts';
import type { SettingsStore } from './use-settings.ts';

type Busy = 'no' | 'saving' | 'testing' | 'listing';

/** What a test looks at: a change of these makes its report one of another model. */
const TESTED = ['provider', 'endpoint', 'model', 'key'] as const;

export interface ModelEditorProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
  readonly initial: ModelForm;
  /** The entry that is edited; null for a new one. */
  readonly entry: ModelSettings | null;
  /** `said` is what became of it; '' when it was given up. */
  readonly onClose: (said: string) => void;
}

export type ModelEditor = ReturnType<typeof useModelEditor>;

export function useModelEditor({ host, store, initial, entry, onClose }: ModelEditorProps) {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState<Busy>('no');
  const [message, setMessage] = useState({ text: '', bad: false });
  const [report, setReport] = useState<ProbeReport | null>(null);
  const [found, setFound] = useState('');
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const waiting = useRef(new AbortController());
  useEffect(() => () => waiting.current.abort(), []);

  const say = (text: string): void => setMessage({ text, bad: false });
  const complain = (text: string): void => setMessage({ text, bad: true });
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
    // a fault that was pointed out goes as soon as it is mended; new ones wait for Save
    const now = errorsIn(next);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in now)));
    if (TESTED.some((name) => name in change)) {
      if (busy === 'testing') stop();
      setReport(null);
    }
    if ('endpoint' in change || 'provider' in change) {
      if (busy === 'listing') stop();
      setListed(null);
    }
  };

  /** The model's name as typed or chosen; what the list knows of it comes along. */
  const choose = (model: string): void => {
    edit({ model });
    const known = listed?.find(({ id }) => id === model.trim());
    if (known === undefined) return;
    const traits = traitsOf(known, form);
    setForm((now) => withTraits(now, traits));
    if (Object.keys(traits).length > 0) setFound(t.fromList(traitWords(traits)));
  };

  /** What the model says of itself once it is there. */
  const learn = ({ contextTokens }: { readonly contextTokens?: number }): void => {
    if (contextTokens !== undefined) setForm((now) => withTraits(now, { contextTokens }));
  };

  /** Whether these fields are sound; else marks them and goes to the first. */
  const isSound = (fields: readonly Field[] | null): boolean => {
    const all = errorsIn(form);
    const wrong = fields === null ? all : only(all, fields);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first === undefined) return true;
    complain(t.fix);
    const input = element.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) {
      input.closest('details')?.setAttribute('open', '');
      input.focus();
    }
    return false;
  };

  /** Runs `work` once these fields are sound and the server's origin is granted. Call it in the gesture. */
  const withAccess = (kind: Busy, fields: readonly Field[] | null, work: (signal: AbortSignal) => Promise<void>) => {
    if (busy !== 'no' || !isSound(fields)) return;
    const access = hasServer(form) ? host.requestOrigin(form.endpoint) : Promise.resolve(true);
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    setBusy(kind);
    say('');
    access
      .then((granted) => (granted ? work(signal) : complain(t.declined(originOf(form.endpoint)))))
      .catch((thrown: unknown) => complain(t.notSaved(messageOf(thrown))))
      .finally(() => {
        if (!signal.aborted) setBusy('no');
      });
  };

  const save = (asMain: boolean): void => {
    withAccess('saving', null, async () => {
      if (hasServer(form) && form.key.trim() !== '') await host.saveKey(form.endpoint, form.key);
      const typed = entryFrom(form);
      let id = typed.id;
      let left: readonly string[] = [];
      await store.update((now) => {
        const others = now.models.map((model) => model.id).filter((other) => other !== entry?.id);
        id = ownId(typed.id, others);
        const next = withEntry(now, typed, entry?.id ?? null);
        if (entry !== null && originOf(entry.endpoint) !== '' && !isShared(next, { ...entry, id: '' }))
          left = [entry.endpoint];
        return asMain ? withRole(next, 'main', id) : next;
      });
      // the key of a server that no model is at any more is of no use to anybody but a thief
      for (const endpoint of left) await host.removeKey(endpoint);
      onClose(t.modelSaved(id));
    });
  };

  const test = (): void => {
    withAccess('testing', ['endpoint', 'model', 'contextTokens', 'keepAlive'], async (signal) => {
      setReport(null);
      setFound('');
      const reply = await host.test(candidateOf(form));
      if (signal.aborted) return;
      if (!reply.ok) {
        complain(`${reply.trouble.message} ${reply.trouble.cure}`);
        return;
      }
      setReport(reply.value);
      await take(reply.value);
    });
  };

  /** What the test found goes into the fields; and is saved, when they hold nothing else that is not. */
  const take = async ({ found: traits }: ProbeReport): Promise<void> => {
    const words = traitWords(traits);
    if (words === '') return;
    setForm((now) => withTraits(now, traits));
    setFound(t.foundSet(words));
    if (entry === null || JSON.stringify(form) !== JSON.stringify(formOf(entry))) return;
    const next = entryFrom(withTraits(form, traits));
    const outcome = { saved: false };
    await store.update((now) => {
      const stored = now.models.find(({ id }) => id === entry.id);
      // changed or removed in another window while the test ran: that holds
      outcome.saved = stored !== undefined && JSON.stringify(formOf(stored)) === JSON.stringify(form);
      return outcome.saved ? withEntry(now, next, entry.id) : now;
    });
    if (outcome.saved) setFound(t.foundSaved(words));
  };

  const list = (): void => {
    withAccess('listing', ['endpoint'], async (signal) => {
      const { provider, endpoint, key } = candidateOf(form);
      const reply = await host.list({ provider, endpoint, key });
      if (signal.aborted) return;
      if (reply.ok) setListed(reply.value.models);
      else complain(`${reply.trouble.message} ${reply.trouble.cure}`);
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
