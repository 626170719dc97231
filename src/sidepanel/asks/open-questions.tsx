import { useRef } from 'react';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { getAskerName, listAskCards } from '../trace/active-agents.ts';
import { usePanel } from '../panel-context.ts';
import { ApprovalCard } from './approval-card.tsx';
import { AskCard, type OpenAsk } from './ask-card.tsx';
import { DeliberateButton } from './deliberate-button.tsx';
import { useReply } from './use-answering.ts';
import { SKIPPED } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { t } from '../strings/strings.ts';
import type { Draft } from '../question/draft.ts';
import { isTooLong, MessageField } from '../parts/message-field.tsx';
import { createLazyPart } from '../parts/lazy-part.ts';
import { Lazy } from '../parts/lazy.tsx';
import { Form } from '../parts/submit-form.tsx';

/** Few runs call servers that ask. */
const serverPart = createLazyPart(() => import('./server-ask.tsx'));

/** The first of what is asked; null for nothing. */
export function findOpenAsk(state: AgentState): OpenAsk | null {
  const [ask, ...others] = listAskCards(state);
  return ask === undefined ? null : { ask, agent: getAskerName(state, ask), later: others.length };
}

interface OpenQuestionProps extends OpenAsk {
  /** The reply that is being typed: it stays while the user looks elsewhere. */
  readonly draft: Draft;
}

export function OpenQuestion({ draft, ...open }: OpenQuestionProps) {
  const { ask, agent, later } = open;
  const { asked } = ask;
  if (asked)
    return (
      <Lazy part={serverPart}>
        {({ ServerAsk }) => <ServerAsk key={ask.id} {...open} asked={asked} draft={draft} />}
      </Lazy>
    );
  return ask.call === null ? (
    <QuestionCard key={ask.id} {...open} draft={draft} />
  ) : (
    <ApprovalCard key={ask.id} ask={ask} agent={agent} later={later} call={ask.call} />
  );
}

/** Escaped plain text, never Markdown. */
function QuestionCard({ ask, agent, later, draft: { text, write } }: OpenQuestionProps) {
  const { panel } = usePanel();
  const [sent, reply] = useReply();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    const answer = text.trim();
    if (answer === '' || isTooLong(answer)) return;
    reply(async () => {
      const isDelivered = await panel.answer(ask, answer);
      if (isDelivered) write(() => '');
      return isDelivered;
    });
  };
  const skip = (): void => reply(() => panel.answer(ask, SKIPPED));
  return (
    <AskCard
      form={ask.form}
      title={agent === '' ? t.questionTitle : t.agents.asks(agent)}
      later={later}
      field={field}
      isEdited={text !== ''}
      onEscape={skip}
      buttons={
        <Form className="row gap-3 ask" submit={send}>
          <MessageField
            ref={field}
            value={text}
            onText={(typed) => write(() => typed)}
            send={send}
            aria-label={t.yourAnswer}
            readOnly={sent}
          />
          <div className="row">
            <button type="submit" className="button accent" aria-disabled={sent || text.trim() === ''}>
              {t.send}
            </button>
            <DeliberateButton busy={sent} label={t.skip} act={skip} />
          </div>
        </Form>
      }
    >
      <p className="said" dir="auto">
        {toLegibleText(ask.text)}
      </p>
    </AskCard>
  );
}
