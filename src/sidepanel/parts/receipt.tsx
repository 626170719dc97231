/** What the run cost, input and output apart, beside the session and against the budget. Figures of settled calls only. */
import type { Frame, ModelCallFrame } from '../../lib/agent/frames.ts';
import type { SessionUsage } from '../../lib/protocol/events.ts';
import { isCharged, totalCost, type AgentState, type Bill } from '../../lib/agent/state.ts';
import { chargedIn, formatUsage, isWarningThreshold, usageOf, type TokenUsage } from '../../lib/agent/tokens.ts';
import { modelCallsAtWork } from '../at-work.ts';
import { t } from '../strings.ts';
import { FinePrint } from './fine-print.tsx';
import { ReceiptRows } from './receipt-rows.tsx';

interface ReceiptProps {
  readonly state: AgentState;
  readonly frames: readonly Frame[];
  /** Of the session's other runs; null for a run that is of no session. */
  readonly others: SessionUsage | null;
  /** Tokens that the calls under way have written so far; 0 where nobody has counted. */
  readonly written?: number;
}

export function Receipt({ state, frames, others, written = 0 }: ReceiptProps) {
  const { usage, bill, spec } = state;
  const underWay = modelCallsAtWork(state);
  const session = { input: (others?.input ?? 0) + usage.input, output: (others?.output ?? 0) + usage.output };
  const standing = usageOf(state);
  const isPaid = standing.budget !== Infinity;
  return (
    <section
      className="receipt"
      aria-label={t.tokens}
      data-input={usage.input}
      data-output={usage.output}
      data-session-input={session.input}
      data-session-output={session.output}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t.tokens}</th>
            <th scope="col">{t.input}</th>
            <th scope="col">{t.output}</th>
          </tr>
        </thead>
        <tbody>
          <Line name={state.exchanges.length > 0 ? t.thisConversation : t.thisRun} {...usage} />
          {others !== null && <Line name={t.session} {...session} />}
        </tbody>
      </table>
      {isPaid && <Budget {...standing} />}
      {isWarningThreshold(standing) && (
        // no live region: the status line is the one that speaks, and this stays until the end
        <p className="warn" role="note">
          {t.nearBudget(Math.round(standing.warningThreshold * 100))}
        </p>
      )}
      {underWay.length === 0 ? (
        <FinePrint
          facts={[
            isPaid ? formatUsage(standing) : '',
            t.calls(usage.calls),
            spec?.models.main.label ?? '',
            spec === null ? '' : spentWords(bill),
          ]}
        />
      ) : (
        <UnderWay calls={underWay} written={written} />
      )}
      {usage.lost > 0 && <p className="fine">{t.lost(usage.lost)}</p>}
      <ReceiptRows frames={frames} job={spec?.job ?? 'summarise'} />
    </section>
  );
}

function Line({ name, input, output }: { readonly name: string; readonly input: number; readonly output: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{t.number(input)}</td>
      <td>{t.number(output)}</td>
    </tr>
  );
}

function UnderWay({ calls, written }: { readonly calls: readonly ModelCallFrame[]; readonly written: number }) {
  const [input, output] = calls.reduce(([i, o], { estimate }) => [i + estimate.input, o + estimate.output], [0, 0]);
  return <p className="fine">{t.underWay(input, output, written)}</p>;
}

function spentWords(bill: Bill): string {
  if (!isCharged(bill)) return t.freeSoFar;
  const { known, asOf } = bill;
  if (asOf.length === 0) return t.priceHint;
  return totalCost(bill) === null ? t.atLeast(known, asOf) : t.cost(known, asOf);
}

function Budget(standing: TokenUsage) {
  const { budget, warningThreshold } = standing;
  const used = chargedIn(standing);
  const share = Math.min(1, used / budget);
  const high = Math.ceil(budget * warningThreshold) - 1; // the last figure of which nobody is warned
  return (
    <meter className="budget" aria-label={t.budget} min={0} max={budget} optimum={0} high={high} value={used}>
      {Math.round(share * 100)} %
    </meter>
  );
}
