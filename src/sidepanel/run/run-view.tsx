/** One layout from start to end: nothing jumps when the run ends. */
import type { Ref } from 'react';
import { BudgetWarning } from '../receipt/receipt.tsx';
import { ExportMenu, PinButton } from './run-actions.tsx';
import { Source } from '../quotes/source.tsx';
import { CurrentStep, Efficiency, useItemsByRequest, Trace } from '../trace/trace-view.tsx';
import { ErrorCard, AccessError, SettingsButton } from './error-card.tsx';
import { Unavailable, ModelSwitchNote } from './notices.tsx';
import { isWaitingForUser, selectActiveAgent } from '../trace/active-agents.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { getAnswerText, getDisplayedAnswer, findSource, type RunModel } from './run-model.ts';
import { hasLeftPage, isStarting, canCallModel, getStage } from './stage.ts';
import { isSearchTableShown } from '../research/search-rows.ts';
import { isAnsweredInTalk, findActiveTalk, collectTalks } from '../trace/agent-conversation.ts';
import { t } from '../strings/strings.ts';
import { Earlier } from './earlier.tsx';
import { SnippetsNote, Searches } from '../research/searches-view.tsx';
import { AgentConversations } from '../agents/agent-conversations.tsx';
import { KnownLinks } from './known-links.ts';
import { listRequests, type AskedRequest } from './requests.ts';
import { useScrollToRequest } from './use-scroll-to-request.ts';
import { CurrentRequest, Answer, Ending } from './answer-view.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { AllowButton } from '../parts/button.tsx';

interface RunViewProps {
  /** Of the present answer. */
  readonly endOfAnswer: Ref<HTMLElement>;
}

export function RunView({ endOfAnswer }: RunViewProps) {
  const run = useModel((model) => model.run);
  const stage = useModel((model) => (isStarting(model) ? 'done' : getStage(model)));
  const { panel } = usePanel();
  const present = useScrollToRequest(run);
  const items = useItemsByRequest(run?.timeline);
  if (run === null) return null;
  const { state } = run;
  const requests = listRequests(run);
  const restore = canCallModel(state.status) ? panel.unhide : null;
  const live = stage === 'running';
  // text by agents is shown only in their conversations, never beside an approval card
  const talks = collectTalks(run.timeline);
  const talking = findActiveTalk(state) !== null;
  const showsNow =
    live &&
    state.status !== 'waiting' &&
    !isWaitingForUser(state) &&
    getDisplayedAnswer(run) === '' &&
    !isSearchTableShown(state) &&
    !talking;
  return (
    <>
      <Heading run={run} />
      <KnownLinks state={state}>
        <Earlier
          state={state}
          talks={talks}
          below={(index) => (
            <>
              {!live && <PastActions run={run} index={index} asked={requests[index]} />}
              <Trace timeline={run.timeline} items={items[index]} ms={requests[index]?.ms} restore={null} />
            </>
          )}
        />
        <section className="present" ref={present} aria-label={t.present} data-after={state.exchanges.length > 0}>
          <CurrentRequest state={state} />
          {state.resumes > 0 && live && <p className="note">{t.restarted}</p>}
          {state.request.hasRecovered && live && <p className="note">{t.backAgain}</p>}
          {stage === 'failed' && <Failure run={run} />}
          {live && <Unavailable state={selectActiveAgent(run).state} />}
          <ModelSwitchNote state={state} />
          <Searches run={run} />
          <AgentConversations talks={talks.get(state.exchanges.length)} drafts={run.drafts} />
          {showsNow && <CurrentStep timeline={run.timeline} restore={restore} />}
          {!talking && (
            <Answer run={run} growing={live} isInConversation={isAnsweredInTalk(state, talks)} end={endOfAnswer} />
          )}
          <Ending run={run} />
          {!live && <CurrentActions run={run} asked={requests[state.exchanges.length]} />}
          <SnippetsNote run={run} />
          <MovedOn />
          <BudgetWarning state={state} />
          <Trace
            timeline={run.timeline}
            items={items[state.exchanges.length]}
            ms={live ? undefined : requests[state.exchanges.length]?.ms}
            omitsCurrent={showsNow}
            restore={restore}
          >
            {!live && <Efficiency frames={run.frames} />}
          </Trace>
          <Actions run={run} />
        </section>
      </KnownLinks>
    </>
  );
}

/** The tab's page until the run has read one; none for runs on pictures or the web only. */
function Heading({ run }: { readonly run: RunModel }) {
  const url = useModel(({ tab }) => tab?.url ?? '');
  const title = useModel(({ tab }) => tab?.title ?? '');
  const source = findSource(run.state) ?? { title, url, words: 0 };
  const isWithoutPage = (run.state.spec?.pictures.length ?? 0) > 0 || run.state.spec?.job === 'research';
  if (findSource(run.state) === null && isWithoutPage) return null;
  return (
    <Source
      {...source}
      tabUrl={findSource(run.state) === null ? '' : url}
      moreTabs={run.state.spec?.also.length ?? 0}
    />
  );
}

function Failure({ run }: { readonly run: RunModel }) {
  const { spec } = run.state;
  const { error } = run.state.request;
  if (error === null) return null;
  return (
    <ErrorCard title={t.failedTitle[spec?.job ?? 'summarise']} error={error}>
      <Unavailable state={run.state} />
      <SettingsButton error={error} />
      {error.code === 'page.no-access' && (
        <div className="row">
          <AllowButton />
        </div>
      )}
    </ErrorCard>
  );
}

function Actions({ run }: { readonly run: RunModel }) {
  const pinned = useModel((model) => model.pinned);
  const stage = useModel(getStage);
  const { spec } = run.state;
  return (
    <div className="row actions">
      {spec?.private === true && <span className="fine">{t.history.leftIsDeleted}</span>}
      {stage !== 'running' && spec?.private === false && <PinButton runId={run.runId} pinned={pinned} />}
      <ExportMenu run={run} />
    </div>
  );
}

interface AnswerRowProps {
  readonly run: RunModel;
  readonly asked: AskedRequest | undefined;
}

function CurrentActions({ run, asked }: AnswerRowProps) {
  const { exchanges, request, status } = run.state;
  const citations = request.answer?.citations ?? [];
  return <AnswerActions {...{ run, index: exchanges.length, asked, status, text: getAnswerText(run), citations }} />;
}

function PastActions({ run, index, asked }: AnswerRowProps & { readonly index: number }) {
  const exchange = run.state.exchanges.at(index);
  if (exchange === undefined) return null;
  const { status, answer } = exchange;
  const { text = '', citations = [] } = answer ?? {};
  return <AnswerActions {...{ run, index, asked, status, text, citations }} />;
}

function MovedOn() {
  const moved = useModel(hasLeftPage);
  const isOfWeb = useModel(({ run }) => run?.state.spec?.job === 'research' && findSource(run.state) === null);
  const access = useModel((model) => model.access);
  const stage = useModel(getStage);
  if (stage !== 'done' && stage !== 'stopped') return null;
  if (moved && access.type === 'ready') {
    return (
      <p className="note">
        {t.movedOn}{' '}
        <strong>
          <ForeignText text={access.estimate.title} none={t.untitled} />
        </strong>
      </p>
    );
  }
  if (access.type !== 'error' || isOfWeb) return null;
  const { code, message, hint } = access.error;
  return code === 'page.no-access' ? (
    <AccessError error={access.error}>
      <AllowButton />
    </AccessError>
  ) : (
    <p className="note">
      {message} {hint}
    </p>
  );
}
