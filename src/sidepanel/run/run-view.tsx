/** One layout from start to end: nothing jumps when the run ends. */
import { isPageless } from '../../lib/agent/frames/pageless.ts';
import type { MouseEvent, Ref } from 'react';
import { BudgetWarning } from '../receipt/receipt.tsx';
import { Source } from '../quotes/source.tsx';
import { CurrentStep, Efficiency, isStepTelling, useItemsByRequest, Trace } from '../trace/trace-view.tsx';
import { AccessCard } from './access-card.tsx';
import { ErrorCard, isOfSettings, SettingsButton } from './error-card.tsx';
import { Unavailable, ModelSwitchNote } from './notices.tsx';
import { isWaitingForUser, selectActiveAgent } from '../trace/active-agents.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { getAnswerText, getDisplayedAnswer, getThought, type RunModel } from './run-model.ts';
import { usePlace } from './use-place.ts';
import { useLinkOrigin } from './origin.tsx';
import { findSource, findSubject } from './source.ts';
import { isStarting, getStage } from './stage.ts';
import { canCallModel } from './activity.ts';
import { isSearchTableShown } from '../research/search-rows.ts';
import { isAnsweredInTalk, findActiveTalk, collectTalks } from '../trace/agent-conversation.ts';
import { t } from '../strings/strings.ts';
import { Earlier } from '../answer/earlier.tsx';
import { SnippetsNote, Searches } from '../research/searches-view.tsx';
import { AgentConversations } from '../agents/agent-conversations.tsx';
import { KnownLinks } from '../answer/known-links.ts';
import { listRequests, type AskedRequest } from './requests.ts';
import { CurrentRequest, Answer, Ending } from '../answer/answer-view.tsx';
import { AnswerActions } from '../answer/answer-actions.tsx';
import { OtherModels } from '../answer/other-models.tsx';
import { AllowButtons } from '../parts/allow-buttons.tsx';
import { Button } from '../parts/button.tsx';
import { isOnlyForModel, useLacksModel } from '../parts/connect-model.tsx';
import { focusSendButton, isSecondClick } from '../composer/send-button.tsx';
import { CostBadge } from '../receipt/cost-badge.tsx';

interface RunViewProps {
  /** Set to the element at the end of the present answer. */
  readonly endOfAnswer: Ref<HTMLElement>;
}

export function RunView({ endOfAnswer }: RunViewProps) {
  const run = useModel((model) => model.run);
  const stage = useModel((model) => (isStarting(model) ? 'done' : getStage(model)));
  const { panel } = usePanel();
  const present = usePlace(run);
  useLinkOrigin();
  const items = useItemsByRequest(run?.timeline);
  if (run === null) return null;
  const { state } = run;
  const requests = listRequests(run);
  const restore = canCallModel(state.status) ? panel.unhide : null;
  const live = stage === 'running';
  // text by agents is shown only in their conversations, never beside an approval card
  const talks = collectTalks(run.timeline);
  const talking = findActiveTalk(state) !== null;
  const isAwaited =
    live &&
    state.status !== 'waiting' &&
    !isWaitingForUser(state) &&
    getDisplayedAnswer(run) === '' &&
    !isSearchTableShown(state) &&
    !talking;
  const showsNow = isAwaited && isStepTelling(run.timeline);
  return (
    <>
      <AccessNote />
      <Heading run={run} />
      <KnownLinks state={state}>
        <Earlier
          state={state}
          requests={requests}
          talks={talks}
          below={(index) => (
            <>
              {!live && <PastActions run={run} index={index} asked={requests[index]} />}
              <Trace timeline={run.timeline} items={items[index]} ms={requests[index]?.ms} restore={null} />
            </>
          )}
        />
        <section
          className="stack gap-4 present"
          ref={present}
          aria-label={t.present}
          data-after={state.exchanges.length > 0}
        >
          <CurrentRequest state={state} />
          {state.request.hasRecovered && live && <p className="note">{t.backAgain}</p>}
          {stage === 'failed' && <Failure run={run} />}
          {live && <Unavailable state={selectActiveAgent(run).state} />}
          <ModelSwitchNote state={state} />
          <Searches run={run} />
          <AgentConversations talks={talks.get(state.exchanges.length)} drafts={run.drafts} />
          {showsNow && <CurrentStep timeline={run.timeline} restore={restore} />}
          {!talking && (
            <Answer
              run={run}
              growing={live && state.request.answer === null}
              isAwaited={live && !showsNow}
              isInConversation={isAnsweredInTalk(state, talks)}
              end={endOfAnswer}
            />
          )}
          <Ending run={run} />
          {!live && <CurrentActions run={run} asked={requests[state.exchanges.length]} />}
          <SnippetsNote run={run} />
          <BudgetWarning state={state} />
          <Trace
            timeline={run.timeline}
            items={items[state.exchanges.length]}
            ms={live ? undefined : requests[state.exchanges.length]?.ms}
            omitsCurrent={isAwaited}
            isThinking={live && getThought(run) !== ''}
            restore={restore}
          >
            {!live && <Efficiency frames={run.frames} />}
          </Trace>
          {!live && state.spec?.private === true && <p className="fine">{t.history.leftIsDeleted}</p>}
        </section>
      </KnownLinks>
    </>
  );
}

