/**
 * In the dock while an agent has the conversation: with whom, how far it may go, the way back, and the field to reply in.
 * The one rule: who is being talked with is said as long as it is not the assistant.
 */
import { useEffect, useId, useRef, useState } from 'react';
import type { AgentState } from '../../lib/agent/state.ts';
import { agentName } from '../at-work.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { standingOf } from '../talk.ts';
import { Facts } from './fine-print.tsx';
import { MessageField } from './message-field.tsx';

interface TalkProps {
  /** Of the agent that has the conversation. */
  readonly state: AgentState;
  readonly runId: string;
}

export function TalkBar({ state }: Pick<TalkProps, 'state'>) {
  const { turns, mostTurns, tokens, mostTokens } = standingOf(state);
  const [before, name] = t.agents.talk.with(agentName(state));
  return (
    <p className="talk-bar">
      {before} <strong dir="auto">{name}</strong>
      <span className="fine">
        <Facts
          facts={[
            t.agents.talk.turns(turns, mostTurns),
            mostTokens === Infinity ? t.agents.talk.tokensSoFar(tokens) : t.agents.talk.tokens(tokens, mostTokens),
          ]}
        />
      </span>
    </p>
  );
}

/** The way out of it: what was said stays, and the assistant goes on. */
export function TakeBack({ state, runId }: TalkProps) {
  const { panel } = usePanel();
  const [asked, setAsked] = useState(false);
  const takeBack = (): void => {
    if (asked) return;
    setAsked(true);
    void panel.agents.takeBack(runId, state.spec?.sub?.correlationId ?? '').then(setAsked);
  };
  return (
    <button type="button" className="button" aria-disabled={asked} onClick={takeBack}>
      {asked ? t.agents.talk.goingBack : t.agents.talk.back}
    </button>
  );
}

interface ReplyBoxProps extends Pick<TalkProps, 'state'> {
  readonly text: string;
  readonly write: (change: (now: string) => string) => void;
}

/** Replies to what the agent said last; until it has said something, what is typed waits. */
export function ReplyBox({ state, text, write }: ReplyBoxProps) {
  const { panel } = usePanel();
  const [sent, setSent] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const note = useId();
  const name = agentName(state);
  const ask = state.asks.find(({ form }) => form === 'turn');
  const key = ask?.key ?? '';
  useEffect(() => {
    if (key !== '') field.current?.focus({ preventScroll: true });
  }, [key]);
  const closed = ask === undefined || sent === key;
  const send = (): void => {
    const reply = text.trim();
    if (reply === '' || closed) return;
    setSent(key);
    void panel.answer(ask, reply).then((delivered) => {
      if (!delivered) setSent('');
      else write((now) => (now.trim() === reply ? '' : now));
    });
  };
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        send();
        field.current?.focus();
      }}
    >
      <MessageField
        ref={field}
        value={text}
        onText={(typed) => write(() => typed)}
        send={send}
        placeholder={ask === undefined ? t.agents.talk.wait(name) : t.agents.talk.reply(name)}
        aria-label={t.agents.talk.replyLabel(name)}
        aria-describedby={note}
      />
      <button type="submit" className="button accent" aria-disabled={closed || text.trim() === ''}>
        {t.send}
      </button>
      <p id={note} className="unseen">
        {closed ? t.agents.talk.wait(name) : ''}
      </p>
    </form>
  );
}
