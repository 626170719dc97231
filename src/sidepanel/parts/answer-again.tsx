/** Another answer from other sources: what it takes, or why there is none to be had. Said as it changes. */
import { useRef, useState } from 'react';
import type { SourceChoice } from '../../lib/agent/frames.ts';
import { mayAnswerAgain } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from '../run.ts';
import { t } from '../strings.ts';
import { ASK_FIELD } from './ask-box.tsx';
import { webFacts } from './cost-words.ts';
import { FinePrint } from './fine-print.tsx';

interface AnswerAgainProps {
  readonly run: RunModel;
  readonly sources: SourceChoice;
  readonly label: string;
}

export function AnswerAgain({ run, sources, label }: AnswerAgainProps) {
  const { panel } = usePanel();
  const outlook = useModel((model) => model.outlook);
  const ready = useModel((model) => mayAnswerAgain(model, run));
  const [asked, setAsked] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const answer = (): void => {
    if (!ready || asked) return;
    setAsked(true);
    void panel
      .answerAgain(run, sources)
      .then((taken) => {
        // this button goes, and the focus would go with it
        if (taken && element.current?.contains(document.activeElement) !== false)
          document.getElementById(ASK_FIELD)?.focus({ preventScroll: true });
      })
      .finally(() => setAsked(false));
  };
  return (
    <div ref={element} className="again">
      <button type="button" className="button" aria-disabled={!ready || asked} onClick={answer}>
        {label}
      </button>
      {!ready && <p className="fine">{t.web.whenOver}</p>}
      {ready && outlook.type === 'ready' && <FinePrint facts={webFacts(outlook.outlook.again, t.web.anew)} />}
    </div>
  );
}
