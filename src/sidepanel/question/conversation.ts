/** Decides where the next question goes. Pure. */
import { isOver } from '../../lib/agent/state/run-status.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import type { PanelModel } from '../panel-model.ts';
import type { RunModel } from '../run/run-model.ts';
import { getStage, isFolded } from '../run/stage.ts';

type Destination =
  | { readonly type: 'follow'; readonly runId: string }
  | { readonly type: 'new'; readonly why: 'first' | 'private' | 'kept' };

export function chooseConversation(model: PanelModel): Destination {
  const { history, run, keeping } = model;
  if (history?.open && canContinue(history.open.state)) return { type: 'follow', runId: history.open.runId };
  if (run === null || !canContinue(run.state)) return { type: 'new', why: 'first' };
  if (isFolded(model)) return { type: 'new', why: 'first' };
  const isPrivate = run.state.spec?.private ?? false;
  if (keeping !== null && keeping.private !== isPrivate) return { type: 'new', why: isPrivate ? 'kept' : 'private' };
  return { type: 'follow', runId: run.runId };
}

/** Only once the run is over. */
export const canContinue = ({ spec, status }: AgentState): boolean => spec !== null && isOver(status);

/** The run and the tab's run must both be over. While “Private” is on, nothing is added to what is kept. */
export function canAnswerAgain(model: PanelModel, { state }: RunModel): boolean {
  const mayAdd = model.keeping?.private !== true || state.spec?.private === true;
  return mayAdd && canContinue(state) && model.pending === null && getStage(model) !== 'running';
}
