/** A model form's state. */
import type { ModelSettings } from '../../lib/protocol/settings/settings.ts';
import { createUniqueId, putEntry, toTraits } from '../../lib/protocol/settings/model-entries.ts';
import { assignRole } from '../../lib/protocol/settings/roles.ts';
import { hasSharedServer } from './model-list.ts';
import { getEndpointOrigin } from './field-checks.ts';
import type { OptionsHost } from '../host.ts';
import {
  toModelSettings,
  validateModelForm,
  hasServer,
  pickErrors,
  type FieldName,
  type ModelForm,
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
  readonly onSaved: (saved: ModelSettings) => void;
  readonly onCancel: () => void;
}

export type ModelEditor = ReturnType<typeof useModelEditor>;

type Options = Omit<ModelEditorProps, 'onCancel'>;

export function useModelEditor({ host, store, initial, entry, onSaved }: Options) {
  const { form, setForm, errors, setErrors, element, checkFields: focusError } = useForm(initial, validateModelForm);
  const { message, showMessage: say, showError } = useMessage();

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
    const current = validateModelForm(next);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in current)));
    requests.forget(change);
  };

  const choose = (model: string): void => {
    edit({ model });
    const listedModel = requests.listed?.find(({ id }) => id === model.trim());
    if (listedModel !== undefined) setForm((now) => applyTraits(now, toTraits(listedModel, now)));
  };

  /** The only model of a server needs no choosing. */
  const list = (): void =>
    requests.list(([only, ...others]) => {
      if (only === undefined || others.length > 0) return;
      setForm((now) => (now.model.trim() === '' ? applyTraits({ ...now, model: only.id }, toTraits(only, now)) : now));
    });

  const learn = ({ contextTokens }: { readonly contextTokens?: number }): void => {
    if (contextTokens !== undefined) setForm((now) => applyTraits(now, { contextTokens }));
  };

  const save = (asMain: boolean): void => {
    requests.run('saving', null, async () => {
      if (hasServer(form) && form.key.trim() !== '') await host.saveKey(form.endpoint, form.key);
      const typed = toModelSettings(form);
      let saved = typed;
      let unusedEndpoints: readonly string[] = [];
      await store.update((now) => {
        const others = now.models.map((model) => model.id).filter((other) => other !== entry?.id);
        saved = { ...typed, id: createUniqueId(typed.id, others) };
        const next = putEntry(now, saved, entry?.id ?? null);
        if (entry !== null && getEndpointOrigin(entry.endpoint) !== '' && !hasSharedServer(next, { ...entry, id: '' }))
          unusedEndpoints = [entry.endpoint];
        return asMain ? assignRole(next, 'main', saved.id) : next;
      });
      // the key of a server no longer used by any model must not be kept
      for (const endpoint of unusedEndpoints) await host.removeKey(endpoint);
      onSaved(saved);
    });
  };

  return { ...requests, form, errors, message, element, edit, choose, list, learn, save, say, checkFields };
}
