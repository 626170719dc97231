import { useEffect, useId, useRef } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { getAttachedPictures, toRequestPicture } from '../pictures/question-pictures.ts';
import { useQuestionPictures } from '../pictures/use-question-pictures.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { resolveDestination } from './conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import { getStage } from '../run/stage.ts';
import type { Question } from './question.ts';
import { t } from '../strings/strings.ts';
import { AgentChoice, formatPlaceholder, useChosenAgent } from './agent-choice.tsx';
import { AskTools, useChosenTabs } from './ask-tools.tsx';
import { MessageField } from './message-field.tsx';
import { PictureChips } from '../pictures/picture-chips.tsx';
import { formatTabTitle } from './tab-picker.tsx';
import type { Where } from '../research/web-note.tsx';
import { WEB_QUESTION, AboutChip, Note, Chip, RegionChoiceNote, type Kind } from './ask-notes.tsx';
import { Form } from '../parts/submit-form.tsx';

export const ASK_FIELD = 'ask-field';

/** '' if a question can be asked. A picture needs no page; a web question needs an engine. */
function findObstacle(model: PanelModel, kind: Kind): string {
  const stage = getStage(model);
  const opened = model.history?.open ?? null;
  if (stage === 'running' || (opened !== null && resolveDestination(model).type === 'new')) return t.askBox.busy;
  if (model.pending !== null || stage === 'opening') return t.askBox.notYet;
  if (kind === 'web') return hasNoEngine(model) ? t.web.noEngine : '';
  if (kind === 'agent')
    return model.agents.list !== null && listRunnableAgents(model.agents).length === 0 ? t.agents.ask.none : '';
  if (kind === 'picture') return '';
  if (model.access.type === 'error')
    return model.access.error.code === 'page.no-access' ? t.askBox.noAccess : t.askBox.unreadable;
  return model.access.type === 'ready' ? '' : t.askBox.notYet;
}

const hasNoEngine = ({ outlook }: PanelModel): boolean =>
  outlook.type === 'ready' && outlook.outlook.engines.length === 0;

export interface Draft {
  readonly text: string;
  readonly where: Where;
  /** '' for the first one. */
  readonly agent: string;
  readonly write: (change: (now: string) => string) => void;
  readonly go: (where: Where) => void;
  readonly choose: (agent: string) => void;
}

export function AskBox({ draft }: { readonly draft: Draft }) {
  const { text, where, write, go } = draft;
  const { panel } = usePanel();
  const pictures = useQuestionPictures();
  const isForWeb = where === 'web';
  const kind = where !== 'page' ? where : pictures.length > 0 ? 'picture' : 'page';
  const agent = useChosenAgent(where, draft.agent);
  const obstacle = useModel((model) => findObstacle(model, kind));
  const isFollowUp = useModel((model) => resolveDestination(model).type === 'follow');
  const about = useModel((model) => model.about);
  const tabs = useChosenTabs();
  const note = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (about === null) return;
    go('page');
    box.current?.focus();
  }, [about?.hash, about?.at]); // oxlint-disable-line react-hooks/exhaustive-deps -- only a new selection counts
  const attached = useModel(getAttachedPictures);
  const previousCount = useRef(attached.length);
  useEffect(() => {
    if (attached.length > previousCount.current) {
      go('page');
      box.current?.focus();
    }
    previousCount.current = attached.length;
  }, [attached.length]); // oxlint-disable-line react-hooks/exhaustive-deps -- `go` does not affect this
  useEffect(() => {
    if (isForWeb) panel.refreshOutlook();
  }, [isForWeb, panel]);
  const closed = obstacle !== '';
  const ignoresContext = about !== null || tabs.chosen.length > 0 || pictures.length > 0;
  const send = (): void => {
    const goal = text.trim();
    if (goal === '' || closed || (where === 'agent' && agent === null)) return;
    const also = tabs.chosen.map(({ tabId }) => tabId);
    const pageQuestion = {
      goal,
      also,
      selection: about?.hash ?? null,
      pictures: pictures.map(toRequestPicture),
      sources: null,
    };
    const question: Question = isForWeb
      ? { ...WEB_QUESTION, goal }
      : agent === null
        ? { ...pageQuestion, job: 'ask' }
        : { ...pageQuestion, job: 'agent', agent: agent.id };
    void panel.ask(question).then((accepted) => {
      if (!accepted) return;
      write((now) => (now.trim() === goal ? '' : now));
      if (!isForWeb) tabs.choose([]);
    });
  };
  return (
    <Form
      className="ask"
      submit={() => {
        send();
        box.current?.focus();
      }}
    >
      <AskTools tabs={tabs} where={where} go={go}>
        <AgentChoice chosen={agent} choose={draft.choose} />
      </AskTools>
      <RegionChoiceNote />
      {!isForWeb && <PictureChips pictures={pictures} />}
      {!isForWeb && about !== null && <AboutChip about={about} closed={closed} />}
      {!isForWeb && tabs.chosen.length > 0 && (
        <ul className="chips" aria-label={t.tabs.chosen}>
          {tabs.chosen.map((tab) => (
            <Chip
              key={tab.tabId}
              text={formatTabTitle(tab)}
              dropLabel={t.tabs.drop(formatTabTitle(tab))}
              drop={() => tabs.choose(tabs.chosen.filter((other) => other !== tab).map(({ tabId }) => tabId))}
            />
          ))}
        </ul>
      )}
      {/* read-only rather than disabled, to keep the focus and the text */}
      <MessageField
        ref={box}
        id={ASK_FIELD}
        value={text}
        onText={(typed) => write(() => typed)}
        send={send}
        placeholder={closed ? obstacle : getPlaceholder(kind, isFollowUp, agent)}
        aria-label={getLabel(kind, agent)}
        aria-describedby={note}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button" aria-disabled={closed || text.trim() === ''}>
        {t.askBox.send}
      </button>
      <Note id={note} obstacle={obstacle} kind={kind} ignoresContext={ignoresContext} agent={agent} />
    </Form>
  );
}

function getPlaceholder(kind: Kind, isFollowUp: boolean, agent: AgentEntry | null): string {
  if (kind === 'web') return t.web.placeholder;
  if (kind === 'agent') return agent === null ? t.askBox.notYet : formatPlaceholder(agent);
  if (isFollowUp) return t.followUp;
  return kind === 'picture' ? t.pictures.placeholder : t.askBox.placeholder;
}

function getLabel(kind: Kind, agent: AgentEntry | null): string {
  if (kind === 'web') return t.web.ask;
  return kind === 'agent' && agent !== null ? t.agents.ask.label(formatAgentName(agent.name)) : t.askBox.label;
}
