/** What the run did and why, folded away until somebody asks; and, while nothing else shows yet, what it does now. */
import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import type { AgentState } from '../../lib/agent/state.ts';
import { t } from '../strings.ts';
import { traceOf, type TraceItem } from '../trace.ts';
import { WorkContext, workOf } from './agent-work.tsx';
import type { Restore } from './trace-asides.tsx';
import { Step } from './trace-step.tsx';

/** The step under way; between two steps, what came last. */
const presentOf = (items: readonly TraceItem[]): TraceItem | undefined =>
  items.findLast(({ state }) => state === 'running') ?? items.at(-1);

interface TraceOfRun {
  readonly frames: readonly Frame[];
  readonly state: AgentState;
  readonly restore: Restore;
}

/** The step under way, in view. */
export function Now({ frames, state, restore }: TraceOfRun) {
  const item = useMemo(() => presentOf(traceOf(frames)), [frames]);
  const work = useMemo(() => workOf(frames, state), [frames, state]);
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
  /** The step under way stands elsewhere. */
  readonly butPresent: boolean;
}

export function Trace({ frames, state, butPresent, restore }: TraceProps) {
  const items = useMemo(() => traceOf(frames), [frames]);
  const work = useMemo(() => workOf(frames, state), [frames, state]);
  const shown = butPresent ? items.filter((item) => item !== presentOf(items)) : items;
  if (shown.length === 0) return null;
  return (
    <WorkContext value={work}>
      <details className="steps">
        <summary>{t.steps(shown.length)}</summary>
        <ol>
          {shown.map((item) => (
            <Step key={item.id} item={item} restore={restore} />
          ))}
        </ol>
      </details>
    </WorkContext>
  );
}
