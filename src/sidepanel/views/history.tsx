/** Runs of before: a list to search, and each as it was, to read and to go on with. */
import { useEffect, useRef } from 'react';
import { isOver } from '../../lib/agent/state.ts';
import { ASK_FIELD } from '../parts/ask-box.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Receipt } from '../parts/receipt.tsx';
import { TakenOver } from '../parts/taken-over.tsx';
import { Export } from '../parts/run-actions.tsx';
import { Source } from '../parts/source.tsx';
import { Trace } from '../parts/trace.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { canGoOn } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { answerText, copiedText, NOTHING_WRITTEN, sourceOf, type RunModel } from '../run.ts';
import { t } from '../strings.ts';
import { isInTalk, talksOf } from '../talk.ts';
import { outcomeOf } from '../stage.ts';
import { Earlier } from './earlier.tsx';
import { HistoryList } from './history-list.tsx';
import { Answer, Ending, PresentWish } from './run-view.tsx';
import { Searches } from './searches.tsx';
import { Talks } from './talks.tsx';

export function History() {
  const { panel } = usePanel();
  const history = useModel((model) => model.history);
  const refusal = useModel((model) => model.refusal);
  const title = useRef<HTMLHeadingElement>(null);
  const open = history?.open ?? null;
  useEffect(() => title.current?.focus(), [open?.runId]);
  if (history === null) return null;
  // the dock, where it is there, says itself why a command failed
  const trouble = history.trouble ?? (open === null ? refusal : null);
  return (
    <>
      <div className="row">
        <button type="button" className="button" onClick={panel.back}>
          {t.back}
        </button>
        <h2 ref={title} tabIndex={-1} className="page-title">
          {open === null ? t.history.title : t.history.one}
        </h2>
      </div>
      {trouble !== null && <TroubleCard title={troubleTitle(trouble)} trouble={trouble} />}
      {open === null ? <HistoryList history={history} failed={trouble !== null} /> : <OldRun run={open} />}
    </>
  );
}

function OldRun({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const kept = useModel(({ history }) => history?.list?.find(({ runId }) => runId === run.runId)?.kept ?? true);
  const { state, runId } = run;
  const text = answerText(run);
  const source = sourceOf(state);
  const talks = talksOf(state, run.frames);
  const remove = (): void => {
    void panel.keep(runId, false).then((removed) => {
      if (removed) panel.back();
    });
  };
  return (
    <>
      {source !== null && <Source {...source} tabUrl="" also={state.spec?.also.length ?? 0} />}
      <p className="fine">
        {t.when(state.startedAt)} · {state.status === 'done' ? outcomeOf(state) : t.statuses[state.status]}
      </p>
      <Earlier state={state} talks={talks} />
      <section className="present" aria-label={t.present}>
        <PresentWish state={state} />
        <Searches run={run} />
        <Talks talks={talks.get(state.exchanges.length)} drafts={NOTHING_WRITTEN} />
        <Answer run={run} growing={false} told={isInTalk(state, talks)} />
        <TakenOver state={state} />
        {state.trouble !== null && <p className="note">{state.trouble.message}</p>}
        {isOver(state.status) && <Ending run={run} />}
        <div className="row actions">
          {canGoOn(state) && (
            <button type="button" className="quiet edged" onClick={() => document.getElementById(ASK_FIELD)?.focus()}>
              {t.history.goOn}
            </button>
          )}
          {text !== '' && state.spec?.job !== 'screenshot' && <CopyButton text={copiedText(run)} accent={false} />}
          <Export run={run} />
          {kept && (
            <button type="button" className="quiet edged" onClick={remove}>
              {t.remove}
            </button>
          )}
        </div>
        <Receipt state={state} frames={run.frames} others={null} />
        <Trace frames={run.frames} state={state} butPresent={false} restore={null} />
      </section>
    </>
  );
}
