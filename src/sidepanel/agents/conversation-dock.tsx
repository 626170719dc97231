import { useEffect, useId, useRef, useState } from 'react';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { getAgentName } from '../trace/active-agents.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { computeTalkUsage } from '../trace/agent-conversation.ts';
import { Facts } from '../parts/fine-print.tsx';
import { isTooLong, MessageField } from '../parts/message-field.tsx';
import { QuietButton } from '../parts/button.tsx';
import { StopButton } from '../composer/send-button.tsx';
import { Form } from '../parts/submit-form.tsx';

interface TalkProps {
  readonly state: AgentState;
  readonly runId: string;
}

export function TalkBar({ state }: Pick<TalkProps, 'state'>) {
  const { turns, maxTurns, tokens, maxTokens } = computeTalkUsage(state);
  const [prefix, name] = t.agents.talk.with(getAgentName(state));
  return (
    <p className="soft small talk-bar">
      {prefix} <strong dir="auto">{name}</strong>
      <span className="fine">
        <Facts
          facts={[
            t.agents.talk.turns(turns, maxTurns),
            maxTokens === Infinity ? t.agents.talk.tokensSoFar(tokens) : t.agents.talk.tokens(tokens, maxTokens),
          ]}
        />
      </span>
    </p>
  );
}

function RecallButton({ state, runId }: TalkProps) {
  const { panel } = usePanel();
  const [isSent, setSent] = useState(false);
  const recall = (): void => {
    if (isSent) return;
    setSent(true);
    void panel.agents.recallHandoff(runId, state.spec?.sub?.correlationId ?? '').then(setSent);
  };
  return (
    <QuietButton look="edged" aria-disabled={isSent} onClick={recall}>
      {isSent ? t.agents.talk.ending : t.agents.talk.end}
    </QuietButton>
  );
}

interface ReplyBoxProps extends TalkProps {
  readonly text: string;
  readonly write: (change: (now: string) => string) => void;
}

export function ReplyBox({ state, runId, text, write }: ReplyBoxProps) {
  const { panel } = usePanel();
  const [sent, setSent] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const note = useId();
  const name = getAgentName(state);
  const ask = state.request.asks.find(({ form }) => form === 'turn');
  const key = ask?.key ?? '';
  useEffect(() => {
    if (key !== '') field.current?.focus({ preventScroll: true });
  }, [key]);
  const closed = ask === undefined || sent === key;
  const send = (): void => {
    const reply = text.trim();
    if (reply === '' || closed || isTooLong(reply)) return;
    setSent(key);
    void panel.answer(ask, reply).then((delivered) => {
      if (!delivered) setSent('');
      else write((now) => (now.trim() === reply ? '' : now));
    });
  };
  return (
    <Form
      className="stack gap-1 ask"
      submit={() => {
        send();
        field.current?.focus();
      }}
    >
      <div className="composer">
        <MessageField
          ref={field}
          value={text}
          onText={(typed) => write(() => typed)}
          send={send}
          placeholder={ask === undefined ? t.agents.talk.wait(name) : t.agents.talk.reply(name)}
          aria-label={t.agents.talk.replyLabel(name)}
          aria-describedby={note}
        />
        <div className="row tight gap-1 composer-row">
          <RecallButton key={state.startedAt} state={state} runId={runId} />
          <span className="spring" />
          <StopButton />
          <button type="submit" className="button accent" aria-disabled={closed || text.trim() === ''}>
            {t.send}
          </button>
        </div>
      </div>
      <p id={note} className="unseen">
        {closed ? t.agents.talk.wait(name) : ''}
      </p>
    </Form>
  );
}
