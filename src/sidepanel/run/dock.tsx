/** One main button element in every stage keeps the keyboard focus. */
import { useEffect, useRef, useState } from 'react';
import { findActiveModelCall } from '../../lib/agent/store/run-state.ts';
import { AskBox, type Draft } from '../composer/ask-box.tsx';
import { ReplyBox, RecallButton, TalkBar } from '../agents/conversation-dock.tsx';
import { ErrorCard } from './error-card.tsx';
import { isWaitingForUser, selectActiveAgent } from '../trace/active-agents.ts';
import { useModel } from '../panel-context.ts';
import type { RunModel } from './run-model.ts';
import { isStarting, computeProgress, getToolProgress, getSilentSince, getStage, formatStatus } from './stage.ts';
import { findActiveTalk } from '../trace/agent-conversation.ts';
import { t } from '../strings/strings.ts';
import { MainButton } from './main-button.tsx';
import { useFocusReturn } from './ask-card.tsx';
import { OpenQuestion, useOpenAsk } from './open-questions.tsx';

export type DockUse = 'whole' | 'asking' | 'none';

export function Dock({ use }: { readonly use: DockUse }) {
  const stage = useModel((model) => (use === 'whole' || isStarting(model) ? getStage(model) : 'ready'));
  // beside an older run the status of the tab's own run is not shown
  const status = useModel((model) => (use === 'whole' || isStarting(model) ? formatStatus(model) : ''));
  const run = useModel((model) => (isStarting(model) ? null : model.run));
  const refusal = useModel((model) => model.refusal);
  const draftKey = useModel((model) => `${String(model.tab?.tabId ?? -1)} ${model.history?.open?.runId ?? ''}`);
  const share = run === null ? null : getToolProgress(run);
  const getDraft = useUnsentDrafts();
  const talk = use === 'whole' && run !== null ? findActiveTalk(run.state) : null;
  const replyDraft = getDraft(`${draftKey} ${talk?.spec?.sub?.correlationId ?? ''}`);
  const openAsk = useOpenAsk();
  const asked = use === 'whole' ? openAsk : null;
  const composer = useRef<HTMLDivElement>(null);
  useFocusReturn(asked !== null, composer);
  return (
    <footer className="dock" aria-label={t.controls} hidden={use === 'none'}>
      {refusal !== null && <ErrorCard error={refusal} />}
      <div className="status">
        <p className="doing">
          <span role="status">{status}</span>
          {/* outside the announced line: running figures are only visual */}
          {stage === 'running' && share !== null && <span className="share">{t.pictures.share(share)}</span>}
        </p>
        {stage === 'running' && run !== null && talk === null && asked === null && <Pace run={run} />}
      </div>
      {stage === 'running' && (run === null || !isWaitingForUser(run.state)) && (
        <progress
          aria-label={t.progress}
          max={1}
          value={run === null ? undefined : (computeProgress(run) ?? undefined)}
        />
      )}
      {talk !== null && <TalkBar state={talk} />}
      {use === 'whole' && (
        <div className="row">
          {talk !== null && run !== null && <RecallButton key={talk.startedAt} state={talk} runId={run.runId} />}
          <MainButton stage={stage} />
        </div>
      )}
      {asked !== null && <OpenQuestion {...asked} />}
      {/* hidden rather than removed, to keep what is typed and chosen there */}
      <div ref={composer} hidden={asked !== null}>
        {talk === null ? (
          <AskBox key={draftKey} draft={getDraft(draftKey)} />
        ) : (
          <ReplyBox state={talk} text={replyDraft.text} write={replyDraft.write} />
        )}
      </div>
    </footer>
  );
}

type DraftFields = Pick<Draft, 'text' | 'where' | 'agent'>;
const EMPTY_DRAFT: DraftFields = { text: '', where: 'page', agent: '' };

/** By tab and conversation, kept while the user looks elsewhere. */
function useUnsentDrafts(): (field: string) => Draft {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, DraftFields>>(new Map());
  const changeDraft = (field: string, update: (now: DraftFields) => DraftFields): void =>
    setDrafts((now) => {
      const others = new Map(now);
      others.delete(field);
      const draft = update(now.get(field) ?? EMPTY_DRAFT);
      const isNothing = draft.text === '' && draft.where === EMPTY_DRAFT.where;
      return isNothing ? others : others.set(field, draft);
    });
  return (field) => ({
    ...(drafts.get(field) ?? EMPTY_DRAFT),
    write: (words) => changeDraft(field, (now) => ({ ...now, text: words(now.text) })),
    go: (where) => changeDraft(field, (now) => ({ ...now, where })),
    choose: (agent) => changeDraft(field, (now) => ({ ...now, agent })),
  });
}

function Pace({ run }: { readonly run: RunModel }) {
  const { state } = selectActiveAgent(run);
  // a retry grants as many steps again
  const step = (findActiveModelCall(state)?.step ?? state.step) - state.request.stepsBeforeRetry;
  const silentStart = getSilentSince(run);
  return (
    <p className="fine pace">
      {state.spec !== null && step > 0 && <span>{t.step(step, state.spec.limits.maxSteps)}</span>}
      {state.request.wait !== null && state.request.wait.reason !== 'user' && (
        <Until key={state.request.wait.until} at={state.request.wait.until} />
      )}
      {silentStart !== null && <Since key={silentStart} at={silentStart} />}
    </p>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** `at`: milliseconds since the epoch. A timer keeps screen readers from announcing each second. */
function Since({ at }: { readonly at: number }) {
  const seconds = Math.max(0, Math.floor((useNow() - at) / 1000));
  return <span role="timer">{t.elapsed(seconds)}</span>;
}

function Until({ at }: { readonly at: number }) {
  const seconds = Math.ceil((at - useNow()) / 1000);
  return <span role="timer">{seconds > 0 ? t.tryingIn(seconds) : t.tryingNow}</span>;
}
