import { findSubAgent } from '../../lib/agent/store/run-state.ts';
import { toLegibleText } from '../../lib/base/visible.ts';
import { getCallTitle } from './active-agents.ts';
import { t } from '../strings/strings.ts';
import type { TraceItem } from './trace.ts';
import { AgentWork, useWork } from './agent-work.tsx';
import { FinePrint } from '../parts/fine-print.tsx';
import { Compaction, Reflection, type Unhide } from './trace-notes.tsx';
import { Call, StateLabel } from './trace-call.tsx';

interface StepProps {
  readonly item: TraceItem;
  readonly restore: Unhide;
}

export function Step({ item, restore }: StepProps) {
  const work = useWork();
  const { title, state, since, thought, detail, calls, question, observation, reflection, compaction } = item;
  const callCounts = countNames(calls.map((call) => getCallTitle(call, work.state)));
  const name =
    callCounts.size === 0 ? title : Array.from(callCounts, ([tool, times]) => t.times(tool, times)).join('; ');
  return (
    <li data-state={state}>
      <span className="step-name">{name}</span>
      <StateLabel state={state} />
      <span className="step-time">{t.since(since)}</span>
      {thought !== '' && (
        <p className="thought" dir="auto">
          <span className="unseen">{t.because}: </span>
          {toLegibleText(thought)}
        </p>
      )}
      {detail !== '' && <p dir="auto">{toLegibleText(detail)}</p>}
      {calls.map((call) =>
        findSubAgent(work.state, call.key) === undefined ? (
          <Call key={call.key} call={call} named={callCounts.size > 1} />
        ) : (
          <AgentWork key={call.key} call={call} named={calls.length > 1}>
            {(items) => items.map((subItem) => <Step key={subItem.id} item={subItem} restore={null} />)}
          </AgentWork>
        ),
      )}
      {question !== null && (
        <p dir="auto">
          {t.asked}: {toLegibleText(question.text)}
        </p>
      )}
      {typeof question?.answer === 'string' && (
        <p dir="auto">
          {t.you}: {toLegibleText(question.answer)}
        </p>
      )}
      {observation !== '' && (
        <p className="means" dir="auto">
          {t.means}: {toLegibleText(observation)}
        </p>
      )}
      {reflection !== null && <Reflection reflection={reflection} />}
      {compaction !== null && <Compaction compaction={compaction} restore={restore} />}
      <FinePrint facts={listFacts(item)} />
    </li>
  );
}

function listFacts({ by, reflection, compaction, checked, ms, usage }: TraceItem): readonly string[] {
  return [
    by === null ? '' : t.by[by],
    reflection === null ? '' : t.reflection.by[reflection.by],
    compaction === null ? '' : t.compaction.by[compaction.by],
    checked === null ? '' : t.quotes.checked(checked.found, checked.missing),
    ms === null ? '' : t.took(ms),
    usage === null ? '' : t.spent(usage.input, usage.output),
  ];
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