/** The tab's page until the run has read one; none for chats and runs on pictures or the web only. */
function Heading({ run }: { readonly run: RunModel }) {
  const url = useModel(({ tab }) => tab?.url ?? '');
  const title = useModel(({ tab }) => tab?.title ?? '');
  const subject = findSubject(run.state);
  const isWithoutPage = (run.state.spec?.pictures.length ?? 0) > 0 || isOfNoPage(run);
  if (subject === null && isWithoutPage) return null;
  return <Source {...(subject ?? { title, url, words: 0 })} moreTabs={run.state.spec?.also.length ?? 0} />;
}

const isOfNoPage = ({ state: { spec } }: RunModel): boolean => spec !== null && isPageless(spec.job);

function Failure({ run }: { readonly run: RunModel }) {
  const { spec } = run.state;
  const { error } = run.state.request;
  const { panel } = usePanel();
  const lacksModel = useLacksModel(error);
  if (error === null) return null;
  const needsAccess = error.code === 'page.no-access';
  const needsSettings = lacksModel || isOfSettings(error);
  const retry = (event: MouseEvent): void => {
    if (isSecondClick(event)) return;
    focusSendButton();
    void panel.retry();
  };
  return (
    <ErrorCard
      title={t.failedTitle[spec?.job ?? 'summarise']}
      error={error}
      news={`${run.runId} ${String(run.state.lastSeq)}`}
    >
      <Unavailable state={run.state} />
      <div className="row">
        {needsSettings && <SettingsButton error={error} />}
        {!(lacksModel && isOnlyForModel(error)) && (
          <Button className={needsSettings || needsAccess ? 'button' : 'button accent'} onClick={retry}>
            {t.retry}
          </Button>
        )}
        <OtherModels state={run.state} retry={(model) => void panel.retry(model)} />
        {!needsSettings && <SettingsButton error={error} />}
      </div>
      {needsAccess && <AllowButtons />}
    </ErrorCard>
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

/** Nothing of the conversation is about a page. */
const needsNoPage = (run: RunModel): boolean => {
  const source = findSource(run.state);
  return source === null ? isOfNoPage(run) : source.page === '';
};

/** Why the tab's page cannot be read now. */
function AccessNote() {
  const needsNone = useModel(({ run }) => run !== null && needsNoPage(run));
  const access = useModel((model) => model.access);
  const stage = useModel(getStage);
  if ((stage !== 'done' && stage !== 'stopped') || access.type !== 'error' || needsNone) return null;
  const { code, message, hint } = access.error;
  return code === 'page.no-access' ? (
    <AccessCard error={access.error} />
  ) : (
    <p className="note">
      {message} {hint}
    </p>
  );
}

interface RunningCostProps {
  readonly run: RunModel;
  /** An open receipt stays. */
  readonly hidden: boolean;
}

/** What the present request has taken so far. */
export function RunningCost({ run, hidden }: RunningCostProps) {
  return <CostBadge run={run} cost={listRequests(run).at(-1)} isBrief hidden={hidden} />;
}
