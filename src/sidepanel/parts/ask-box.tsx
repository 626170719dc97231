/** Where a person asks, what the question is about and where it goes, and what it would take. */
import { useEffect, useId, useRef } from 'react';
import type { AgentEntry } from '../../lib/protocol/agents.ts';
import type { Estimate } from '../../lib/protocol/messages.ts';
import { runnable } from '../agents-view.ts';
import { broughtOf, wishedOf } from '../asked-pictures.ts';
import { shownName } from '../at-work.ts';
import { destinationOf } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../reduce.ts';
import { stageOf } from '../stage.ts';
import type { Question } from '../question.ts';
import { t } from '../strings.ts';
import { AgentChoice, agentFacts, agentPlaceholder, useAskedAgent } from './agent-choice.tsx';
import { AskTools, useChosenTabs } from './ask-tools.tsx';
import { Chip } from './chip.tsx';
import { Choosing } from './choosing.tsx';
import { costWords } from './cost-words.ts';
import { Facts } from './fine-print.tsx';
import { MessageField } from './message-field.tsx';
import { PictureChips } from './picture-chips.tsx';
import { titleOf } from './tab-picker.tsx';
import { useAskedPictures } from './use-asked-pictures.ts';
import { WebNote } from './web-note.tsx';
import type { Where } from './where.tsx';

/** Id of the field, for what leads there. */
export const ASK_FIELD = 'ask-field';

/** Why nothing can be asked now; '' when it can. A question about a picture needs no page, and one of the web an engine. */
function obstacleOf(model: PanelModel, about: Kind): string {
  const stage = stageOf(model);
  const opened = model.history?.open ?? null;
  if (stage === 'running' || (opened !== null && destinationOf(model).type === 'new')) return t.askBox.busy;
  if (model.pending !== null || stage === 'opening') return t.askBox.notYet;
  if (about === 'web') return hasNoEngine(model) ? t.web.noEngine : '';
  if (about === 'agent')
    return model.agents.list !== null && runnable(model.agents).length === 0 ? t.agents.ask.none : '';
  if (about === 'picture') return '';
  if (model.access.type === 'trouble')
    return model.access.trouble.code === 'page.no-access' ? t.askBox.noAccess : t.askBox.unreadable;
  return model.access.type === 'ready' ? '' : t.askBox.notYet;
}

const hasNoEngine = ({ outlook }: PanelModel): boolean =>
  outlook.type === 'ready' && outlook.outlook.engines.length === 0;

/** The question as far as it is written, and where it is to go. */
export interface Draft {
  readonly text: string;
  readonly where: Where;
  /** Id of the agent that it is for, where it is for one; '' for the first there is. */
  readonly agent: string;
  readonly write: (change: (now: string) => string) => void;
  readonly go: (where: Where) => void;
  readonly choose: (agent: string) => void;
}

