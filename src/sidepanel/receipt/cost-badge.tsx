/** What an answer took, in a word or two. A press opens the receipt. */
import { useState } from 'react';
import { hasCost } from '../../lib/agent/budget/cost.ts';
import { useModel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { isLive } from '../run/stage.ts';
import type { AskedRequest } from '../run/requests.ts';
import { countDraftTokens, type RunModel } from '../run/run-model.ts';
import { t } from '../strings/strings.ts';
import { Receipt } from './receipt.tsx';

type Cost = Pick<AskedRequest, 'expense' | 'isOnComputer'>;

interface CostBadgeProps {
  readonly run: RunModel;
  /** Nothing is said before the first charge; of what is done without one, that it was free. */
  readonly cost: Cost | undefined;
  /** In a line with other figures. */
  readonly isBrief?: boolean;
  /** An open receipt stays. */
  readonly hidden?: boolean;
}

export function CostBadge({ run, cost, isBrief = false, hidden = false }: CostBadgeProps) {
  const [open, setOpen] = useState(false);
  const expenses = useModel((model) => (model.run?.runId === run.runId ? model.expenses : null));
  const text = formatCost(cost, isBrief) || (isLive(run.state.status) ? '' : t.receipt.free);
  return (
    <>
      {!hidden && text !== '' && (
        <QuietButton className="quiet cost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className="unseen">{t.receipt.title}: </span>
          <CostText text={text} />
        </QuietButton>
      )}
      {open && (
        <Sheet title={t.receipt.title} closeLabel={t.receipt.close} close={() => setOpen(false)}>
          <Receipt timeline={run.timeline} expenses={expenses} written={countDraftTokens(run)} />
        </Sheet>
      )}
    </>
  );
}

/** A narrow panel says that it was free, and leaves how many tokens it took to the receipt. */
function CostText({ text }: { readonly text: string }) {
  const { free } = t.receipt;
  if (!text.startsWith(free)) return text;
  return (
    <>
      {free}
      <span className="in-wide">{text.slice(free.length)}</span>
    </>
  );
}

/** '' if nothing was charged. An unknown price is never called free. */
export function formatCost(cost: Cost | undefined, isBrief = false): string {
  if (!cost?.expense) return '';
  const { input, output, bill } = cost.expense;
  if (bill.asOf.length > 0) {
    const amount = t.receipt.amount(bill.known);
    return bill.unknown > 0 ? t.receipt.atLeast(amount) : amount;
  }
  if (cost.isOnComputer && !isBrief) return t.receipt.onComputer(input + output);
  return hasCost(bill) ? t.tokenCount(input + output) : t.receipt.free;
}
