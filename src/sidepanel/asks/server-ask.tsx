/** The card of what a tool server asks, by its kind. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AskedByServer, LargestSpend } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { checkForm, readForm, type Entered } from '../../lib/schema/form.ts';
import { FORM_TEXTS as t } from '../strings/forms.ts';
import { FormFieldView } from './form-field.tsx';
import type { Draft } from '../question/draft.ts';
import { usePanel } from '../panel-context.ts';
import { AddressView, HostView } from './address-view.tsx';
import { formatAmount } from '../../lib/base/locale.ts';
import { ExactText } from './exact-text.tsx';
import { AskCard, type OpenAsk } from './ask-card.tsx';
import { DeliberateButton } from './deliberate-button.tsx';
import { parseAddress } from './format-args.ts';
import { useSeen, useReply } from './use-answering.ts';
import { t as panelTexts } from '../strings/strings.ts';

export function ServerAsk({ asked, ...props }: ServerAskProps) {
  if (asked.kind === 'sampling') return <SamplingCard {...props} asked={asked} />;
  return asked.kind === 'url' ? <PageCard {...props} asked={asked} /> : <FormCard {...props} asked={asked} />;
}

type CardProps<Kind extends AskedByServer['kind']> = ServerAskProps & {
  readonly asked: Extract<AskedByServer, { readonly kind: Kind }>;
};

/** A form of a tool server, whose words are the server's. */
function FormCard(props: CardProps<'form'>) {
  const { ask, asked, draft } = props;
  const fields = useMemo(() => readForm(asked.schema) ?? [], [asked]);
  const initial = useMemo(() => Object.fromEntries(fields.map((field) => [field.name, field.initial])), [fields]);
  const parse = (text: string): Entered => (text === '' ? initial : (JSON.parse(text) as Entered));
  const entered = parse(draft.text);
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
              enter={(value) => draft.write((now) => JSON.stringify({ ...parse(now), [field.name]: value }))}
            />
          );
        })}
      </div>
    </ServerCard>
  );
}

/** A page that a tool server would have the user open: it opens by the press alone. */
function PageCard(props: CardProps<'url'>) {
  const { host } = usePanel();
  const { url } = props.asked;
  const open = (): string => {
    host.openPage(url);
    return 'yes';
  };
  const { page, title, accept, decline, warning } = t.page;
  return (
    <ServerCard {...props} {...{ title, accept, decline, warning }} answer={open}>
      <p className="said" dir="auto">
        {toLegibleText(props.ask.text)}
      </p>
      <p className="fine">{page}</p>
      <AddressView url={url} />
    </ServerCard>
  );
}

const { sampling } = t;

/** What a tool server would have the model answer: every word that the model would see, and what it can cost. */
function SamplingCard(props: CardProps<'sampling'>) {
  const { system, messages, most } = props.asked;
  const { title, accept, decline, warning } = sampling;
  return (
    <ServerCard {...props} {...{ title, accept, decline, warning }} answer={() => 'yes'}>
      <dl className="facts">
        {system !== '' && (
          <div>
            <dt>{sampling.system}</dt>
            <dd>
              <ExactText text={system} />
            </dd>
          </div>
        )}
        {messages.map(({ role, text }, index) => (
          <div key={index}>
            <dt>{sampling.roles[role]}</dt>
            <dd>
              <ExactText text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {most && <p className="fine">{sampling.most(most.input, most.output, formatMost(most))}</p>}
    </ServerCard>
  );
}

function formatMost({ cost }: LargestSpend): string | null {
  if (cost === null) return null;
  return cost === 0 ? sampling.free : formatAmount(cost);
}

interface ServerAskProps extends OpenAsk {
  /** What is entered in reply. */
  readonly draft: Draft;
  readonly asked: AskedByServer;
}

interface ServerCardProps extends ServerAskProps {
  readonly title: string;
  readonly accept: string;
  readonly decline: string;
  readonly warning: string;
  /** Returns what to answer with; null if it cannot be sent yet. */
  readonly answer: () => string | null;
  readonly children: ReactNode;
}

/** What a tool server asks while it runs a call: its host, its words, and a yes or no. Nothing leaves without a press. */
function ServerCard({ ask, draft, asked, agent, later, title, children, ...props }: ServerCardProps) {
  const { panel } = usePanel();
  const [sent, reply] = useReply();
  const [end, isSeen] = useSeen();
  const forgetOnce = async (delivery: Promise<boolean>): Promise<boolean> => {
    const delivered = await delivery;
    if (delivered) draft.write(() => '');
    return delivered;
  };
  const accept = (): void => {
    const text = props.answer();
    if (text !== null) reply(() => forgetOnce(panel.answer(ask, text)));
  };
  const decline = (): void => reply(() => forgetOnce(panel.decline(ask)));
  return (
    <AskCard
      form={ask.form}
      title={title}
      later={later}
      onEscape={decline}
      isEdited={draft.text !== ''}
      buttons={
        <>
          {!isSeen && <p className="fine">{panelTexts.scrollToEnd}</p>}
          <div className="row">
            <DeliberateButton look="button accent" busy={sent || !isSeen} label={props.accept} act={accept} />
            <DeliberateButton busy={sent} label={props.decline} act={decline} />
          </div>
        </>
      }
    >
      {agent !== '' && <p className="fine wanted-by">{panelTexts.agents.wants(agent)}</p>}
      <HostView shown={asked.host} letters={parseAddress(`https://${asked.host}`).letters} />
      <p className="fine">{t.itsWords}</p>
      {children}
      <p className="fine">{props.warning}</p>
      <span ref={end} />
    </AskCard>
  );
}
