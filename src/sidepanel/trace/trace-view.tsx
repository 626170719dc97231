import { useMemo } from 'react';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import type { AgentState } from '../../lib/agent/store/run-state.ts';
import { t } from '../strings/strings.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { WorkContext, createWork } from './agent-work.tsx';
import type { Unhide } from './trace-notes.tsx';
import { Step } from './trace-step.tsx';

/** Between two steps, the last one. */
const findCurrentStep = (items: readonly TimelineItem[]): TimelineItem | undefined =>
  items.findLast(({ state }) => state === 'running') ?? items.at(-1);

interface TraceOfRun {
  readonly timeline: Timeline;
  readonly state: AgentState;
  readonly restore: Unhide;
}

export function CurrentStep({ timeline, state, restore }: TraceOfRun) {
  const item = useMemo(() => findCurrentStep(timeline.getAgent(null).listItems()), [timeline]);
  const work = useMemo(() => createWork(timeline, state), [timeline, state]);
  if (item === undefined) return null;
  return (
    <WorkContext value={work}>
      <ol className="steps now" aria-label={t.now}>
        <Step item={item} restore={restore} />
      </ol>
    </WorkContext>
  );
}

interface TraceProps extends TraceOfRun {
  readonly omitsCurrent: boolean;
}

export function Trace({ timeline, state, omitsCurrent, restore }: TraceProps) {
  const items = useMemo(() => timeline.getAgent(null).listItems(), [timeline]);
  const work = useMemo(() => createWork(timeline, state), [timeline, state]);
  const visibleItems = omitsCurrent ? items.filter((item) => item !== findCurrentStep(items)) : items;
  if (visibleItems.length === 0) return null;
  return (
    <WorkContext value={work}>
      <details className="steps">
        <summary>{t.steps(visibleItems.length)}</summary>
        <ol>
          {visibleItems.map((item) => (
            <Step key={item.id} item={item} restore={restore} />
          ))}
        </ol>
      </details>
    </WorkContext>
  );
}
