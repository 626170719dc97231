/** What the model asks the person. The one rule: its words are text, never Markdown, with nothing hidden in them. */
import { useEffect, useId, useRef, useState } from 'react';
import type { AskUserFrame } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { MessageField } from './message-field.tsx';

interface QuestionCardProps {
  readonly ask: AskUserFrame;
  /** The agent that asks; '' for the main one. */
  readonly by: string;
}

export function QuestionCard({ ask, by }: QuestionCardProps) {
  const { panel } = usePanel();
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const [title, words] = [useId(), useId()];
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (): void => {
    const answer = text.trim();
    if (answer === '' || sent) return;
    setSent(true);
    void panel.answer(ask, answer).then((delivered) => setSent(delivered));
  };
  return (
    <div className="card asking" role="group" aria-labelledby={title} data-form="question">
      <h2 id={title}>{by === '' ? t.questionTitle : t.agents.asks(by)}</h2>
      <p id={words} className="said" dir="auto">
        {legible(ask.text)}
      </p>
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <MessageField
          ref={field}
          value={text}
          onText={setText}
          send={send}
          aria-label={t.yourAnswer}
          aria-describedby={words}
          readOnly={sent}
        />
        <button type="submit" className="button accent" aria-disabled={sent || text.trim() === ''}>
          {t.send}
        </button>
      </form>
    </div>
  );
}
