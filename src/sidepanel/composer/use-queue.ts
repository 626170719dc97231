import { useEffect } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { useHasModel } from '../parts/connect-model.tsx';
import { getPageUrl } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import type { Draft } from './draft.ts';
import { findObstacle, getQuestionKind } from './obstacle.ts';
import { judgeQueued } from './queued.ts';

/** Asks the queued question once it can be, or returns its words to the field and says why, unless an answer in sight does. */
export function useQueue({ queued, queue, takeBack }: Draft, refuse: (why: string) => void): void {
  const { panel } = usePanel();
  const hasModel = useHasModel();
  const verdict = useModel((model) => (queued === null ? 'wait' : judgeQueued(model, queued, hasModel)));
  const url = useModel(getPageUrl);
  useEffect(() => {
    if (queued === null) return;
    const { question, page } = queued;
    if (verdict === 'wait') {
      if (page === '' && url !== '') queue({ ...queued, page: url });
      return;
    }
    if (verdict === 'ask') {
      queue(null);
      void panel.ask(question).then((accepted) => accepted || takeBack(question));
      return;
    }
    takeBack(question);
    if (verdict === 'moved') refuse(t.askBox.moved);
    if (verdict === 'refused') refuse(findObstacle(panel.store.getState(), getQuestionKind(question), hasModel));
  }, [queued, verdict, url]); // oxlint-disable-line react-hooks/exhaustive-deps -- each is judged once
}
