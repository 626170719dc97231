/** Asks the next question, or queues it until it can be asked. */
import { useEffect } from 'react';
import { isSamePage } from '../../lib/base/urls.ts';
import { isTooLong } from '../parts/message-field.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import { useHasModel } from '../parts/connect-model.tsx';
import { toRequestPicture } from '../pictures/question-pictures.ts';
import { getPageUrl, getStage } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import type { Draft, Queued } from './draft.ts';
import { findObstacle, getQuestionKind, isPassing } from './obstacle.ts';
import { createQuestion, type Question } from './question.ts';
import type { NextQuestion } from './use-next-question.ts';

interface Sending {
  readonly send: () => void;
  /** Returns the question's words to the field, and its tabs to the choice. */
  readonly takeBack: (question: Question) => void;
}

/** `refuse` says why it is not sent; '' says nothing. */
export function useSending(draft: Draft, next: NextQuestion, refuse: (why: string) => void): Sending {
  const { panel } = usePanel();
  const { kind, tabs, isRunning } = next;
  const takeBack = (question: Question): void => {
    draft.takeBack(question);
    tabs.restore(question.also);
  };
  useQueue({ ...draft, takeBack }, (why) => refuse(t.askBox.notAsked(why)));
  const send = (): void => {
    const goal = draft.text.trim();
    refuse(goal === '' ? '' : next.notAsked);
    if (goal === '' || next.isClosed || isTooLong(goal)) return;
    const chosen = {
      also: tabs.chosen.map(({ tabId }) => tabId),
      selection: next.about?.hash ?? null,
      pictures: next.pictures.map(toRequestPicture),
      files: next.files.map(({ hash, name }) => ({ hash, name })),
    };
    const question = createQuestion(goal, kind, chosen, draft.agent);
    const waits = isRunning || next.obstacle !== '';
    if (waits && draft.queued !== null) {
      refuse(t.askBox.nextTaken);
      return;
    }
    if (waits)
      draft.queue({ question, after: isRunning ? 'answer' : 'look', page: getPageUrl(panel.store.getState()) });
    else void panel.ask(question).then((accepted) => accepted || takeBack(question));
    draft.write(() => '');
    if (!next.isPageless) tabs.clear();
    if (draft.where === 'page') draft.go('default'); // the next one follows the conversation
  };
  return { send, takeBack };
}

/** Asks the queued question once it can be, or returns its words to the field and says why, unless an answer in sight does. */
function useQueue({ queued, queue, takeBack }: Draft, refuse: (why: string) => void): void {
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

/** `ended`: the answer was stopped or failed. `moved`: another page is in view. `refused`: for the present obstacle. */
type Verdict = 'wait' | 'ask' | 'ended' | 'moved' | 'refused';

/** What is to be done with it now. Pure. */
function judgeQueued(model: PanelModel, { question, after, page }: Queued, hasModel: boolean): Verdict {
  const stage = getStage(model);
  if (model.pending !== null || stage === 'running') return 'wait';
  const kind = getQuestionKind(question);
  const obstacle = findObstacle(model, kind, hasModel);
  if (after === 'answer') {
    if (stage === 'opening' || stage === 'looking') return 'wait';
    if (stage === 'ready' || stage === 'error') return obstacle === '' ? 'moved' : 'refused';
    return stage === 'done' ? 'ask' : 'ended';
  }
  if (isPassing(obstacle)) return 'wait';
  if (obstacle !== '') return 'refused';
  const url = getPageUrl(model);
  return kind === 'page' && page !== '' && url !== '' && !isSamePage(page, url) ? 'moved' : 'ask';
}
