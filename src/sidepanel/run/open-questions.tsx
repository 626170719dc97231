import { useMemo, useEffect, useId, useRef, useState } from 'react';
import { getAskerName, listAskCards } from '../trace/active-agents.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { isLive } from './run-model.ts';
import { ApprovalCard } from './approval-card.tsx';
import type { AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { t } from '../strings/strings.ts';
import { MessageField } from '../composer/message-field.tsx';
import { Form } from '../parts/submit-form.tsx';

export function OpenQuestions() {
  const state = useModel(({ run }) => (run !== null && isLive(run.state.status) ? run.state : null));
  const asks = useMemo(
    () => (state === null ? [] : listAskCards(state).map((ask) => ({ ask, by: getAskerName(state, ask) }))),
    [state],
  );
  // a card that moves counts as new
  const place = asks.map(({ ask: { id } }) => id).join(' ');
  return (
    <div className="asks" aria-live="polite">
      {asks.map(({ ask, by }) =>
        ask.call === null ? (
          <QuestionCard key={ask.id} ask={ask} agent={by} />
        ) : (
          <ApprovalCard key={ask.id} ask={ask} agent={by} call={ask.call} place={place} />
        ),
      )}
    </div>
  );
}

interface QuestionCardProps {
  readonly ask: AskUserFrame;
  /** '' for the main agent. */
  readonly agent: string;
}

/** Escaped plain text, never Markdown. */
function QuestionCard({ ask, agent }: QuestionCardProps) {
  const { panel } = usePanel();
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const [titleId, textId] = [useId(), useId()];
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (): void => {
    const answer = text.trim();
    if (answer === '' || sent) return;
    setSent(true);
    void panel.answer(ask, answer).then((delivered) => setSent(delivered));
  };
  return (
    <div className="card asking" role="group" aria-labelledby={titleId} data-form="question">
      <h2 id={titleId}>{agent === '' ? t.questionTitle : t.agents.asks(agent)}</h2>
      <p id={textId} className="said" dir="auto">
        {toLegibleText(ask.text)}
      </p>
      <Form className="ask" submit={send}>
        <MessageField
          ref={field}
          value={text}
          onText={setText}
          send={send}
          aria-label={t.yourAnswer}
          aria-describedby={textId}
          readOnly={sent}
        />
        <button type="submit" className="button accent" aria-disabled={sent || text.trim() === ''}>
          {t.send}
        </button>
      </Form>
    </div>
  );
}
