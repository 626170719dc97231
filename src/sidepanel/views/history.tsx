/** Runs the person keeps: a list, and each as it was, to read. */
import { useEffect, useRef } from 'react';
import type { ListedRun } from '../../lib/protocol/messages.ts';
import { isOver } from '../../lib/agent/state.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { inertText } from '../parts/markdown/inert.ts';
import { Placeholder } from '../parts/placeholder.tsx';
import { Receipt } from '../parts/receipt.tsx';
import { TakenOver } from '../parts/taken-over.tsx';
import { Export } from '../parts/run-actions.tsx';
import { Trace } from '../parts/trace.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { answerText, copiedText, type RunModel } from '../run.ts';
import { t } from '../strings.ts';
import { Answer, Ending, RunHead } from './run-view.tsx';
import { outcomeOf } from '../stage.ts';

export function History() {
  const { panel } = usePanel();
  const history = useModel((model) => model.history);
  const refusal = useModel((model) => model.refusal);
  const title = useRef<HTMLHeadingElement>(null);
  const open = history?.open ?? null;
  useEffect(() => title.current?.focus(), [open?.runId]);
  if (history === null) return null;
  const trouble = history.trouble ?? refusal;
  return (
    <>
      <div className="row">
        <button type="button" className="button" onClick={panel.back}>
          {t.back}
        </button>
        <h2 ref={title} tabIndex={-1} className="page-title">
          {open === null ? t.keptTitle : t.keptOne}
        </h2>
      </div>
      {trouble !== null && <TroubleCard title={troubleTitle(trouble)} trouble={trouble} />}
      {open === null ? <List runs={history.list} failed={trouble !== null} /> : <KeptRunView run={open} />}
    </>
  );
}

function List({ runs, failed }: { readonly runs: readonly ListedRun[] | null; readonly failed: boolean }) {
  const { panel } = usePanel();
  if (runs === null) return <Placeholder />;
  if (runs.length === 0) return failed ? null : <p className="note">{t.keptNone}</p>;
  return (
    <ul className="kept">
      {runs.map(({ runId, title, startedAt, status }) => (
        <li key={runId}>
          <button type="button" className="card" onClick={() => void panel.openKept(runId)}>
            <span dir="auto">{inertText(title).trim() || t.untitled}</span>
            <span className="fine">
              {t.when(startedAt)} · {t.statuses[status]}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function KeptRunView({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const { state, runId } = run;
  const text = answerText(run);
  const remove = (): void => {
    void panel.keep(runId, false).then((removed) => {
      if (removed) panel.back();
    });
  };
  return (
    <>
      <RunHead run={run} tabUrl="" tabTitle="" />
      <p className="fine">
        {t.when(state.startedAt)} · {state.status === 'done' ? outcomeOf(state) : t.statuses[state.status]}
      </p>
      <Answer run={run} growing={false} />
      <TakenOver state={state} />
      {state.trouble !== null && <p className="note">{state.trouble.message}</p>}
      {isOver(state.status) && <Ending run={run} />}
      <div className="row actions">
        {text !== '' && <CopyButton text={copiedText(run)} accent={false} />}
        <Export run={run} />
        <button type="button" className="quiet edged" onClick={remove}>
          {t.remove}
        </button>
      </div>
      <Receipt state={state} frames={run.frames} others={null} />
      <Trace frames={run.frames} butPresent={false} restore={null} />
    </>
  );
}
