/**
 * What an agent did that was called: folded away under its call, and in it what agents did that it called. The one rule:
 * its steps are drawn from its own frames, and its figures are those of its own invocation.
 */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import { createSession, isOver, nameOf, subOf, type AgentState } from '../../lib/agent/state.ts';
import { legible } from '../../lib/base/visible.ts';
import { agentName } from '../at-work.ts';
import { NOTHING_WRITTEN } from '../run.ts';
import { searchTables } from '../searches.ts';
import { doingOf } from '../stage.ts';
import { t } from '../strings.ts';
import { stopped, type TraceCall, type TraceItem, type TraceState } from '../trace-item.ts';
import { traceOf } from '../trace.ts';
import { AnswerText } from './answer-text.tsx';
import { FinePrint } from './fine-print.tsx';
import { SearchTable } from './search-table.tsx';
import { Results, State } from './trace-call.tsx';

/** Whose steps are being shown, and the frames of the whole run. */
interface Work {
  readonly frames: readonly Frame[];
  readonly state: AgentState;
  /** The run is over: whoever was at work no longer is. */
  readonly over: boolean;
}

export const WorkContext = createContext<Work>({ frames: [], state: createSession(), over: true });

export const useWork = (): Work => useContext(WorkContext);

export const workOf = (frames: readonly Frame[], state: AgentState): Work => ({
  frames,
  state,
  over: isOver(state.status),
});

interface AgentWorkProps {
  readonly call: TraceCall;
  /** Its name does not stand right above. */
  readonly named: boolean;
  /** Draws its steps. */
  readonly children: (items: readonly TraceItem[]) => ReactNode;
}

export function AgentWork({ call, named, children }: AgentWorkProps) {
  const { frames, state, over } = useWork();
  const [isOpen, setOpen] = useState(false);
  const sub = subOf(state, call.key);
  const work = useMemo(() => sub && { frames, state: sub, over }, [frames, sub, over]);
  if (!work || !sub?.spec?.sub) return null;
  const { usage, step } = sub;
  const name = agentName(sub);
  const standing = standingOf(sub, over);
  const live = standing === 'running' || standing === 'asking';
  return (
    <div className="call agent-work" data-state={standing}>
      <p className="task" dir="auto">
        <span className="unseen">{t.agents.task}: </span>
        {legible(sub.spec.goal)}
      </p>
      <details
        open={isOpen}
        onToggle={(event) => event.currentTarget === event.target && setOpen(event.currentTarget.open)}
      >
        <summary>
          {named ? <span className="agent-name">{name}</span> : t.agents.did}
          {named && <State state={standing} />}
          <FinePrint
            facts={[
              live ? doingOf({ frames, state: sub, drafts: NOTHING_WRITTEN }) : '',
              t.agents.steps(step),
              t.agents.tokens(usage.input + usage.output),
            ]}
          />
        </summary>
        {isOpen && (
          <WorkContext value={work}>
            <Inside sub={sub} over={over}>
              {children}
            </Inside>
          </WorkContext>
        )}
      </details>
      {call.said !== '' && <p>{call.said}</p>}
      <Results call={call} />
    </div>
  );
}

interface InsideProps {
  readonly sub: AgentState;
  readonly over: boolean;
  readonly children: AgentWorkProps['children'];
}

function Inside({ sub, over, children }: InsideProps) {
  const { frames } = useWork();
  const context = sub.spec?.sub?.context ?? '';
  // what one says that has the conversation stands in that
  const reports = sub.spec?.sub?.agent.agent.integration_mode === 'tool';
  const items = useMemo(() => {
    const all = traceOf(frames, nameOf(sub));
    return over && !isOver(sub.status) ? all.map((item) => ({ ...item, ...stopped(item) })) : all;
  }, [frames, sub, over]);
  const tables = useMemo(() => searchTables(sub), [sub]);
  return (
    <>
      {context !== '' && (
        <details className="told">
          <summary>{t.agents.context}</summary>
          <p className="said" dir="auto">
            {legible(context)}
          </p>
        </details>
      )}
      {Array.from(tables.values(), (table) => (
        <SearchTable key={table.wish} table={table} choosing={null} />
      ))}
      <ol aria-label={t.agents.work(agentName(sub))}>{children(items)}</ol>
      {reports && sub.answer !== null && sub.answer.text !== '' && (
        <details className="report">
          <summary>{t.agents.report}</summary>
          <AnswerText text={sub.answer.text} citations={sub.answer.citations} label={t.agents.report} language="" />
        </details>
      )}
    </>
  );
}

/** How its work stands. */
function standingOf({ status }: AgentState, over: boolean): TraceState {
  if (status === 'done' || status === 'failed') return status;
  if (status === 'cancelled' || over) return 'cut';
  return status === 'asking' ? 'asking' : 'running';
}
