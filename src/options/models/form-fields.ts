/** Shared by the groups of fields of a model's form. */
import type { ModelFormErrors, FieldName, ModelForm } from './model-form.ts';

export interface FormProps {
  readonly form: ModelForm;
  readonly errors: ModelFormErrors;
  readonly edit: (change: Partial<ModelForm>) => void;
}

export function bindField<N extends FieldName>({ form, errors, edit }: FormProps, name: N) {
  return {
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => edit({ [name]: text }),
  };
}
