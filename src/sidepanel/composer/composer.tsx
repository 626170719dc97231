/** The composer, in which everything is asked and added. */
import { useEffect, useId, useRef, useState } from 'react';
import { attachmentsPart, tabPickerPart, unreadPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { Icon } from '../parts/icons.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { ItemButton, Menu } from '../parts/menu.tsx';
import { Form } from '../parts/submit-form.tsx';
import { refreshSelection } from '../parts/use-selection-estimate.ts';
import { getAttachedFiles, useQuestionFiles } from '../files/question-files.ts';
import { getAttachedPictures, toRequestPicture } from '../pictures/question-pictures.ts';
import { useQuestionPictures } from '../pictures/use-question-pictures.ts';
import { getPageUrl, getStage } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { chooseConversation } from './conversation.ts';
import { getDraftKey, type Draft } from './draft.ts';
import { ASK_FIELD, isTooLong, MessageField } from './message-field.tsx';
import { ModelMenu } from './model-menu.tsx';
import { AboutChip, Chips } from './chips.tsx';
import { CostButton, Note, RegionChoiceNote } from './notes.tsx';
import { canOnlyChat, findObstacle, getDefaultKind, isPassing, resolveKind } from './obstacle.ts';
import { createQuestion, type Question } from './question.ts';
import { UNSENT } from '../unsent.ts';
import { SendButton } from './send-button.tsx';
import { useSuggestions } from './suggestions.tsx';
import { listTabItems, useChosenTabs } from './chosen-tabs.ts';
import { useChosenAgent } from './use-chosen-agent.ts';
import { useCommands } from './use-commands.tsx';
import { useKeptPages } from './use-kept-pages.ts';
import { useQuestionEstimate } from './use-question-estimate.ts';
import { useQueue } from './use-queue.ts';
import { useRefusal } from './use-refusal.ts';
import { getLabel, getPlaceholder } from './words.ts';

interface ComposerProps {
  readonly draft: Draft;
  /** Beside the tab's own run, which it can stop. */
  readonly isOfTab: boolean;
}

export function Composer({ draft, isOfTab }: ComposerProps) {
  const { text, where, fixed, write, go } = draft;
  const { panel } = usePanel();
  const pictures = useQuestionPictures();
  const files = useQuestionFiles();
  const hasModel = useHasModel();
  const about = useModel((model) => model.about);
  const tabs = useChosenTabs(draft);
  const hasContext = about !== null || tabs.chosen.length > 0;
  const hasPictures = pictures.length > 0;
  const hasFiles = files.length > 0;
  const present = useModel((model) => getDefaultKind(model, hasModel));
  const kind = resolveKind({ where, defaultKind: fixed ?? present, hasPictures, hasFiles, hasContext });
  const isForWeb = kind === 'web';
  const isPageless = isForWeb || kind === 'chat';
  const canOnlyTalk = useModel(canOnlyChat);
  const agent = useChosenAgent(draft);
  const estimate = useQuestionEstimate({
    kind,
    text,
    also: tabs.chosen.map(({ tabId }) => tabId),
    selection: about?.hash ?? null,
    pictures,
    files,
  });
  const lacksAgent = useModel(({ agents }) => kind === 'agent' && agent === null && agents.list !== null);
  const found = useModel((model) => findObstacle(model, kind, hasModel));
  const obstacle = found === '' && lacksAgent ? t.agents.ask.off : found;
  const isRunning = useModel((model) => isOfTab && getStage(model) === 'running');
  const isFollowUp = useModel((model) => chooseConversation(model).type === 'follow');
  const [field, setField] = useState(draft.field);
  const [isPickingTabs, setPickingTabs] = useState(false);
  const [showsCost, setShowsCost] = useState(false);
  const [refused, setRefused] = useRefusal();
  if (field !== draft.field) {
    setField(draft.field); // what is said and open here was about the other one
    setPickingTabs(false);
    setShowsCost(false);
    setRefused('');
  }
  const note = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { commands, bySlash, agents, resources, extras } = useCommands({
    begin: (words) => write((now) => (now.trim() === '' ? words : now)),
    pickTabs: () => {
      go('default');
      setPickingTabs(true);
    },
    chat: () => {
      go('chat');
      box.current?.focus();
    },
    chooseAgent: draft.chooseAgent,
  });
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const keptPages = useKeptPages(tabs.open.tabs, (runId) => draft.moveTo(getDraftKey(tabId, runId)));
  const suggestions = useSuggestions({
    text,
    write: (rest) => write(() => rest),
    refuse: setRefused,
    list: (sign) => (sign === '/' ? bySlash : [...listTabItems(tabs), ...agents, ...resources, ...keptPages.items]),
  });
  const { sign } = suggestions;
  useEffect(() => {
    if (sign !== null) void panel.agents.refresh();
    if (sign === '@') keptPages.refresh();
    if (sign === '/') refreshSelection();
  }, [sign, panel]); // oxlint-disable-line react-hooks/exhaustive-deps -- `refresh` does not affect this
  useEffect(() => {
    // a user who opens the panel can type at once; one who is elsewhere in it stays there
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  const attachedCount = useModel((model) => getAttachedPictures(model).length + getAttachedFiles(model).length);
  const before = useRef({ field, attachedCount });
  useEffect(() => {
    if (field === before.current.field && attachedCount > before.current.attachedCount) {
      go('default');
      box.current?.focus();
    }
    before.current = { field, attachedCount };
  }, [field, attachedCount]); // oxlint-disable-line react-hooks/exhaustive-deps -- `go` does not affect this
  useEffect(() => {
    if (text !== '' && fixed === null) draft.fix(present);
  }, [text, fixed]); // oxlint-disable-line react-hooks/exhaustive-deps -- only the first character counts
  useEffect(() => {
    if (isPageless) panel.refreshOutlook();
  }, [isPageless, panel]);
  const takeBack = (question: Question): void => {
    draft.takeBack(question);
    tabs.restore(question.also);
  };
  useQueue({ ...draft, takeBack }, (why) => setRefused(t.askBox.notAsked(why)));
  const refreshMenu = (): void => {
    void panel.agents.refresh();
    refreshSelection();
  };
  const isWaiting = isPassing(obstacle);
  const waits = isRunning || isWaiting;
  const closed = obstacle !== '' && !isWaiting;
  const notAsked = closed ? t.askBox.notAsked(obstacle) : '';
  const ignoresContext = hasContext || hasPictures || hasFiles;
  const send = (): void => {
    const goal = text.trim();
    setRefused(goal === '' ? '' : notAsked);
    const chosen = {
      also: tabs.chosen.map(({ tabId }) => tabId),
      selection: about?.hash ?? null,
      pictures: pictures.map(toRequestPicture),
      files: files.map(({ hash, name }) => ({ hash, name })),
    };
    if (goal === '' || closed || isTooLong(goal)) return;
    const question = createQuestion(goal, kind, chosen, draft.agent);
    if (waits && draft.queued !== null) {
      setRefused(t.askBox.nextTaken);
      return;
    }
    if (waits)
      draft.queue({ question, after: isRunning ? 'answer' : 'look', page: getPageUrl(panel.store.getState()) });
    else void panel.ask(question).then((accepted) => accepted || takeBack(question));
    write(() => '');
    if (!isPageless) tabs.clear();
    if (where === 'page') go('default'); // the next one follows the conversation
  };
  const isEmpty = text.trim() === '';
  /** What would be refused again. */
  const reasons = [
    notAsked,
    t.askBox.notAsked(t.askBox.moved),
    draft.queued === null ? '' : t.askBox.nextTaken,
    ...[...bySlash, ...listTabItems(tabs)].map(({ refusal }) => refusal),
  ];
  const form = (
    <Form
      className="stack gap-1 ask"
      {...(tabs.chosen.length > 0 && UNSENT)}
      submit={() => {
        send();
        box.current?.focus();
      }}
    >
      <RegionChoiceNote />
      {!isPageless && pictures.length + files.length > 0 && (
        <Lazy part={attachmentsPart}>{({ Attachments }) => <Attachments {...{ pictures, files }} />}</Lazy>
      )}
      {!isPageless && about !== null && <AboutChip about={about} closed={obstacle !== ''} />}
      <Chips
        draft={{ ...draft, takeBack }}
        tabs={isPageless ? [] : tabs.chosen}
        dropTab={tabs.toggle}
        agent={agent}
        isChat={kind === 'chat' && !canOnlyTalk}
      />
      <div className="composer">
        {suggestions.popup}
        {/* never closed: `/` works, and what is typed stays until it can be asked */}
        <MessageField
          {...suggestions.fieldProps}
          ref={box}
          id={ASK_FIELD}
          value={text}
          onText={(typed) => {
            setRefused('');
            write(() => typed);
          }}
          send={send}
          placeholder={closed ? obstacle : getPlaceholder({ kind, isFollowUp, isRunning, agent })}
          aria-label={getLabel(kind, agent)}
          aria-describedby={note}
        />
        <div className="row tight gap-1 composer-row">
          <Menu items={commands} refuse={setRefused} hint={t.askBox.add} look="round" onOpen={refreshMenu}>
            <Icon name="plus" />
          </Menu>
          {commands.map(
            (item) =>
              item.icon && (
                <ItemButton
                  key={item.key}
                  className="quiet round beside"
                  item={item}
                  refuse={setRefused}
                  aria-label={item.label}
                  title={item.label}
                >
                  <Icon name={item.icon} />
                </ItemButton>
              ),
          )}
          <QuietButton
            look="pill"
            aria-pressed={isForWeb}
            title={t.web.hint}
            onClick={() => go(isForWeb ? 'default' : 'web')}
          >
            <Icon name="web" />
            {t.web.toggle}
          </QuietButton>
          <ModelMenu />
          <span className="spring" />
          {!isRunning && !(kind === 'chat' && closed) && (
            <CostButton {...{ estimate, note }} open={showsCost} toggle={() => setShowsCost(!showsCost)} />
          )}
          {isRunning && !isEmpty && draft.queued === null && (
            <QuietButton look="edged" type="submit">
              {t.askBox.queue}
            </QuietButton>
          )}
          <SendButton stops={isRunning} disabled={closed || isEmpty || isTooLong(text)} />
        </div>
      </div>
      {refused !== '' && reasons.includes(refused) && (
        <div className="row between">
          <p className="fine" role="alert">
            {refused}
          </p>
          {refused === notAsked && kind === 'page' && canOnlyTalk && hasModel && (
            <QuietButton
              look="edged"
              onClick={() => {
                box.current?.focus(); // the button goes
                go('chat');
              }}
            >
              {t.chat.command}
            </QuietButton>
          )}
        </div>
      )}
      <Note id={note} {...{ obstacle, kind, ignoresContext, agent, estimate, showsCost }} />
      {kind === 'agent' && agent !== null && (
        <Lazy part={unreadPart}>
          {({ UnreadNote }) => (
            <UnreadNote
              agent={agent}
              added={{
                files: hasFiles,
                pictures: hasPictures,
                tabs: tabs.chosen.length > 0,
                selection: about !== null,
              }}
              drop={() => {
                go('default');
                box.current?.focus();
              }}
            />
          )}
        </Lazy>
      )}
    </Form>
  );
  return (
    <>
      {/* outside the form, which Enter in one of their fields would send */}
      {extras}
      {form}
      {isPickingTabs && (
        <Lazy part={tabPickerPart}>
          {({ TabPicker }) => <TabPicker tabs={tabs} close={() => setPickingTabs(false)} />}
        </Lazy>
      )}
    </>
  );
}
