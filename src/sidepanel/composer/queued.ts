/** The question that waits: for the end of an answer, or of the look at the page. */
import { isSamePage } from '../../lib/base/urls.ts';
import type { PanelModel } from '../panel-model.ts';
import { getPageUrl, getStage } from '../run/stage.ts';
import { findObstacle, getQuestionKind, isPassing } from './obstacle.ts';
import type { Question } from './question.ts';

export interface Queued {
  readonly question: Question;
  /** What it is asked after. */
  readonly after: 'answer' | 'look';
  /** Address of the page that was in view, or the first one known since; '' for none yet. */
  readonly page: string;
}

/** `ended`: the answer was stopped or failed. `moved`: another page is in view. `refused`: for the present obstacle. */
type Verdict = 'wait' | 'ask' | 'ended' | 'moved' | 'refused';

/** What is to be done with it now. Pure. */
export function judgeQueued(model: PanelModel, { question, after, page }: Queued, hasModel: boolean): Verdict {
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
