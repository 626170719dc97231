/** What the next question is: its kind, what it is about and takes along, its price, and why it cannot be asked. */
import { useEffect } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { useQuestionFiles } from '../files/question-files.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { useHasModel } from '../parts/connect-model.tsx';
import { useQuestionPictures } from '../pictures/use-question-pictures.ts';
import { getStage } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { useChosenTabs } from './chosen-tabs.ts';
import { chooseConversation } from './conversation.ts';
import type { Draft } from './draft.ts';
import { canOnlyChat, findObstacle, getDefaultKind, isPassing, resolveKind } from './obstacle.ts';
import { useQuestionEstimate } from './use-question-estimate.ts';

export type NextQuestion = ReturnType<typeof useNextQuestion>;

/** `isOfTab`: beside the tab's own run, which it can wait for. */
export function useNextQuestion(draft: Draft, isOfTab: boolean) {
  const { text, where, fixed } = draft;
  const { panel } = usePanel();
  const pictures = useQuestionPictures();
  const files = useQuestionFiles();
  const hasModel = useHasModel();
  const about = useModel((model) => model.about);
  const tabs = useChosenTabs(draft);
  const also = tabs.chosen.map(({ tabId }) => tabId);
  const selection = about?.hash ?? null;
  const has = {
    pictures: pictures.length > 0,
    files: files.length > 0,
    tabs: also.length > 0,
    selection: about !== null,
  };
  const hasContext = has.selection || has.tabs;
  const present = useModel((model) => getDefaultKind(model, hasModel));
  const kind = resolveKind({
    where,
    defaultKind: fixed ?? present,
    hasPictures: has.pictures,
    hasFiles: has.files,
    hasContext,
  });
  const isPageless = kind === 'web' || kind === 'chat';
  useEffect(() => {
    if (text !== '' && fixed === null) draft.fix(present);
  }, [text, fixed]); // oxlint-disable-line react-hooks/exhaustive-deps -- only the first character counts
  useEffect(() => {
    if (isPageless) panel.refreshOutlook();
  }, [isPageless, panel]);
  const agent = useChosenAgent(draft);
  const lacksAgent = useModel(({ agents }) => kind === 'agent' && agent === null && agents.list !== null);
  const found = useModel((model) => findObstacle(model, kind, hasModel));
  const obstacle = found === '' && lacksAgent ? t.agents.ask.off : found;
  const isClosed = obstacle !== '' && !isPassing(obstacle);
  return {
    ...{ kind, isPageless, agent, pictures, files, about, tabs, has, obstacle },
    /** Something is chosen that a question of another kind leaves out. */
    hasAdded: hasContext || has.pictures || has.files,
    /** It can be neither asked nor queued. `notAsked` says so; '' if it can. */
    isClosed,
    notAsked: isClosed ? t.askBox.notAsked(obstacle) : '',
    isRunning: useModel((model) => isOfTab && getStage(model) === 'running'),
    isFollowUp: useModel((model) => chooseConversation(model).type === 'follow'),
    canOnlyChat: useModel(canOnlyChat),
    hasModel,
    estimate: useQuestionEstimate({ kind, text, also, selection, pictures, files }),
  };
}

/** Null if the question is not for an agent. */
function useChosenAgent({ where, agent }: Draft): AgentEntry | null {
  const { panel } = usePanel();
  const agents = useModel((model) => model.agents);
  const isForAgent = where === 'agent';
  useEffect(() => {
    if (isForAgent) void panel.agents.refresh();
  }, [isForAgent, panel]);
  if (!isForAgent) return null;
  const candidates = listRunnableAgents(agents);
  return candidates.find(({ id }) => id === agent) ?? null; // never another one than was chosen
}
