/** The card of what a server of tools asks, by its kind. */
import { type ServerAskProps, ServerCard } from './server-card.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AskedByServer, LargestSpend } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { checkForm, readForm, type Entered } from '../../lib/schema/form.ts';
import { FORM_TEXTS } from '../strings/forms.ts';
import { FormFieldView } from './form-field.tsx';
import { usePanel } from '../panel-context.ts';
import { AddressView } from './address-view.tsx';
import { formatAmount } from '../../lib/base/locale.ts';
import { ExactText } from './exact-text.tsx';

export function ServerAsk({ asked, ...props }: ServerAskProps) {
  if (asked.kind === 'sampling') return <SamplingCard {...props} asked={asked} />;
  return asked.kind === 'url' ? <PageCard {...props} asked={asked} /> : <FormCard {...props} asked={asked} />;
}

type CardProps<Kind extends AskedByServer['kind']> = ServerAskProps & {
  readonly asked: Extract<AskedByServer, { readonly kind: Kind }>;
};

/** A form of a server of tools, whose words are the server's. */
function FormCard(props: CardProps<'form'>) {
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
  const { title, answer: accept, decline, warning, problem: formatProblem } = FORM_TEXTS;
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
              error={problem && formatProblem(problem, field)}
              enter={(value) => setEntered((now) => ({ ...now, [field.name]: value }))}
            />
          );
        })}
      </div>
    </ServerCard>
  );
}

/** A page that a server of tools would have the user open: it opens by the press alone. */
function PageCard(props: CardProps<'url'>) {
  const { host } = usePanel();
  const { url } = props.asked;
  const open = (): string => {
    host.openPage(url);
    return 'yes';
  };
  const { page, ...words } = FORM_TEXTS.page;
  return (
    <ServerCard {...props} {...words} answer={open}>
      <p className="said" dir="auto">
        {toLegibleText(props.ask.text)}
      </p>
      <p className="fine">{page}</p>
      <AddressView url={url} />
    </ServerCard>
  );
}

const { sampling: t } = FORM_TEXTS;

/** What a server of tools would have the model answer: every word that the model would see, and what it can cost. */
function SamplingCard(props: CardProps<'sampling'>) {
  const { system, messages, most } = props.asked;
  const { title, accept, decline, warning } = t;
  return (
    <ServerCard {...props} {...{ title, accept, decline, warning }} answer={() => 'yes'}>
      <dl className="facts">
        {system !== '' && (
          <div>
            <dt>{t.system}</dt>
            <dd>
              <ExactText text={system} />
            </dd>
          </div>
        )}
        {messages.map(({ role, text }, index) => (
          <div key={index}>
            <dt>{t.roles[role]}</dt>
            <dd>
              <ExactText text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {most && <p className="fine">{t.most(most.input, most.output, formatMost(most))}</p>}
    </ServerCard>
  );
}

function formatMost({ cost, asOf }: LargestSpend): string | null {
  if (cost === null) return null;
  return cost === 0 ? t.free : formatAmount(cost, asOf);
}
