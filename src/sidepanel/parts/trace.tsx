/** What the run did and why, folded away until somebody asks; and, while nothing else shows yet, what it does now. */
import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { t } from '../strings.ts';
import { traceOf, type TraceItem } from '../trace.ts';
import { FinePrint } from './fine-print.tsx';
import { Compaction, Reflection, type Restore } from './trace-asides.tsx';
import { Call, State } from './trace-call.tsx';

/** The step under way; between two steps, what came last. */
const presentOf = (items: readonly TraceItem[]): TraceItem | undefined =>
  items.findLast(({ state }) => state === 'running') ?? items.at(-1);

/** The step under way, in view. */
export function Now({ frames, restore }: { readonly frames: readonly Frame[]; readonly restore: Restore }) {
  const item = useMemo(() => presentOf(traceOf(frames)), [frames]);
  if (item === undefined) return null;
  return (
    <ol className="steps now" aria-label={t.now}>
      <Item item={item} restore={restore} />
    </ol>
  );
}

interface TraceProps {
  readonly frames: readonly Frame[];
  /** The step under way stands elsewhere. */
  readonly butPresent: boolean;
  readonly restore: Restore;
}

export function Trace({ frames, butPresent, restore }: TraceProps) {
  const items = useMemo(() => traceOf(frames), [frames]);
  const shown = butPresent ? items.filter((item) => item !== presentOf(items)) : items;
  if (shown.length === 0) return null;
  return (
    <details className="steps">
      <summary>{t.steps(shown.length)}</summary>
      <ol>
        {shown.map((item) => (
          <Item key={item.id} item={item} restore={restore} />
        ))}
      </ol>
    </details>
  );
}

function Item({ item, restore }: { readonly item: TraceItem; readonly restore: Restore }) {
  const { title, state, since, thought, detail, calls, question, observation, reflection, compaction } = item;
  const tools = countsOf(calls.map(({ tool }) => t.toolTitle(tool)));
  const name = tools.size === 0 ? title : Array.from(tools, ([tool, times]) => t.times(tool, times)).join('; ');
  return (
    <li data-state={state}>
      <span className="step-name">{name}</span>
      <State state={state} />
      <span className="step-time">{t.since(since)}</span>
      {thought !== '' && (
        <p className="thought" dir="auto">
          <span className="unseen">{t.because}: </span>
          {legible(thought)}
        </p>
      )}
      {detail !== '' && <p dir="auto">{legible(detail)}</p>}
      {calls.map((call) => (
        <Call key={call.key} call={call} named={tools.size > 1} />
      ))}
      {question !== null && (
        <p dir="auto">
          {t.asked}: {legible(question.text)}
        </p>
      )}
      {typeof question?.answer === 'string' && (
        <p dir="auto">
          {t.you}: {legible(question.answer)}
        </p>
      )}
      {observation !== '' && (
        <p className="means" dir="auto">
          {t.means}: {legible(observation)}
        </p>
      )}
      {reflection !== null && <Reflection reflection={reflection} />}
      {compaction !== null && <Compaction compaction={compaction} restore={restore} />}
      <FinePrint facts={factsOf(item)} />
    </li>
  );
}

/** Who it was, and what it took. */
function factsOf({ by, reflection, compaction, checked, ms, spent }: TraceItem): readonly string[] {
  return [
    by === null ? '' : t.by[by],
    reflection === null ? '' : t.reflection.by[reflection.by],
    compaction === null ? '' : t.compaction.by[compaction.by],
    checked === null ? '' : t.quotes.checked(checked.found, checked.missing),
    ms === null ? '' : t.took(ms),
    spent === null ? '' : t.spent(spent.input, spent.output),
  ];
}

/** How often each occurs, in order of the first. */
function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
