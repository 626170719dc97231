/** What a server of tools asks while it runs a call: a form, whose words are the server's. Nothing leaves without a press. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AskedByServer, AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { checkForm, readForm, type Entered } from '../../lib/schema/form.ts';
import { usePanel } from '../panel-context.ts';
import { FORM_TEXTS as t } from '../strings/forms.ts';
import { AskCard } from './ask-card.tsx';
import { DeliberateButton } from './deliberate-button.tsx';
import { parseAddress } from './format-args.ts';
import { FormFieldView } from './form-field.tsx';
import { HostView } from './host-view.tsx';
import { useSeen } from './use-seen.ts';
import { t as panelTexts } from '../strings/strings.ts';

interface FormCardProps {
  readonly ask: AskUserFrame;
  readonly asked: AskedByServer;
  /** '' for the main agent. */
  readonly agent: string;
  /** How many are asked after this one. */
  readonly later: number;
}

export function FormCard({ ask, asked, agent, later }: FormCardProps) {
  const { panel } = usePanel();
  const fields = useMemo(() => readForm(asked.schema) ?? [], [asked]);
  const [entered, setEntered] = useState<Entered>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  );
  const [shownProblems, setShown] = useState(0);
  const [sent, setSent] = useState(false);
  const [end, isSeen] = useSeen();
  const form = useRef<HTMLDivElement>(null);
  const { values, problems } = checkForm(fields, entered);
  useEffect(() => {
    if (shownProblems > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [shownProblems]);
  const reply = (deliver: () => Promise<boolean>): void => {
    if (sent) return;
    setSent(true);
    void deliver().then((delivered) => setSent(delivered));
  };
  const answer = (): void => {
    if (values === null) setShown((times) => times + 1);
    else reply(() => panel.answer(ask, JSON.stringify(entered)));
  };
  const decline = (): void => reply(() => panel.decline(ask));
  const { letters } = parseAddress(`https://${asked.host}`);
  return (
    <AskCard
      form={ask.form}
      title={t.title}
      later={later}
      onEscape={decline}
      buttons={
        <>
          {!isSeen && <p className="fine">{panelTexts.scrollToEnd}</p>}
          <div className="row">
            <DeliberateButton look="button accent" busy={sent || !isSeen} label={t.answer} act={answer} />
            <DeliberateButton busy={sent} label={t.decline} act={decline} />
          </div>
        </>
      }
    >
      {agent !== '' && <p className="fine wanted-by">{panelTexts.agents.wants(agent)}</p>}
      <HostView shown={asked.host} letters={letters} />
      <p className="fine">{t.itsWords}</p>
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
      <p className="fine">{t.warning}</p>
      <span ref={end} />
    </AskCard>
  );
}
