/** Shared by the groups of fields of a model's form. They hold no state of their own. */
import type { ModelFormErrors, FieldName, ModelForm } from './model-form.ts';

export interface FormProps {
  readonly form: ModelForm;
  readonly errors: ModelFormErrors;
  readonly edit: (change: Partial<ModelForm>) => void;
}

/** Returns the props that connect a field to the form. */
export function bindField<N extends FieldName>({ form, errors, edit }: FormProps, name: N) {
  return {
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => edit({ [name]: text }),
  };
}
