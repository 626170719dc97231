/** What all forms share: an error appears when the form is used, and goes once its field is right. */
import { useEffect, useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { t } from '../strings/strings.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Button } from './button.tsx';

type FormErrors<F> = Readonly<Partial<Record<keyof F, string>>>;

export function useForm<F extends object>(initial: F, validate: (form: F) => FormErrors<F>) {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState({} as FormErrors<F>);
  const element = useRef<HTMLFormElement>(null);
  const edit = (change: Partial<F>): void => {
    const next = { ...form, ...change };
    setForm(next);
    const current = Object.entries(validate(next));
    setErrors((shown) => Object.fromEntries(current.filter(([name]) => name in shown)) as FormErrors<F>);
  };
  /** Shows the errors, and focuses the first. */
  const checkFields = (invalid = validate(form)): boolean => {
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    if (first === undefined) return true;
    const field = element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) {
      field.closest('details')?.setAttribute('open', '');
      field.focus();
    }
    return false;
  };
  return { form, setForm, errors, setErrors, element, edit, checkFields };
}

interface FormState<F> {
  readonly form: F;
  readonly errors: FormErrors<F>;
  readonly edit: (change: Partial<F>) => void;
}

export function bindField<F, N extends string & keyof F>({ form, errors, edit }: FormState<F>, name: N) {
  return {
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => edit({ [name]: text } as Partial<F>),
  };
}

/** `showFailure`: says why nothing was saved. */
export function useSaving(showFailure: (thrown: unknown, explain: typeof t.notSaved) => void) {
  const [isSaving, setSaving] = useState(false);
  const save = (store: () => Promise<void>): void => {
    setSaving(true);
    store()
      .catch((thrown: unknown) => showFailure(thrown, t.notSaved))
      .finally(() => setSaving(false));
  };
  return { isSaving, save };
}

interface SaveButtonsProps {
  readonly label: string;
  readonly isSaving: boolean;
  /** Between the two. */
  readonly children?: ReactNode;
}

export function SaveButtons({ label, isSaving, children }: SaveButtonsProps) {
  return (
    <div className="row">
      <Button type="submit" look="accent" aria-disabled={isSaving}>
        {isSaving ? t.saving : label}
      </Button>
      {children}
      <Button type="reset">{t.cancel}</Button>
    </div>
  );
}

const FIRST_FIELD = 'input:not(details:not([open]) *)';

interface EditorFormProps {
  readonly label: string;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Its first field is gone to when it changes. */
  readonly step?: string;
  readonly onSubmit: () => void;
  /** Not called before the user has agreed to lose what was typed. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Closed by its reset button. */
export function EditorForm({ label, element, step = '', onSubmit, onCancel, children }: EditorFormProps) {
  const [isAsking, setAsking] = useState(false);
  const isTyped = useRef(false);
  useEffect(() => goToFirstField(element.current), [element, step]);
  useEffect(() => {
    const keepTyped = (event: BeforeUnloadEvent): void => {
      if (isTyped.current) event.preventDefault();
    };
    addEventListener('beforeunload', keepTyped);
    return () => removeEventListener('beforeunload', keepTyped);
  }, []);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  const cancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isTyped.current) setAsking(true);
    else onCancel();
  };
  const stay = (): void => {
    setAsking(false);
    goToFirstField(element.current);
  };
  return (
    <form
      ref={element}
      className="editor"
      aria-label={label}
      noValidate
      onInput={() => (isTyped.current = true)}
      onSubmit={submit}
      onReset={cancel}
    >
      {children}
      {isAsking && <Confirmation question={t.unsaved} yes={t.leave} no={t.stay} act={onCancel} close={stay} />}
    </form>
  );
}

const goToFirstField = (form: HTMLFormElement | null): void => form?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();

/** Closes the editor in a row of a list, which asks if something was typed. */
export const closeEditorIn = (row: Element | null): void => row?.querySelector<HTMLFormElement>('.editor')?.reset();
