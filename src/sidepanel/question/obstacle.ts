/** What the next question is about, and why none can be asked. Pure. */
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { needsAccess } from '../access-actions.ts';
import type { PanelModel } from '../panel-model.ts';
import { isOfPage } from '../run/lasting-errors.ts';
import { findSource } from '../run/source.ts';
import { getStage, isFolded } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { chooseConversation } from './conversation.ts';
import type { DefaultKind, Where } from './draft.ts';
import type { Question } from './question.ts';

export type Kind = 'page' | 'picture' | 'file' | 'web' | 'agent' | 'chat';

/** State of the conversation in view; null for none. */
function findState(model: PanelModel): AgentState | null {
  const { history, run } = model;
  return history?.open?.state ?? (isFolded(model) ? null : (run?.state ?? null));
}

/** Whether the page in view cannot be read, now or ever, and no conversation about one is in view. */
export function canOnlyChat(model: PanelModel): boolean {
  if (model.access.type !== 'error' || !isOfPage(model.access.error)) return false;
  const state = findState(model);
  return state === null || findSource(state) === null;
}

/** A chat goes on as one, whatever the tab shows. */
export function getDefaultKind(model: PanelModel, hasModel: boolean): DefaultKind {
  return findState(model)?.spec?.job === 'chat' || (hasModel && canOnlyChat(model)) ? 'chat' : 'page';
}

interface KindUse {
  readonly where: Where;
  readonly defaultKind: DefaultKind;
  readonly hasPictures: boolean;
  readonly hasFiles: boolean;
  /** A selection or tabs are chosen. */
  readonly hasContext: boolean;
}

export function resolveKind({ where, defaultKind, hasPictures, hasFiles, hasContext }: KindUse): Kind {
  if (where === 'web' || where === 'agent' || where === 'chat') return where;
  if (hasPictures) return 'picture';
  if (hasFiles) return 'file';
  return where === 'page' || hasContext ? 'page' : defaultKind;
}

/** The kind that a question was made as. */
export function getQuestionKind({ job, pictures, files = [] }: Question): Kind {
  if (job !== 'ask') return job === 'research' ? 'web' : job;
  if (pictures.length > 0) return 'picture';
  return files.length > 0 ? 'file' : 'page';
}

const PASSING: readonly string[] = [t.askBox.notYet, t.askBox.wait, t.askBox.busy];

/** Whether it ends by itself: what is asked meanwhile can wait for that. */
export const isPassing = (obstacle: string): boolean => PASSING.includes(obstacle);

/** '' if a question can be asked or queued. A picture or a file needs no page, a web question an engine, a chat a model. */
export function findObstacle(model: PanelModel, kind: Kind, hasModel: boolean): string {
  const stage = getStage(model);
  const opened = model.history?.open ?? null;
  if (opened !== null && (stage === 'running' || chooseConversation(model).type === 'new')) return t.askBox.busy;
  if (stage === 'opening') return t.askBox.notYet;
  if (model.pending !== null && stage !== 'running') return t.askBox.wait;
  if (kind === 'web') return hasNoEngine(model) ? t.web.noEngine : '';
  if (kind === 'agent')
    return model.agents.list !== null && listRunnableAgents(model.agents).length === 0 ? t.agents.ask.none : '';
  if (kind === 'chat') return hasModel ? '' : t.chat.needModel;
  return kind === 'picture' || kind === 'file' || stage === 'running' ? '' : findPageObstacle(model);
}

/** Why the page in view cannot be used; '' if it can. */
export function findPageObstacle(model: PanelModel): string {
  if (model.access.type === 'error') return needsAccess(model) ? t.askBox.noAccess : t.askBox.unreadable;
  return model.access.type === 'ready' ? '' : t.askBox.notYet;
}

export const hasNoEngine = ({ outlook }: PanelModel): boolean =>
  outlook.type === 'ready' && outlook.outlook.engines.length === 0;
