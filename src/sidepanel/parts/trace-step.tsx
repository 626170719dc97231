/** One step of a trace: what was decided and why, its calls with what came of them, and what it took. */
import { subOf } from '../../lib/agent/state.ts';
import { legible } from '../../lib/base/visible.ts';
import { calledTitle } from '../at-work.ts';
import { t } from '../strings.ts';
import type { TraceItem } from '../trace.ts';
import { AgentWork, useWork } from './agent-work.tsx';
import { FinePrint } from './fine-print.tsx';
import { Compaction, Reflection, type Restore } from './trace-asides.tsx';
import { Call, State } from './trace-call.tsx';

interface StepProps {
  readonly item: TraceItem;
  readonly restore: Restore;
}

export function Step({ item, restore }: StepProps) {
  const work = useWork();
  const { title, state, since, thought, detail, calls, question, observation, reflection, compaction } = item;
  const tools = countsOf(calls.map((call) => calledTitle(call, work.state)));
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
      {calls.map((call) =>
        subOf(work.state, call.key) === undefined ? (
          <Call key={call.key} call={call} named={tools.size > 1} />
        ) : (
          <AgentWork key={call.key} call={call} named={calls.length > 1}>
            {(items) => items.map((each) => <Step key={each.id} item={each} restore={null} />)}
          </AgentWork>
        ),
      )}
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
