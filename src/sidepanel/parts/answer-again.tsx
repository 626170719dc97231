/** Another answer from other sources: what it takes, or why there is none to be had. Said as it changes. */
import { useState } from 'react';
import type { SourceChoice } from '../../lib/agent/frames.ts';
import { mayAnswerAgain } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from '../run.ts';
import { t } from '../strings.ts';
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
  const answer = (): void => {
    if (!ready || asked) return;
    setAsked(true);
    void panel.answerAgain(run, sources).finally(() => setAsked(false));
  };
  return (
    <div className="again">
      <button type="button" className="button" aria-disabled={!ready || asked} onClick={answer}>
        {label}
      </button>
      {!ready && <p className="fine">{t.web.whenOver}</p>}
      {ready && outlook.type === 'ready' && <FinePrint facts={webFacts(outlook.outlook.again, t.web.anew)} />}
    </div>
  );
}
