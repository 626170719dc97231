/**
 * Conversations that agents have with the person: what was said on both sides, under the agent's name, and how it ended.
 * The one rule: an agent's words are drawn as an answer's are, with what they quote, and never pass for the run's answer.
 */
import { useEffect, useRef } from 'react';
import type { Citation } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { shownName } from '../at-work.ts';
import { AnswerText } from '../parts/answer-text.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { answerText, type RunModel } from '../run.ts';
import { t } from '../strings.ts';
import type { Said, Talk, TalkEnd } from '../talk.ts';

interface TalksProps {
  readonly talks: readonly Talk[] | undefined;
  readonly drafts: RunModel['drafts'];
}

export function Talks({ talks = NONE, drafts }: TalksProps) {
  return talks.map((talk) => <Conversation key={talk.name} talk={talk} drafts={drafts} />);
}

const NONE: readonly Talk[] = [];
const NOTHING: readonly Citation[] = [];

function Conversation({ talk, drafts }: { readonly talk: Talk; readonly drafts: RunModel['drafts'] }) {
  const { agent, said, end, state, outcome } = talk;
  const name = shownName(agent.name);
  const waits = state.asks.some(({ form }) => form === 'turn');
  return (
    <section className="talk" aria-label={t.agents.talk.label(name)}>
      {said.map((turn) => (
        <Exchange key={turn.key} turn={turn} name={name} live={end === null} />
      ))}
      {end === null && !waits && <Coming name={name} text={answerText({ state, drafts })} />}
      {end !== null && (
        <div className="talk-end">
          <p className="note" dir="auto">
            {endWords(end, name)}
          </p>
          {outcome !== '' && (
            <AnswerText text={outcome} citations={state.answer?.citations ?? NOTHING} label={name} language="" />
          )}
        </div>
      )}
    </section>
  );
}

/** What it is writing. */
function Coming({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="turn">
      <p className="speaker">{name}</p>
      {text === '' ? <Placeholder /> : <AnswerText text={text} citations={null} label={name} language="" />}
    </div>
  );
}

interface ExchangeProps {
  readonly turn: Said;
  readonly name: string;
  readonly live: boolean;
}

/** Whoever replies finds their words at the top, and below them what is said to that. */
function Exchange({ turn: { text, citations, reply }, name, live }: ExchangeProps) {
  const own = useRef<HTMLDivElement>(null);
  const before = useRef(reply);
  useEffect(() => {
    if (live && reply !== null && before.current === null) own.current?.scrollIntoView({ block: 'start' });
    before.current = reply;
  }, [reply, live]);
  return (
    <>
      <div className="turn">
        <p className="speaker">{name}</p>
        <AnswerText text={text} citations={citations} label={name} language="" />
      </div>
      {reply !== null && (
        <div className="turn own" ref={own}>
          <p className="speaker unseen">{t.agents.talk.you}</p>
          <p className="said" dir="auto">
            {legible(reply)}
          </p>
        </div>
      )}
    </>
  );
}

function endWords(end: TalkEnd, name: string): string {
  const { ended } = t.agents.talk;
  switch (end.how) {
    case 'limit':
      return ended[end.limit](name);
    case 'error':
      return ended.error(name, legible(end.why)).trim();
    case 'person':
    case 'itself':
    case 'left':
      return ended[end.how](name);
  }
}
