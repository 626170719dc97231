/** Where a person asks about the page, and what a question would take. */
import { useId, useRef, useState } from 'react';
import type { Estimate } from '../../lib/protocol/messages.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../reduce.ts';
import { stageOf } from '../stage.ts';
import { t } from '../strings.ts';
import { costWords } from './cost-words.ts';
import { Facts } from './fine-print.tsx';
import { MessageField } from './message-field.tsx';

/** Why nothing can be asked now; '' when it can. */
function obstacleOf(model: PanelModel): string {
  const stage = stageOf(model);
  if (stage === 'running') return t.askBox.busy;
  if (model.pending !== null || stage === 'opening') return t.askBox.notYet;
  if (model.access.type === 'trouble')
    return model.access.trouble.code === 'page.no-access' ? t.askBox.noAccess : t.askBox.unreadable;
  return model.access.type === 'ready' ? '' : t.askBox.notYet;
}

export function AskBox() {
  const { panel } = usePanel();
  const obstacle = useModel(obstacleOf);
  const access = useModel((model) => model.access);
  const [text, setText] = useState('');
  const note = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    const goal = text.trim();
    if (goal === '' || obstacle !== '') return;
    void panel.ask(goal).then((begun) => {
      if (begun) setText((now) => (now.trim() === goal ? '' : now));
    });
  };
  const closed = obstacle !== '';
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        send();
        box.current?.focus();
      }}
    >
      {/* read-only rather than disabled: the focus stays, and so does what is written */}
      <MessageField
        ref={box}
        value={text}
        onText={setText}
        send={send}
        placeholder={closed ? obstacle : t.askBox.placeholder}
        aria-label={t.askBox.label}
        aria-describedby={note}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button" aria-disabled={closed || text.trim() === ''}>
        {t.askBox.send}
      </button>
      <p id={note} className={closed ? 'unseen' : 'fine'}>
        {closed ? obstacle : access.type === 'ready' && <Facts facts={factsOf(access.estimate)} />}
      </p>
    </form>
  );
}

function factsOf({ ask, metered }: Estimate): readonly string[] {
  if (!metered) return [t.askBox.free];
  return [...t.askBox.estimate(ask.calls, ask.input, ask.output), costWords(ask, t.priceUnknown)];
}
