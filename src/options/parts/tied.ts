/** What the groups of a model's form share. They hold no state: the editor does. */
import type { Errors, Field, ModelForm } from '../model-form.ts';

export interface FormProps {
  readonly form: ModelForm;
  readonly errors: Errors;
  readonly edit: (change: Partial<ModelForm>) => void;
}

/** What ties a field to the form: its name, what stands in it, its fault, and where typing goes. */
export function tied<N extends Field>({ form, errors, edit }: FormProps, name: N) {
  return {
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => edit({ [name]: text }),
  };
}
