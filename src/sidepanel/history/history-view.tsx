import { useEffect, useRef } from 'react';
import { isOver } from '../../lib/agent/state/run-status.ts';
import './history.css';
import { focusAskField } from '../parts/message-field.tsx';
import { CostBadge } from '../receipt/cost-badge.tsx';
import { CopyAndRead } from '../answer/copy-and-read.tsx';
import { listExports } from '../run/exports.ts';
import { Menu } from '../parts/menu.tsx';
import { Source } from '../quotes/source.tsx';
import { Efficiency, useItemsByRequest, Trace } from '../trace/trace-view.tsx';
import { ErrorCard } from '../run/error-card.tsx';
import { canContinue } from '../question/conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { getAnswerText, NO_DRAFTS, type RunModel } from '../run/run-model.ts';
import { isLive } from '../run/stage.ts';
import { findSubject } from '../run/source.ts';
import { RatingNote } from '../answer/rating-note.tsx';
import { KnownLinks } from '../answer/known-links.ts';
import { listRequests } from '../run/requests.ts';
import { t } from '../strings/strings.ts';
import { isAnsweredInTalk, collectTalks } from '../trace/agent-conversation.ts';
import { formatOutcome } from '../run/activity.ts';
import { Earlier } from '../answer/earlier.tsx';
import { HISTORY_BUTTON } from '../header.tsx';
import { FocusKeeper } from '../parts/focus-keeper.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { HistoryList } from './history-list.tsx';
import { UndoBar } from './undo-bar.tsx';
import { RunChanges, RunMenu, useRunChange } from './run-changes.tsx';
import { Answer, Ending, CurrentRequest } from '../answer/answer-view.tsx';
import { Searches } from '../research/searches-view.tsx';
import { AgentConversations } from '../agents/agent-conversations.tsx';
import { ModelSwitchNote } from '../run/notices.tsx';
import { BackButton, QuietButton } from '../parts/button.tsx';

/** The list of conversations, over the panel. */
export function HistoryDrawer() {
  const { panel } = usePanel();
  const history = useModel((model) => model.history);
  const refusal = useModel((model) => model.refusal);
  // whatever closes it, also where the control that had the focus before has gone
  useEffect(() => () => document.getElementById(HISTORY_BUTTON)?.focus(), []);
  if (history === null) return null;
  const error = history.error ?? refusal;
  return (
    <Sheet isDrawer title={t.history.title} closeLabel={t.history.close} close={() => panel.closeHistory()}>
      <FocusKeeper className="stack gap-4 history">
        {error !== null && <ErrorCard error={error} />}
        <HistoryList history={history} failed={history.error !== null} />
      </FocusKeeper>
      <UndoBar />
    </Sheet>
  );
}

/** One of them, in place of what the panel shows of the tab. */
export function ArchivedRun() {
  const { panel } = usePanel();
  const history = useModel((model) => model.history);
  const title = useRef<HTMLHeadingElement>(null);
  const open = history?.open ?? null;
  useEffect(() => title.current?.focus(), [open?.runId]);
  if (history === null || open === null) return null;
  return (
    <>
      <div className="row">
        <BackButton onClick={panel.goBack} />
        <h2 ref={title} tabIndex={-1} className="page-title">
          {t.history.one}
        </h2>
      </div>
      {history.error !== null && <ErrorCard error={history.error} />}
      <Conversation run={open} />
    </>
  );
}

function Conversation({ run }: { readonly run: RunModel }) {
  const { panel, host } = usePanel();
  const listed = useModel(({ history }) => history?.list?.find(({ runId }) => runId === run.runId));
  const isPrivate = useModel(({ keeping }) => keeping?.private ?? false);
  const change = useRunChange();
  const { state, runId } = run;
  const text = getAnswerText(run);
  const source = findSubject(state);
  const talks = collectTalks(run.timeline);
  const requests = listRequests(run);
  const items = useItemsByRequest(run.timeline);
  const last = state.exchanges.length;
  return (
    <>
      {source !== null && <Source {...source} moreTabs={state.spec?.also.length ?? 0} />}
      <p className="fine">
        {t.when(state.startedAt)} · {state.status === 'done' ? formatOutcome(state) : t.statuses[state.status]}
      </p>
      <KnownLinks state={state}>
        <Earlier
          state={state}
          requests={requests}
          talks={talks}
          below={(index) => (
            <>
              <PastActions run={run} index={index} />
              <RatingNote state={state} index={index} />
              <Trace timeline={run.timeline} items={items[index]} ms={requests[index]?.ms} restore={null} />
            </>
          )}
        />
        <section className="stack gap-4 present" aria-label={t.present}>
          <CurrentRequest state={state} />
          <Searches run={run} />
          <AgentConversations talks={talks.get(state.exchanges.length)} drafts={NO_DRAFTS} />
          <Answer run={run} growing={false} isInConversation={isAnsweredInTalk(state, talks)} />
          <ModelSwitchNote state={state} />
          {state.request.error !== null && <p className="note">{state.request.error.message}</p>}
          {isOver(state.status) && <Ending run={run} />}
          <RatingNote state={state} index={last} />
          <div className="row actions">
            {!isPrivate && canContinue(state) && (
              <QuietButton look="edged" onClick={focusAskField}>
                {t.history.continueHere}
              </QuietButton>
            )}
            {isLive(state.status) && (
              <QuietButton look="edged" onClick={() => void panel.continueHere(runId)}>
                {t.history.continueHere}
              </QuietButton>
            )}
            {state.spec?.job !== 'screenshot' && (
              <CopyAndRead
                of={`${runId}/${String(last)}`}
                text={text}
                citations={state.request.answer?.citations ?? []}
                state={state}
              />
            )}
            <Menu items={listExports(run, host.save)} hint="">
              {t.export}
            </Menu>
            {listed && <RunMenu run={listed} change={change} />}
            <CostBadge run={run} cost={requests[last]} />
          </div>
          {listed && <RunChanges run={listed} change={change} />}
          {isPrivate && <p className="note">{t.history.privateStays}</p>}
          <Trace timeline={run.timeline} items={items[last]} ms={requests[last]?.ms} restore={null}>
            <Efficiency frames={run.frames} />
          </Trace>
        </section>
      </KnownLinks>
    </>
  );
}

function PastActions({ run: { runId, state }, index }: { readonly run: RunModel; readonly index: number }) {
  const exchange = state.exchanges.at(index);
  if (!exchange?.answer || exchange.job === 'screenshot') return null;
  return (
    <div className="row answer-actions">
      <CopyAndRead of={`${runId}/${String(index)}`} {...exchange.answer} state={state} />
    </div>
  );
}
