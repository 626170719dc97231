import { useEffect, useId, useRef } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import type { Estimate } from '../../lib/protocol/requests/run.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { getAttachedPictures, toRequestPicture } from '../pictures/question-pictures.ts';
import { useQuestionPictures } from '../pictures/use-question-pictures.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { resolveDestination } from './conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../reduce.ts';
import { getStage } from '../run/stage.ts';
import type { Question } from './question.ts';
import { t } from '../strings/strings.ts';
import { AgentChoice, listAgentFacts, formatPlaceholder, useChosenAgent } from './agent-choice.tsx';
import { AskTools, useChosenTabs } from './ask-tools.tsx';
import { Facts } from '../parts/fine-print.tsx';
import { MessageField } from './message-field.tsx';
import { PictureChips } from '../pictures/picture-chips.tsx';
import { formatTabTitle } from './tab-picker.tsx';
import { WebNote, type Where, formatMaxCost } from '../research/web-note.tsx';
import { Icon } from '../parts/icons.tsx';
import { stripActiveCharacters } from '../markdown/safe-text.ts';

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
  const agent = useChosenAgent(draft);
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
  }, [about?.hash, about?.at]); // eslint-disable-line react-hooks/exhaustive-deps -- only a new selection counts
  const attached = useModel(getAttachedPictures);
  const previousCount = useRef(attached.length);
  useEffect(() => {
    if (attached.length > previousCount.current) {
      go('page');
      box.current?.focus();
    }
    previousCount.current = attached.length;
  }, [attached.length]); // eslint-disable-line react-hooks/exhaustive-deps -- `go` does not affect this
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
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        send();
        box.current?.focus();
      }}
    >
      <AskTools tabs={tabs} where={where} go={go}>
        <AgentChoice chosen={agent} choose={draft.choose} />
      </AskTools>
      <RegionChoiceNote />
      {!isForWeb && <PictureChips pictures={pictures} />}
      {!isForWeb && about !== null && (
        <ul className="chips" aria-label={t.about.label}>
          <Chip text={`“${about.preview}”`} dropLabel={t.about.drop} drop={panel.dropAbout} />
        </ul>
      )}
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
    </form>
  );
}

type Kind = 'page' | 'picture' | 'web' | 'agent';

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

/** Web questions ignore selection, tabs and pictures. */
const WEB_QUESTION: Omit<Question, 'goal'> = {
  job: 'research',
  also: [],
  selection: null,
  pictures: [],
  sources: null,
};

interface NoteProps {
  readonly id: string;
  readonly obstacle: string;
  readonly kind: Kind;
  readonly ignoresContext: boolean;
  readonly agent: AgentEntry | null;
}

function Note({ id, obstacle, kind, ignoresContext, agent }: NoteProps) {
  const access = useModel((model) => model.access);
  const destination = useModel((model) => {
    const to = resolveDestination(model);
    return to.type === 'follow' || to.why === 'first' ? '' : t.destination[to.why];
  });
  if (kind === 'web')
    return <WebNote id={id} obstacle={obstacle} destination={destination} ignoresContext={ignoresContext} />;
  if (obstacle !== '') {
    return (
      <p id={id} className="unseen">
        {obstacle}
      </p>
    );
  }
  return (
    <p id={id} className="fine">
      {destination !== '' && <span className="destination">{destination} </span>}
      {kind === 'agent' && agent !== null && <Facts facts={listAgentFacts(agent)} />}
      {kind !== 'agent' && access.type === 'ready' && (
        <Facts facts={listCostFacts(kind === 'picture' ? access.estimate.askOfPictures : access.estimate.ask)} />
      )}
    </p>
  );
}

function listCostFacts(ask: Estimate['ask']): readonly string[] {
  if (!ask.metered) return [t.askBox.free];
  return [...t.askBox.estimate(ask.calls, ask.input, ask.output), formatMaxCost(ask, t.priceUnknown)];
}

interface ChipProps {
  readonly text: string;
  readonly dropLabel: string;
  readonly drop: () => void;
}

function Chip({ text, dropLabel, drop }: ChipProps) {
  return (
    <li className="chip">
      <span dir="auto">{stripActiveCharacters(text)}</span>
      <button type="button" className="quiet round" aria-label={dropLabel} title={dropLabel} onClick={drop}>
        <Icon name="close" />
      </button>
    </li>
  );
}

function RegionChoiceNote() {
  const { panel } = usePanel();
  const choosing = useModel((model) => model.choosing);
  return (
    <div className={choosing ? 'choosing' : 'unseen'}>
      <p role="status">{choosing && t.pictures.choosing}</p>
      {choosing && (
        <button type="button" className="quiet" onClick={() => void panel.pictures.cancelRegionChoice()}>
          {t.stop}
        </button>
      )}
    </div>
  );
}
