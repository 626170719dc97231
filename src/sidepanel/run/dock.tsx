/** What stays in sight below: what goes on, what is asked, and the composer. */
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { Composer } from '../composer/composer.tsx';
import { getAnswerKey, getDraftKey, useDrafts } from '../question/draft.ts';
import { ASK_FIELD, focusAskField } from '../parts/message-field.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { Lazy } from '../parts/lazy.tsx';
import { t } from '../strings/shell.ts';
import { runPart, troublePart } from '../lazy-parts.ts';
import { isLive, isStarting, getStage } from './stage.ts';
import { UNSENT } from '../unsent.ts';
import { formatPercent } from '../../lib/base/locale.ts';
import { StopButton } from '../composer/send-button.tsx';
import type { PanelModel } from '../panel-model.ts';

export type DockUse = 'whole' | 'asking' | 'none';

const NO_TAB = getDraftKey(-1, '');

export function Dock({ use }: { readonly use: DockUse }) {
  const { panel, host } = usePanel();
  const isOfTab = use === 'whole';
  const refusal = useModel((model) => model.refusal);
  const draftKey = useModel(({ tab, history }) => getDraftKey(tab?.tabId ?? -1, history?.open?.runId ?? ''));
  const runId = useModel(({ run }) => run?.runId ?? '');
  const talk = useModel((model) =>
    isOfTab && model.run !== null && !isStarting(model) ? runPart.get().findActiveTalk(model.run.state) : null,
  );
  const isPrivate = useModel(({ keeping }) => keeping?.private !== false);
  const { getDraft, hasWords } = useDrafts({ field: draftKey, isPrivate, host });
  const lastKey = useRef(draftKey);
  useEffect(() => {
    if (lastKey.current === NO_TAB) {
      // what was typed and sent before the tab was known belongs to it
      const early = getDraft(NO_TAB);
      early.moveTo(draftKey);
      early.queue(null);
      if (early.queued !== null) getDraft(draftKey).queue(early.queued);
    }
    lastKey.current = draftKey;
  }, [draftKey]); // oxlint-disable-line react-hooks/exhaustive-deps -- only a change of the field counts
  const replyDraft = getDraft(`${draftKey} ${talk?.spec?.sub?.correlationId ?? ''}`);
  const live = useModel(({ run }) => (isOfTab && run !== null && isLive(run.state.status) ? run.state : null));
  const asked = useMemo(() => (live === null ? null : runPart.get().findOpenAsk(live)), [live]);
  const about = useModel((model) => model.about);
  /** The time of the last selection that a question was begun about. */
  const seen = useRef(0);
  useEffect(() => {
    if (about === null || about.at <= seen.current) return;
    seen.current = about.at;
    getDraft(draftKey).go('default');
    focusAskField();
  }, [about]); // oxlint-disable-line react-hooks/exhaustive-deps -- only a new selection counts
  const composer = useRef<HTMLDivElement>(null);
  useFocusReturn(asked !== null, composer);
  const isHidden = use === 'none';
  const dismiss = (): void => {
    panel.clearRefusal();
    const next = isHidden ? document.querySelector<HTMLElement>('main button') : document.getElementById(ASK_FIELD);
    next?.focus(); // the button goes
  };
  return (
    <footer
      className="stack dock"
      aria-label={t.controls}
      hidden={isHidden && refusal === null}
      {...(hasWords && UNSENT)}
    >
      {refusal !== null && (
        <Lazy part={troublePart}>{({ ErrorCard }) => <ErrorCard error={refusal} close={dismiss} />}</Lazy>
      )}
      <DockStatus isOfTab={isOfTab} isAsking={asked !== null} isTalking={talk !== null} />
      {talk !== null && <Lazy part={runPart}>{({ TalkBar }) => <TalkBar state={talk} />}</Lazy>}
      {asked !== null && (
        <Lazy part={runPart}>
          {({ OpenQuestion }) => <OpenQuestion {...asked} draft={getDraft(getAnswerKey(asked.ask))} />}
        </Lazy>
      )}
      {/* hidden rather than removed, to keep what is typed and chosen there */}
      <div ref={composer} hidden={asked !== null || isHidden}>
        {talk === null ? (
          <Composer draft={getDraft(draftKey)} isOfTab={isOfTab} />
        ) : (
          <Lazy part={runPart}>
            {({ ReplyBox }) => <ReplyBox state={talk} runId={runId} text={replyDraft.text} write={replyDraft.write} />}
          </Lazy>
        )}
      </div>
    </footer>
  );
}

interface DockStatusProps {
  /** Not beside an older run. */
  readonly isOfTab: boolean;
  /** Something is asked in place of the composer. */
  readonly isAsking: boolean;
  readonly isTalking: boolean;
}

/** By itself, so that nothing else in the dock is rendered with each piece of an answer. */
function DockStatus({ isOfTab, isAsking, isTalking }: DockStatusProps) {
  const isRunning = useModel((model) => (isOfTab || isStarting(model)) && getStage(model) === 'running');
  const status = useModel((model) => (isOfTab || isStarting(model) ? formatStatus(model) : ''));
  const run = useModel((model) => (isStarting(model) ? null : model.run));
  const shown = run === null ? null : { run, ...runPart.get() };
  const share = shown === null ? null : shown.getToolProgress(shown.run);
  return (
    <>
      <div className={isRunning ? 'row between status' : 'unseen'}>
        <p className="doing strong">
          <span role="status">{status}</span>
          {/* outside the announced line: running figures are only visual */}
          {isRunning && share !== null && <span className="share">{formatPercent(share)}</span>}
        </p>
        {isRunning && shown !== null && !isTalking && !isAsking && <shown.Pace run={shown.run} />}
        {run !== null && shown !== null && <shown.RunningCost key={run.runId} run={run} hidden={!isRunning} />}
        {isAsking && <StopButton />}
      </div>
      {isRunning && (shown === null || !shown.isWaitingForUser(shown.run.state)) && (
        <progress aria-label={t.progress} max={1} value={shown?.computeProgress(shown.run) ?? undefined} />
      )}
    </>
  );
}

/** Changes with the phase, not with every token. */
function formatStatus(model: PanelModel): string {
  const stage = getStage(model);
  switch (stage) {
    case 'opening':
      return t.opening;
    case 'looking':
      return model.tab?.loading === true ? t.loading : t.looking;
    case 'running':
      if (model.stopping) return t.stopping;
      return model.run !== null && !isStarting(model) ? runPart.get().formatRunActivity(model.run) : t.starting;
    case 'done':
    case 'stopped':
    case 'failed':
      return model.run === null ? '' : runPart.get().formatRunStatus(model.run);
    case 'ready':
    case 'error':
      return '';
  }
}

/** Once nothing is asked any more the focus returns to where it was, or to the field of `composer`. */
function useFocusReturn(isAsked: boolean, composer: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (isAsked) {
      before.current = activeElement instanceof HTMLElement ? activeElement : body;
      return;
    }
    const target = before.current;
    before.current = null;
    if (target === null || activeElement !== body) return;
    const place = target.isConnected && target !== body ? target : composer.current?.querySelector('textarea');
    place?.focus({ preventScroll: true });
  }, [isAsked, composer]);
}