export function AskBox({ draft }: { readonly draft: Draft }) {
  const { text, where, write, go } = draft;
  const { panel } = usePanel();
  const pictures = useAskedPictures();
  const ofWeb = where === 'web';
  const kind = where !== 'page' ? where : pictures.length > 0 ? 'picture' : 'page';
  const agent = useAskedAgent(draft);
  const obstacle = useModel((model) => obstacleOf(model, kind));
  const goesOn = useModel((model) => destinationOf(model).type === 'follow');
  const about = useModel((model) => model.about);
  const tabs = useChosenTabs();
  const note = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // whoever pressed “Ask…” on the page wants to type
  useEffect(() => {
    if (about === null) return;
    go('page');
    box.current?.focus();
  }, [about?.hash, about?.at]); // eslint-disable-line react-hooks/exhaustive-deps -- the same selection again is no news
  // and so does whoever brought a picture
  const brought = useModel(broughtOf);
  const before = useRef(brought.length);
  useEffect(() => {
    if (brought.length > before.current) {
      go('page');
      box.current?.focus();
    }
    before.current = brought.length;
  }, [brought.length]); // eslint-disable-line react-hooks/exhaustive-deps -- where it goes changes nothing of that
  useEffect(() => {
    if (ofWeb) panel.lookOut();
  }, [ofWeb, panel]);
  const closed = obstacle !== '';
  const leavesOut = about !== null || tabs.chosen.length > 0 || pictures.length > 0;
  const send = (): void => {
    const goal = text.trim();
    if (goal === '' || closed || (where === 'agent' && agent === null)) return;
    const also = tabs.chosen.map(({ tabId }) => tabId);
    const ofPage = { goal, also, selection: about?.hash ?? null, pictures: pictures.map(wishedOf), sources: null };
    const question: Question = ofWeb
      ? { ...OF_THE_WEB, goal }
      : agent === null
        ? { ...ofPage, job: 'ask' }
        : { ...ofPage, job: 'agent', agent: agent.id };
    void panel.ask(question).then((taken) => {
      if (!taken) return;
      write((now) => (now.trim() === goal ? '' : now));
      if (!ofWeb) tabs.choose([]);
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
      <Choosing />
      {!ofWeb && <PictureChips pictures={pictures} />}
      {!ofWeb && about !== null && (
        <ul className="chips" aria-label={t.about.label}>
          <Chip words={`“${about.preview}”`} dropLabel={t.about.drop} drop={panel.dropAbout} />
        </ul>
      )}
      {!ofWeb && tabs.chosen.length > 0 && (
        <ul className="chips" aria-label={t.tabs.chosen}>
          {tabs.chosen.map((tab) => (
            <Chip
              key={tab.tabId}
              words={titleOf(tab)}
              dropLabel={t.tabs.drop(titleOf(tab))}
              drop={() => tabs.choose(tabs.chosen.filter((other) => other !== tab).map(({ tabId }) => tabId))}
            />
          ))}
        </ul>
      )}
      {/* read-only rather than disabled: the focus stays, and so does what is written */}
      <MessageField
        ref={box}
        id={ASK_FIELD}
        value={text}
        onText={(typed) => write(() => typed)}
        send={send}
        placeholder={closed ? obstacle : placeholderOf(kind, goesOn, agent)}
        aria-label={labelOf(kind, agent)}
        aria-describedby={note}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button" aria-disabled={closed || text.trim() === ''}>
        {t.askBox.send}
      </button>
      <Note id={note} obstacle={obstacle} kind={kind} leavesOut={leavesOut} agent={agent} />
    </form>
  );
}

type Kind = 'page' | 'picture' | 'web' | 'agent';

function placeholderOf(kind: Kind, goesOn: boolean, agent: AgentEntry | null): string {
  if (kind === 'web') return t.web.placeholder;
  if (kind === 'agent') return agent === null ? t.askBox.notYet : agentPlaceholder(agent);
  if (goesOn) return t.followUp;
  return kind === 'picture' ? t.pictures.placeholder : t.askBox.placeholder;
}

function labelOf(kind: Kind, agent: AgentEntry | null): string {
  if (kind === 'web') return t.web.ask;
  return kind === 'agent' && agent !== null ? t.agents.ask.label(shownName(agent.name)) : t.askBox.label;
}

/** What was chosen of this page and its tabs is no matter of the web. */
const OF_THE_WEB: Omit<Question, 'goal'> = {
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
  /** Something was chosen that is no matter of the web. */
  readonly leavesOut: boolean;
  readonly agent: AgentEntry | null;
}

/** Where the question goes, where that is not plain to see, and what it takes. */
function Note({ id, obstacle, kind, leavesOut, agent }: NoteProps) {
  const access = useModel((model) => model.access);
  const words = useModel((model) => {
    const to = destinationOf(model);
    return to.type === 'follow' || to.why === 'first' ? '' : t.destination[to.why];
  });
  if (kind === 'web') return <WebNote id={id} obstacle={obstacle} destination={words} leavesOut={leavesOut} />;
  if (obstacle !== '') {
    return (
      <p id={id} className="unseen">
        {obstacle}
      </p>
    );
  }
  return (
    <p id={id} className="fine">
      {words !== '' && <span className="destination">{words} </span>}
      {kind === 'agent' && agent !== null && <Facts facts={agentFacts(agent)} />}
      {kind !== 'agent' && access.type === 'ready' && (
        <Facts facts={factsOf(kind === 'picture' ? access.estimate.askOfPictures : access.estimate.ask)} />
      )}
    </p>
  );
}

function factsOf(ask: Estimate['ask']): readonly string[] {
  if (!ask.metered) return [t.askBox.free];
  return [...t.askBox.estimate(ask.calls, ask.input, ask.output), costWords(ask, t.priceUnknown)];
}
