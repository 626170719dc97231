/** The table of a receipt. */
import { hasCost } from '../../lib/agent/budget/cost.ts';
import type { Receipt, Spending } from '../../lib/agent/log/receipt.ts';
import { t } from '../strings/strings.ts';
import { ForeignText } from '../parts/foreign-text.tsx';

export interface Row {
  readonly id: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly row: Spending;
}

interface TableProps {
  readonly of: 'step' | 'source' | 'model' | 'agent';
  readonly rows: readonly Row[];
  readonly receipt: Receipt;
}

/** Shows costs only if something was charged and all prices are known. */
export function Table({ of, rows, receipt: { total, bill } }: TableProps) {
  const tableCost = hasCost(bill) ? total.cost : null;
  const formatRowCost = (row: Spending): string | null =>
    tableCost === null ? null : t.receipt.cost(row.cost ?? 0, tableCost);
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
          {tableCost !== null && <th scope="col">{t.receipt.costsIn}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, notes, row }) => (
          <UsageLine
            key={id}
            name={name}
            notes={notes}
            row={row}
            cost={formatRowCost(row)}
            id={{ [`data-${of}`]: id }}
          />
        ))}
      </tbody>
      <tfoot>
        <UsageLine
          name={t.receipt.total}
          notes={[]}
          row={total}
          cost={formatRowCost(total)}
          id={{ 'data-total': of }}
        />
      </tfoot>
    </table>
  );
}

interface UsageLineProps extends Omit<Row, 'id'> {
  readonly cost: string | null;
  readonly id: Readonly<Record<string, string>>;
}

function UsageLine({ name, notes, row, cost, id }: UsageLineProps) {
  const { input, output, cached, reasoning } = row;
  const facts = [
    ...notes,
    cached === 0 ? '' : t.receipt.cached(cached),
    reasoning === 0 ? '' : t.receipt.reasoning(reasoning),
  ].filter((fact) => fact !== '');
  return (
    <tr {...id} data-input={input} data-output={output} data-cached={cached} data-reasoning={reasoning}>
      <th scope="row">
        <ForeignText text={name} />
        {facts.length > 0 && <p className="fine">{facts.join(', ')}</p>}
      </th>
      <Figure value={input} />
      <Figure value={output} />
      {cost !== null && <td>{cost}</td>}
    </tr>
  );
}

function Figure({ value }: { readonly value: number }) {
  return <td className={value === 0 ? 'muted' : undefined}>{t.number(value)}</td>;
}
