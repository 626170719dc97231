/** Asks again what was asked before: in other words, or with other sources. */
import type { SourceChoice } from '../../lib/agent/frames/frames.ts';
import { findSelectionAction } from '../../lib/jobs/selection-actions.ts';
import { toQuestionMessage, type Question } from '../question/question.ts';
import type { PanelChange, PanelModel } from '../panel-model.ts';
import { addFrames, createRunModel, type RunModel } from '../run/run-model.ts';
import { findSource } from '../run/source.ts';
import { hasLeftPage } from '../run/stage.ts';
import { t } from '../strings/strings.ts';

interface RepeatDeps {
  readonly model: () => PanelModel;
  readonly change: (change: PanelChange) => void;
  readonly startRun: (name: 'run.ask', question: ReturnType<typeof toQuestionMessage>) => Promise<boolean>;
  readonly continueRun: (runId: string, question: Question) => Promise<boolean>;
  readonly forkRun: (exchange: number, place: 'request') => Promise<string | null>;
}

/** Whether the conversation before its nth request had read a page. */
function hasReadBefore(run: RunModel | null, exchange: number): boolean {
  if (run === null || exchange === 0) return false;
  const follows = run.frames.filter((frame) => frame.kind === 'control' && frame.control === 'follow');
  const kept = run.frames.slice(0, follows[exchange - 1]?.seq);
  return findSource(addFrames(createRunModel(run.runId), kept).state) !== null;
}

export type RepeatActions = ReturnType<typeof createRepeatActions>;

export const createRepeatActions = ({ model, change, startRun, continueRun, forkRun }: RepeatDeps) => ({
  /** Asks the nth request of the conversation in other words. */
  async askEdited(exchange: number, question: Question): Promise<boolean> {
    const { tab, run } = model();
    const readsPage = question.job === 'ask' || question.job === 'agent';
    if (tab !== null && readsPage && hasLeftPage(model()) && !hasReadBefore(run, exchange)) {
      change({ type: 'failed', tabId: tab.tabId, error: t.otherPage });
      return false;
    }
    if (exchange > 0) {
      const runId = await forkRun(exchange, 'request');
      return runId !== null && continueRun(runId, question);
    }
    return startRun('run.ask', toQuestionMessage(question));
  },
  async answerAgain({ runId, state: { spec } }: RunModel, sources: SourceChoice): Promise<boolean> {
    if (spec === null) return false;
    const { goal, selection } = spec;
    const again = { job: 'research', goal, selection, also: [], pictures: [], sources } as const;
    const action = findSelectionAction(spec.action)?.id;
    return continueRun(runId, action === undefined ? again : { ...again, action });
  },
});
