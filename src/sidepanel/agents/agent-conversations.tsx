/** An agent's text is never shown as the run's answer. */
import { useEffect, useRef } from 'react';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { AnswerText } from '../quotes/answer-text.tsx';
import { getAnswerText, type RunModel } from '../run/run-model.ts';
import { t } from '../strings/strings.ts';
import type { TalkTurn, Talk, TalkEnd } from '../trace/agent-conversation.ts';
import { Placeholder } from '../parts/fine-print.tsx';

interface AgentConversationsProps {
  readonly talks: readonly Talk[] | undefined;
  readonly drafts: RunModel['drafts'];
}

export function AgentConversations({ talks = NO_TALKS, drafts }: AgentConversationsProps) {
  return talks.map((talk) => <Conversation key={talk.name} talk={talk} drafts={drafts} />);
}

const NO_TALKS: readonly Talk[] = [];

function Conversation({ talk, drafts }: { readonly talk: Talk; readonly drafts: RunModel['drafts'] }) {
  const { agent, turns: said, end, state, outcome } = talk;
  const name = formatAgentName(agent.name);
  const isWaiting = state.request.asks.some(({ form }) => form === 'turn');
  return (
    <section className="stack gap-4 talk" aria-label={t.agents.talk.label(name)}>
      {said.map((turn) => (
        <Exchange key={turn.frame.key} turn={turn} name={name} live={end === null} />
      ))}
      {end === null && !isWaiting && <DraftTurn name={name} text={getAnswerText({ state, drafts })} />}
      {end !== null && (
        <div className="stack">
          <p className="note" dir="auto">
            {formatTalkEnd(end, name)}
          </p>
          {outcome !== '' && <AnswerText text={outcome} citations={state.request.answer?.citations} label={name} />}
        </div>
      )}
    </section>
  );
}

function DraftTurn({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="turn">
      <p className="speaker small strong">{name}</p>
      {text === '' ? <Placeholder /> : <AnswerText text={text} citations={null} label={name} />}
    </div>
  );
}

interface ExchangeProps {
  readonly turn: TalkTurn;
  readonly name: string;
  readonly live: boolean;
}

function Exchange({ turn: { frame, answer: reply }, name, live }: ExchangeProps) {
  const replyElement = useRef<HTMLDivElement>(null);
  const previousReply = useRef(reply);
  useEffect(() => {
    if (live && reply !== null && previousReply.current === null)
      replyElement.current?.scrollIntoView({ block: 'start' });
    previousReply.current = reply;
  }, [reply, live]);
  return (
    <>
      <div className="turn">
        <p className="speaker small strong">{name}</p>
        <AnswerText text={frame.text} citations={frame.citations} label={name} />
      </div>
      {reply !== null && (
        <div className="turn own soft" ref={replyElement}>
          <p className="speaker unseen">{t.agents.talk.you}</p>
          <p className="said" dir="auto">
            {toLegibleText(reply)}
          </p>
        </div>
      )}
    </>
  );
}

function formatTalkEnd(end: TalkEnd, name: string): string {
  const { ended } = t.agents.talk;
  switch (end.how) {
    case 'limit':
      return ended[end.limit](name);
    case 'error':
      return ended.error(name, toLegibleText(end.why)).trim();
    case 'user':
    case 'agent':
    case 'abandoned':
      return ended[end.how](name);
  }
}
