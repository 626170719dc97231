/** Steps and figures come only from the agent's own frames. */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { Timeline } from '../../lib/agent/log/timeline.ts';
import { markAsCut, type CallItem, type ItemState, type TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { createSession, type AgentState } from '../../lib/agent/state/agent-state.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { getCorrelationId, findSubAgent } from '../../lib/agent/state/sub-agents.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { getAgentName } from './active-agents.ts';
import { NO_DRAFTS } from '../run/run-model.ts';
import { buildSearchTables } from '../research/search-rows.ts';
import { formatActivity } from '../run/activity.ts';
import { t } from '../strings/strings.ts';
import { formatVerdict } from './trace.ts';
import { AnswerText } from '../quotes/answer-text.tsx';
import { FinePrint } from '../parts/fine-print.tsx';
import { SearchTable } from '../research/search-table.tsx';
import { Results, StateLabel } from './trace-call.tsx';

interface WorkValue {
  readonly timeline: Timeline;
  readonly state: AgentState;
  readonly over: boolean;
}

export const WorkContext = createContext<WorkValue>({ timeline: Timeline.of([]), state: createSession(), over: true });

export const useWork = (): WorkValue => useContext(WorkContext);

export const createWork = (timeline: Timeline): WorkValue => {
  const { state } = timeline;
  return { timeline, state, over: isOver(state.status) };
};

interface AgentWorkProps {
  readonly call: CallItem;
  readonly named: boolean;
  readonly children: (items: readonly TimelineItem[]) => ReactNode;
}

export function AgentWork({ call, named, children }: AgentWorkProps) {
  const { timeline, state, over } = useWork();
  const [isOpen, setOpen] = useState(false);
  const sub = findSubAgent(state, call.key);
  const work = useMemo(() => sub && { timeline, state: sub, over }, [timeline, sub, over]);
  if (!work || !sub?.spec?.sub) return null;
  const { usage, step } = sub;
  const name = getAgentName(sub);
  const workState = getWorkState(sub, over);
  const isLive = workState === 'running' || workState === 'asking';
  return (
    <div className="call sunken agent-work" data-state={workState}>
      <p className="muted task" dir="auto">
        <span className="unseen">{t.agents.task}: </span>
        {toLegibleText(sub.spec.goal)}
      </p>
      <details
        open={isOpen}
        onToggle={(event) => event.currentTarget === event.target && setOpen(event.currentTarget.open)}
      >
        <summary>
          {named ? <span className="strong">{name}</span> : t.agents.did}
          {named && <StateLabel state={workState} />}
          <FinePrint
            facts={[
              isLive ? formatActivity({ timeline, state: sub, drafts: NO_DRAFTS }) : '',
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
      {formatVerdict(call) !== '' && <p>{formatVerdict(call)}</p>}
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
  const { timeline } = useWork();
  const context = sub.spec?.sub?.context ?? '';
  // in handoff mode its messages are shown in the conversation
  const isReporting = sub.spec?.sub?.agent.agent.integration_mode === 'tool';
  const items = useMemo(() => {
    const all = timeline.getAgent(getCorrelationId(sub)).listItems();
    return over && !isOver(sub.status) ? all.map(markAsCut) : all;
  }, [timeline, sub, over]);
  const tables = useMemo(() => buildSearchTables(sub), [sub]);
  return (
    <>
      {context !== '' && (
        <details className="told">
          <summary>{t.agents.context}</summary>
          <p className="said" dir="auto">
            {toLegibleText(context)}
          </p>
        </details>
      )}
      {Array.from(tables.values(), (table) => (
        <SearchTable key={table.request} table={table} choosing={null} />
      ))}
      <ol aria-label={t.agents.work(getAgentName(sub))}>{children(items)}</ol>
      {isReporting && sub.request.answer !== null && sub.request.answer.text !== '' && (
        <details className="report">
          <summary>{t.agents.report}</summary>
          <AnswerText text={sub.request.answer.text} citations={sub.request.answer.citations} label={t.agents.report} />
        </details>
      )}
    </>
  );
}

function getWorkState({ status }: AgentState, over: boolean): ItemState {
  if (status === 'done' || status === 'failed') return status;
  if (status === 'cancelled' || over) return 'cut';
  return status === 'asking' ? 'asking' : 'running';
}
