/** A model form's state. */
import { useState } from 'react';
import type { ProbeReport } from '../../lib/protocol/requests/model.ts';
import type { ModelSettings } from '../../lib/protocol/settings/settings.ts';
import { hasSharedServer, createUniqueId, putEntry, assignRole } from './model-list.ts';
import { getEndpointOrigin } from './field-checks.ts';
import type { OptionsHost } from '../host.ts';
import {
  toModelSettings,
  validateModelForm,
  toModelForm,
  hasServer,
  pickErrors,
  type FieldName,
  type ModelForm,
  toTraits,
  formatTraits,
  applyTraits,
} from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { useForm } from '../parts/form.tsx';
import { useMessage } from '../parts/section.tsx';
import { useModelRequests } from './use-model-requests.ts';

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
  const { form, setForm, errors, setErrors, element, checkFields: focusError } = useForm(initial, validateModelForm);
  const { message, showMessage: say, showError } = useMessage();
  const [found, setFound] = useState('');

  /** Null: all fields. Shows the errors and focuses the first. */
  const checkFields = (fields: readonly FieldName[] | null): boolean => {
    const all = validateModelForm(form);
    const isValid = focusError(fields === null ? all : pickErrors(all, fields));
    if (!isValid) showError(t.fix);
    return isValid;
  };
  const requests = useModelRequests({ host, form, checkFields, showMessage: say, showError });

  const edit = (change: Partial<ModelForm>): void => {
    const next = { ...form, ...change };
    setForm(next);
    say('');
    setFound('');
    const current = validateModelForm(next);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in current)));
    requests.forget(change);
  };

  const choose = (model: string): void => {
    edit({ model });
    const listedModel = requests.listed?.find(({ id }) => id === model.trim());
    if (listedModel === undefined) return;
    const traits = toTraits(listedModel, form);
    setForm((now) => applyTraits(now, traits));
    if (Object.keys(traits).length > 0) setFound(t.fromList(formatTraits(traits)));
  };

  const learn = ({ contextTokens }: { readonly contextTokens?: number }): void => {
    if (contextTokens !== undefined) setForm((now) => applyTraits(now, { contextTokens }));
  };

  const save = (asMain: boolean): void => {
    requests.run('saving', null, async () => {
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

  const test = (): void => requests.test(() => setFound(''), applyFindings);

  return { ...requests, form, errors, message, found, element, edit, choose, learn, save, test, say };
}
