/** Where a person asks, what the question is about and where it goes, and what it would take. */
import { useEffect, useId, useRef } from 'react';
import type { Estimate } from '../../lib/protocol/messages.ts';
import { broughtOf, wishedOf } from '../asked-pictures.ts';
import { destinationOf } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../reduce.ts';
import { stageOf } from '../stage.ts';
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

/** Id of the field, for what leads there. */
export const ASK_FIELD = 'ask-field';

/** Why nothing can be asked now; '' when it can. A question about a picture needs no page. */
function obstacleOf(model: PanelModel, aboutPicture: boolean): string {
  const stage = stageOf(model);
  const opened = model.history?.open ?? null;
  if (stage === 'running' || (opened !== null && destinationOf(model).type === 'new')) return t.askBox.busy;
  if (model.pending !== null || stage === 'opening') return t.askBox.notYet;
  if (aboutPicture) return '';
  if (model.access.type === 'trouble')
    return model.access.trouble.code === 'page.no-access' ? t.askBox.noAccess : t.askBox.unreadable;
  return model.access.type === 'ready' ? '' : t.askBox.notYet;
}

/** The question as far as it is written. */
export interface Draft {
  readonly text: string;
  readonly write: (change: (now: string) => string) => void;
}

export function AskBox({ draft: { text, write } }: { readonly draft: Draft }) {
  const { panel } = usePanel();
  const pictures = useAskedPictures();
  const obstacle = useModel((model) => obstacleOf(model, pictures.length > 0));
  const goesOn = useModel((model) => destinationOf(model).type === 'follow');
  const about = useModel((model) => model.about);
  const tabs = useChosenTabs();
  const note = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // whoever pressed “Ask…” on the page wants to type
  useEffect(() => {
    if (about !== null) box.current?.focus();
  }, [about?.hash, about?.at]); // eslint-disable-line react-hooks/exhaustive-deps -- the same selection again is no news
  // and so does whoever brought a picture
  const brought = useModel(broughtOf);
  const before = useRef(brought.length);
  useEffect(() => {
    if (brought.length > before.current) box.current?.focus();
    before.current = brought.length;
  }, [brought.length]);
  const closed = obstacle !== '';
  const send = (): void => {
    const goal = text.trim();
    if (goal === '' || closed) return;
    const also = tabs.chosen.map(({ tabId }) => tabId);
    void panel.ask({ goal, also, selection: about?.hash ?? null, pictures: pictures.map(wishedOf) }).then((taken) => {
      if (!taken) return;
      write((now) => (now.trim() === goal ? '' : now));
      tabs.choose([]);
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
      <AskTools tabs={tabs} />
      <Choosing />
      <PictureChips pictures={pictures} />
      {about !== null && (
        <ul className="chips" aria-label={t.about.label}>
          <Chip words={`“${about.preview}”`} dropLabel={t.about.drop} drop={panel.dropAbout} />
        </ul>
      )}
      {tabs.chosen.length > 0 && (
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
        placeholder={
          closed ? obstacle : goesOn ? t.followUp : pictures.length > 0 ? t.pictures.placeholder : t.askBox.placeholder
        }
        aria-label={t.askBox.label}
        aria-describedby={note}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button" aria-disabled={closed || text.trim() === ''}>
        {t.askBox.send}
      </button>
      <Note id={note} obstacle={obstacle} aboutPicture={pictures.length > 0} />
    </form>
  );
}

/** Where the question goes, where that is not plain to see, and what it takes. */
interface NoteProps {
  readonly id: string;
  readonly obstacle: string;
  readonly aboutPicture: boolean;
}

function Note({ id, obstacle, aboutPicture }: NoteProps) {
  const access = useModel((model) => model.access);
  const words = useModel((model) => {
    const to = destinationOf(model);
    return to.type === 'follow' || to.why === 'first' ? '' : t.destination[to.why];
  });
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
      {access.type === 'ready' && <Facts facts={factsOf(access.estimate, aboutPicture)} />}
    </p>
  );
}

/** What the page would take is known; what pictures would is not, before they are read. */
function factsOf({ ask, metered }: Estimate, aboutPicture: boolean): readonly string[] {
  if (!metered) return [t.askBox.free];
  if (aboutPicture) return [];
  return [...t.askBox.estimate(ask.calls, ask.input, ask.output), costWords(ask, t.priceUnknown)];
}
