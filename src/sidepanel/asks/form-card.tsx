/** A form of a server of tools, whose words are the server's. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AskedByServer } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { checkForm, readForm, type Entered } from '../../lib/schema/form.ts';
import { FORM_TEXTS as t } from '../strings/forms.ts';
import { FormFieldView } from './form-field.tsx';
import { ServerCard, type ServerAskProps } from './server-card.tsx';

interface FormCardProps extends ServerAskProps {
  readonly asked: Extract<AskedByServer, { readonly kind: 'form' }>;
}

export function FormCard(props: FormCardProps) {
  const { ask, asked } = props;
  const fields = useMemo(() => readForm(asked.schema) ?? [], [asked]);
  const [entered, setEntered] = useState<Entered>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  );
  const [shownProblems, setShown] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const { values, problems } = checkForm(fields, entered);
  useEffect(() => {
    if (shownProblems > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [shownProblems]);
  const answer = (): string | null => {
    if (values !== null) return JSON.stringify(entered);
    setShown((times) => times + 1);
    return null;
  };
  const { title, answer: accept, decline, warning } = t;
  return (
    <ServerCard {...props} {...{ title, accept, decline, warning, answer }}>
      <p className="said" dir="auto">
        {toLegibleText(ask.text)}
      </p>
      <div ref={form} className="stack gap-3">
        {fields.map((field) => {
          const problem = shownProblems > 0 ? problems.get(field.name) : undefined;
          return (
            <FormFieldView
              key={field.name}
              field={field}
              entered={entered[field.name] ?? ''}
              error={problem && t.problem(problem, field)}
              enter={(value) => setEntered((now) => ({ ...now, [field.name]: value }))}
            />
          );
        })}
      </div>
    </ServerCard>
  );
}
