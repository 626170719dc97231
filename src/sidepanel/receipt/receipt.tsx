/** What the run cost. Counts settled calls only. */
import { formatPercent } from '../../lib/base/locale.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { ModelCallFrame } from '../../lib/agent/frames/model-frames.ts';
import type { Expense, Expenses } from '../../lib/agent/budget/expense.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import { findArtifactsByName } from '../../lib/agent/state/artifacts.ts';
import { hasCost, getTotalCost, type Bill } from '../../lib/agent/budget/cost.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import {
  countChargedTokens,
  formatUsage,
  isWarningThreshold,
  computeTokenUsage,
  type TokenUsage,
} from '../../lib/agent/budget/usage.ts';
import { listActiveModelCalls } from '../trace/active-agents.ts';
import { t } from '../strings/strings.ts';
import { FinePrint } from '../parts/fine-print.tsx';
import { ReceiptRows } from './receipt-rows.tsx';

interface ReceiptProps {
  readonly timeline: Timeline;
  /** Null for a run of no session, and until they are known. */
  readonly expenses: Expenses | null;
  /** 0 if not counted. */
  readonly written: number;
}

export function Receipt({ timeline, expenses, written }: ReceiptProps) {
  const { state } = timeline;
  const { usage, bill, spec } = state;
  const activeCalls = listActiveModelCalls(state);
  const run = { ...usage, bill };
  const isAnyCharged = [run, expenses?.session, expenses?.month].some((each) => each && hasCost(each.bill));
  const runUsage = computeTokenUsage(state);
  const hasBudget = runUsage.budget !== Infinity;
  return (
    <section
      className="receipt"
      aria-label={t.tokens}
      data-input={usage.input}
      data-output={usage.output}
      data-session-input={expenses?.session.input}
      data-session-output={expenses?.session.output}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t.tokens}</th>
            <th scope="col">{t.input}</th>
            <th scope="col">{t.output}</th>
            {isAnyCharged && <th scope="col">{t.receipt.costs}</th>}
          </tr>
        </thead>
        <tbody>
          <Line
            name={state.exchanges.length > 0 ? t.thisConversation : t.thisRun}
            expense={run}
            isAnyCharged={isAnyCharged}
          />
          {expenses && (
            <Line name={t.session} hint={t.sessionHint} expense={expenses.session} isAnyCharged={isAnyCharged} />
          )}
        </tbody>
      </table>
      {expenses && (
        <FinePrint
          facts={[
            t.today(formatExpense(expenses.today, isAnyCharged)),
            t.thisMonth(formatExpense(expenses.month, isAnyCharged)),
          ]}
        />
      )}
      {hasBudget && <Budget {...runUsage} />}
      {activeCalls.length === 0 ? (
        <FinePrint
          facts={[
            hasBudget ? formatUsage(runUsage) : '',
            t.calls(usage.calls),
            isolateLine(spec?.models.main.label ?? ''),
            spec === null ? '' : formatSpentCost(bill),
          ]}
        />
      ) : (
        <p className="fine">{formatActiveCalls(activeCalls, written)}</p>
      )}
      {findArtifactsByName(state, 'page').some(({ meta }) => meta.cut === true) && (
        <p className="fine">{t.receipt.pageCut}</p>
      )}
      {usage.lost > 0 && <p className="fine">{t.lost(usage.lost)}</p>}
      <ReceiptRows timeline={timeline} job={spec?.job ?? 'summarise'} />
    </section>
  );
}

/** Not a live region: the status line already announces. */
export function BudgetWarning({ state }: { readonly state: AgentState }) {
  const tokenUsage = computeTokenUsage(state);
  if (!isWarningThreshold(tokenUsage)) return null;
  return (
    <p className="warn" role="note">
      {t.nearBudget(tokenUsage.warningThreshold)}
    </p>
  );
}

interface LineProps {
  readonly name: string;
  readonly hint?: string;
  readonly expense: Expense;
  readonly isAnyCharged: boolean;
}

function Line({ name, hint, expense: { input, output, bill }, isAnyCharged }: LineProps) {
  return (
    <tr>
      <th scope="row" title={hint}>
        {name}
      </th>
      <td>{t.number(input)}</td>
      <td>{t.number(output)}</td>
      {isAnyCharged && <td>{formatBill(bill)}</td>}
    </tr>
  );
}

const formatExpense = ({ input, output, bill }: Expense, isAnyCharged: boolean): string =>
  isAnyCharged ? formatBill(bill) : t.tokenCount(input + output);

function formatBill({ known, unknown, asOf }: Bill): string {
  if (unknown === 0) return t.amount(known);
  return asOf.length === 0 ? t.amountUnknown : t.amountAtLeast(known);
}

/** `written`: tokens of them so far. */
function formatActiveCalls(calls: readonly ModelCallFrame[], written: number): string {
  const [input, output] = calls.reduce(([i, o], { estimate }) => [i + estimate.input, o + estimate.output], [0, 0]);
  return t.underWay(input, output, written);
}

function formatSpentCost(bill: Bill): string {
  if (!hasCost(bill)) return t.free;
  const { known, asOf } = bill;
  if (asOf.length === 0) return t.priceUnknown;
  return getTotalCost(bill) === null ? t.atLeast(known, asOf) : t.cost(known, asOf);
}

function Budget(tokenUsage: TokenUsage) {
  const { budget, warningThreshold } = tokenUsage;
  const used = countChargedTokens(tokenUsage);
  const share = Math.min(1, used / budget);
  const high = Math.ceil(budget * warningThreshold) - 1; // the last value without a warning
  return (
    <meter aria-label={t.budget} min={0} max={budget} optimum={0} high={high} value={used}>
      {formatPercent(share)}
    </meter>
  );
}
