import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/store/run-state.ts';
import { t } from '../strings/strings.ts';
import { buildTrace, type TraceItem } from './trace.ts';
import { WorkContext, createWork } from './agent-work.tsx';
import type { Unhide } from './trace-notes.tsx';
import { Step } from './trace-step.tsx';

/** Between two steps, the last one. */
const findCurrentStep = (items: readonly TraceItem[]): TraceItem | undefined =>
  items.findLast(({ state }) => state === 'running') ?? items.at(-1);

interface TraceOfRun {
  readonly frames: readonly Frame[];
  readonly state: AgentState;
  readonly restore: Unhide;
}

export function CurrentStep({ frames, state, restore }: TraceOfRun) {
  const item = useMemo(() => findCurrentStep(buildTrace(frames)), [frames]);
  const work = useMemo(() => createWork(frames, state), [frames, state]);
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

export function Trace({ frames, state, omitsCurrent, restore }: TraceProps) {
  const items = useMemo(() => buildTrace(frames), [frames]);
  const work = useMemo(() => createWork(frames, state), [frames, state]);
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
