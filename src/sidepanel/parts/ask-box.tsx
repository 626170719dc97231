/** Where a person asks, what the question is about and where it goes, and what it would take. */
import { useEffect, useId, useRef } from 'react';
import type { Estimate } from '../../lib/protocol/messages.ts';
import { broughtOf, wishedOf } from '../asked-pictures.ts';
import { destinationOf } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../reduce.ts';
import { stageOf } from '../stage.ts';
import type { Question } from '../question.ts';
import { t } from '../strings.ts';
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
  readonly write: (change: (now: string) => string) => void;
  readonly go: (where: Where) => void;
}

export function AskBox({ draft: { text, where, write, go } }: { readonly draft: Draft }) {
  const { panel } = usePanel();
  const pictures = useAskedPictures();
  const ofWeb = where === 'web';
  const kind = ofWeb ? 'web' : pictures.length > 0 ? 'picture' : 'page';
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
    if (goal === '' || closed) return;
    const also = tabs.chosen.map(({ tabId }) => tabId);
    const question: Question = ofWeb
      ? { ...OF_THE_WEB, goal }
      : { job: 'ask', goal, also, selection: about?.hash ?? null, pictures: pictures.map(wishedOf), sources: null };
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
      <AskTools tabs={tabs} where={where} go={go} />
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
        placeholder={closed ? obstacle : goesOn ? FOLLOW_UPS[kind] : PLACEHOLDERS[kind]}
        aria-label={ofWeb ? t.web.ask : t.askBox.label}
        aria-describedby={note}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button" aria-disabled={closed || text.trim() === ''}>
        {t.askBox.send}
      </button>
      <Note id={note} obstacle={obstacle} kind={kind} leavesOut={leavesOut} />
    </form>
  );
}

type Kind = 'page' | 'picture' | 'web';
const PLACEHOLDERS: Readonly<Record<Kind, string>> = {
  page: t.askBox.placeholder,
  picture: t.pictures.placeholder,
  web: t.web.placeholder,
};
const FOLLOW_UPS: Readonly<Record<Kind, string>> = { page: t.followUp, picture: t.followUp, web: t.web.placeholder };

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
}

/** Where the question goes, where that is not plain to see, and what it takes. */
function Note({ id, obstacle, kind, leavesOut }: NoteProps) {
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
      {access.type === 'ready' && (
        <Facts facts={factsOf(kind === 'picture' ? access.estimate.askOfPictures : access.estimate.ask)} />
      )}
    </p>
  );
}

function factsOf(ask: Estimate['ask']): readonly string[] {
  if (!ask.metered) return [t.askBox.free];
  return [...t.askBox.estimate(ask.calls, ask.input, ask.output), costWords(ask, t.priceUnknown)];
}
