/** The composer, in which everything is asked and added. */
import { useEffect, useId, useRef, useState } from 'react';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { getAttachedFiles } from '../files/question-files.ts';
import { attachmentsPart, tabPickerPart, unreadPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { ASK_FIELD, isTooLong, MessageField } from '../parts/message-field.tsx';
import { Form } from '../parts/submit-form.tsx';
import { refreshSelection } from '../parts/use-selection-estimate.ts';
import { getAttachedPictures } from '../pictures/question-pictures.ts';
import { listTabItems } from '../question/chosen-tabs.ts';
import { getDraftKey, type Draft } from '../question/draft.ts';
import { useNextQuestion, type NextQuestion } from '../question/use-next-question.ts';
import { useSending } from '../question/use-sending.ts';
import { t } from '../strings/shell.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { UNSENT } from '../unsent.ts';
import { AboutChip, Chips } from './chips.tsx';
import { AddMenu, ModelMenu } from './menus.tsx';
import { CostButton, Note, RegionChoiceNote } from './notes.tsx';
import { Refusal, useRefusal } from './refusal.tsx';
import { SendButton } from './send-button.tsx';
import { useSuggestions } from './suggestions.tsx';
import { useCommands } from './use-commands.tsx';
import { useKeptPages } from './use-kept-pages.ts';

interface ComposerProps {
  readonly draft: Draft;
  /** Beside the tab's own run, which it can stop. */
  readonly isOfTab: boolean;
}

export function Composer({ draft, isOfTab }: ComposerProps) {
  const { text, write, go } = draft;
  const { panel } = usePanel();
  const next = useNextQuestion(draft, isOfTab);
  const { kind, agent, estimate, about, tabs, has, obstacle, isClosed, notAsked, isPageless, isRunning } = next;
  const isForWeb = kind === 'web';
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
  const goOnAs = (where: 'default' | 'chat'): void => {
    box.current?.focus(); // the button that was pressed goes
    go(where);
  };
  const { commands, bySlash, agents, resources, extras } = useCommands({
    begin: (words) => write((now) => (now.trim() === '' ? words : now)),
    pickTabs: () => {
      go('default');
      setPickingTabs(true);
    },
    chat: () => goOnAs('chat'),
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
    if (field === before.current.field && attachedCount > before.current.attachedCount) goOnAs('default');
    before.current = { field, attachedCount };
  }, [field, attachedCount]); // oxlint-disable-line react-hooks/exhaustive-deps -- `goOnAs` does not affect this
  const { send, takeBack } = useSending(draft, next, setRefused);
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
      {...(has.tabs && UNSENT)}
      submit={() => {
        send();
        box.current?.focus();
      }}
    >
      <RegionChoiceNote />
      {!isPageless && (has.pictures || has.files) && (
        <Lazy part={attachmentsPart}>
          {({ Attachments }) => <Attachments pictures={next.pictures} files={next.files} />}
        </Lazy>
      )}
      {!isPageless && about !== null && <AboutChip about={about} closed={obstacle !== ''} />}
      <Chips
        draft={{ ...draft, takeBack }}
        tabs={isPageless ? [] : tabs.chosen}
        dropTab={tabs.toggle}
        agent={agent}
        isChat={kind === 'chat' && !next.canOnlyChat}
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
          placeholder={isClosed ? obstacle : getPlaceholder(next)}
          aria-label={getLabel(next)}
          aria-describedby={note}
        />
        <div className="row tight gap-1 composer-row">
          <AddMenu items={commands} refuse={setRefused} />
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
          {!isRunning && !(kind === 'chat' && isClosed) && (
            <CostButton {...{ estimate, note }} open={showsCost} toggle={() => setShowsCost(!showsCost)} />
          )}
          {isRunning && !isEmpty && draft.queued === null && (
            <QuietButton look="edged" type="submit">
              {t.askBox.queue}
            </QuietButton>
          )}
          <SendButton stops={isRunning} disabled={isClosed || isEmpty || isTooLong(text)} />
        </div>
      </div>
      {refused !== '' && reasons.includes(refused) && (
        <Refusal
          why={refused}
          chat={
            refused === notAsked && kind === 'page' && next.canOnlyChat && next.hasModel
              ? () => goOnAs('chat')
              : undefined
          }
        />
      )}
      <Note id={note} next={next} showsCost={showsCost} />
      {kind === 'agent' && agent !== null && (
        <Lazy part={unreadPart}>
          {({ UnreadNote }) => <UnreadNote agent={agent} added={has} drop={() => goOnAs('default')} />}
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

function getPlaceholder({ kind, isFollowUp, isRunning, agent }: NextQuestion): string {
  if (kind === 'web') return t.web.placeholder;
  if (kind === 'agent') return agent === null ? t.askBox.notYet : formatAgentPlaceholder(agent);
  if (isRunning) return t.askBox.whileRunning;
  if (kind === 'chat') return isFollowUp ? t.chat.followUp : t.chat.placeholder;
  if (isFollowUp) return t.followUp;
  if (kind === 'file') return t.files.placeholder;
  return kind === 'picture' ? t.pictures.placeholder : t.askBox.placeholder;
}

const formatAgentPlaceholder = ({ name, mode }: AgentEntry): string =>
  t.agents.ask.placeholder[mode](formatAgentName(name));

function getLabel({ kind, agent }: NextQuestion): string {
  if (kind === 'web') return t.web.ask;
  if (kind === 'chat') return t.chat.label;
  return kind === 'agent' && agent !== null ? t.agents.ask.label(formatAgentName(agent.name)) : t.askBox.label;
}
