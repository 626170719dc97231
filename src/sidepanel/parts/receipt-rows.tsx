/**
 * The receipt in detail: what each step took, and whose words it was paid for. The one rule: rows add up to the totals
 * above them, in tokens; what is part of another figure is a note, not a column beside it.
 */
import { memo, useMemo } from 'react';
import { legible } from '../../lib/base/visible.ts';
import type { Frame, JobName } from '../../lib/agent/frames.ts';
import { isCharged } from '../../lib/agent/state.ts';
import { receiptOf, type Receipt, type Spending } from '../../lib/agent/receipt.ts';
import { shownName } from '../at-work.ts';
import { sourceWords, stepTitles, stepWords } from '../receipt-words.ts';
import { t } from '../strings.ts';
import { FinePrint } from './fine-print.tsx';

interface ReceiptRowsProps {
  readonly frames: readonly Frame[];
  readonly job: JobName;
}

/** Words that are still being written change nothing here. */
export const ReceiptRows = memo(function ReceiptRows({ frames, job }: ReceiptRowsProps) {
  const receipt = useMemo(() => receiptOf(frames), [frames]);
  const steps = useMemo(() => stepRows(receipt, frames, job), [receipt, frames, job]);
  if (steps.length === 0) return null;
  const sources = receipt.sources.map((row) => ({ id: row.source, name: sourceWords(row.source), notes: [], row }));
  const models = receipt.models.map((row) => ({ id: row.id, name: legible(row.label), notes: [], row }));
  const agents = agentRows(receipt);
  return (
    <details className="receipt-rows">
      <summary>{t.receipt.title}</summary>
      <Table of="step" rows={steps} receipt={receipt} />
      <Table of="source" rows={sources} receipt={receipt} />
      {models.length > 1 && <Table of="model" rows={models} receipt={receipt} />}
      {agents.length > 1 && <Table of="agent" rows={agents} receipt={receipt} />}
      <p className="fine">{t.receipt.shares}</p>
    </details>
  );
});

interface Row {
  readonly id: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly row: Spending;
}

function stepRows({ steps }: Receipt, frames: readonly Frame[], job: ReceiptRowsProps['job']): readonly Row[] {
  const titles = stepTitles(frames);
  return steps.map((row) => ({ id: String(row.step), ...stepWords(row, titles, job), row }));
}

/** Who spent what: agents that were called, each by itself, and the main agent the rest; nobody where none was called. */
function agentRows({ agents, total }: Receipt): readonly Row[] {
  if (agents.length === 0) return [];
  const own = agents.reduce<Spending>(less, total);
  return [
    { id: '', name: t.agents.main, notes: [], row: own },
    ...agents.map((row) => ({ id: row.id, name: shownName(row.name), notes: [], row })),
  ];
}

function less(whole: Spending, part: Spending): Spending {
  return {
    input: whole.input - part.input,
    output: whole.output - part.output,
    cached: whole.cached - part.cached,
    reasoning: whole.reasoning - part.reasoning,
    cost: whole.cost === null || part.cost === null ? null : Math.max(0, whole.cost - part.cost),
  };
}

interface TableProps {
  readonly of: 'step' | 'source' | 'model' | 'agent';
  readonly rows: readonly Row[];
  readonly receipt: Receipt;
}

/** Costs stand in it where somebody was charged, and all prices are known. */
function Table({ of, rows, receipt: { total, bill } }: TableProps) {
  const all = isCharged(bill) ? total.cost : null;
  const cost = (row: Spending): string | null => (all === null ? null : t.receipt.cost(row.cost ?? 0, all));
  return (
    <table>
      <caption>{t.receipt.by[of]}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{t.receipt.what[of]}</span>
          </th>
          <th scope="col">{t.input}</th>
          <th scope="col">{t.output}</th>
          {all !== null && <th scope="col">{t.receipt.costs}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, notes, row }) => (
          <Line key={id} name={name} notes={notes} row={row} cost={cost(row)} id={{ [`data-${of}`]: id }} />
        ))}
      </tbody>
      <tfoot>
        <Line name={t.receipt.total} notes={[]} row={total} cost={cost(total)} id={{ 'data-total': of }} />
      </tfoot>
    </table>
  );
}

interface LineProps extends Omit<Row, 'id'> {
  readonly cost: string | null;
  readonly id: Readonly<Record<string, string>>;
}

function Line({ name, notes, row, cost, id }: LineProps) {
  const { input, output, cached, reasoning } = row;
  const all = [
    ...notes,
    cached === 0 ? '' : t.receipt.cached(cached),
    reasoning === 0 ? '' : t.receipt.reasoning(reasoning),
  ];
  return (
    <tr {...id} data-input={input} data-output={output} data-cached={cached} data-reasoning={reasoning}>
      <th scope="row">
        <bdi>{name}</bdi>
        <FinePrint facts={all} />
      </th>
      <Figure value={input} />
      <Figure value={output} />
      {cost !== null && <td>{cost}</td>}
    </tr>
  );
}

function Figure({ value }: { readonly value: number }) {
  return <td data-none={value === 0 ? '' : undefined}>{t.number(value)}</td>;
}
