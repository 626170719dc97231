import { runPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { t } from '../strings/shell.ts';
import { findSource } from './source.ts';
import { isFolded } from './stage.ts';

/** The conversation about a page that the tab has left. */
export function FoldedThread() {
  const { panel } = usePanel();
  const run = useModel((model) => (isFolded(model) ? model.run : null));
  if (run === null) return null;
  return (
    <div className="row between folded-thread" role="group" aria-label={t.left.label}>
      <p>
        {t.left.chat} <ForeignText text={findSource(run.state)?.title ?? ''} none={t.untitled} />
        <span className="fine">{runPart.get().formatRunStatus(run)}</span>
      </p>
      <Button className="quiet edged" onClick={() => panel.unfold()}>
        {t.left.continue}
      </Button>
    </div>
  );
}
