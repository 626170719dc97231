import { useEffect } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { getStage, type Stage } from '../run/stage.ts';
import type { Draft } from './draft.ts';

const UNDECIDED: readonly Stage[] = ['opening', 'looking', 'running'];

/** Asks the queued question once the run in view is done. If it ends otherwise, or the tab shows another page, the words return to the field. */
export function useQueue({ queued, queue, takeBack }: Draft): void {
  const { panel } = usePanel();
  const stage = useModel(getStage);
  const isPending = useModel((model) => model.pending !== null);
  useEffect(() => {
    if (queued === null || isPending || UNDECIDED.includes(stage)) return;
    if (stage !== 'done') {
      takeBack(queued);
      return;
    }
    queue(null);
    void panel.ask(queued).then((accepted) => accepted || takeBack(queued));
  }, [stage, isPending]); // oxlint-disable-line react-hooks/exhaustive-deps -- a question is queued while a run goes on
}
