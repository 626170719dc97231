import { useRef, useState } from 'react';
import type { SourceChoice } from '../../lib/agent/frames/frames.ts';
import { canAnswerAgain } from '../composer/conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from '../run/run-model.ts';
import { t } from '../strings/strings.ts';
import { ASK_FIELD } from '../composer/ask-box.tsx';
import { listWebCostFacts } from '../receipt/cost-text.ts';
import { FinePrint } from '../parts/fine-print.tsx';

interface AnswerAgainProps {
  readonly run: RunModel;
  readonly sources: SourceChoice;
  readonly label: string;
}

export function AnswerAgain({ run, sources, label }: AnswerAgainProps) {
  const { panel } = usePanel();
  const outlook = useModel((model) => model.outlook);
  const ready = useModel((model) => canAnswerAgain(model, run));
  const [isSent, setSent] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const answer = (): void => {
    if (!ready || isSent) return;
    setSent(true);
    void panel
      .answerAgain(run, sources)
      .then((accepted) => {
        // the button is removed; without this the focus would be lost
        if (accepted && element.current?.contains(document.activeElement) !== false)
          document.getElementById(ASK_FIELD)?.focus({ preventScroll: true });
      })
      .finally(() => setSent(false));
  };
  return (
    <div ref={element} className="again">
      <button type="button" className="button" aria-disabled={!ready || isSent} onClick={answer}>
        {label}
      </button>
      {!ready && <p className="fine">{t.web.whenOver}</p>}
      {ready && outlook.type === 'ready' && (
        <FinePrint facts={listWebCostFacts(outlook.outlook.again, t.web.estimateAgain)} />
      )}
    </div>
  );
}
