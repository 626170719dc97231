/** What models have cost, day by day; it stays when conversations are deleted. */
import { useEffect, useRef, useState } from 'react';
import type { Bill } from '../../lib/agent/budget/cost.ts';
import { formatUserError } from '../../lib/base/errors.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { formatAmount, formatNumber } from '../../lib/base/locale.ts';
import type { SpendingRow } from '../../lib/protocol/requests/spending.ts';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';

export function Spending({ host }: { readonly host: OptionsHost }) {
  const [rows, setRows] = useState<readonly SpendingRow[] | null>(null);
  const [asking, setAsking] = useState(false);
  const { message, showMessage, showError } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void host.listSpending().then((reply) => {
      if (reply.ok) setRows(reply.value.rows);
      else showError(t.failed(formatUserError(reply.error)));
    });
  }, [host, showError]);
  /** The buttons disappear and would take the focus with them. */
  const closeQuestion = (): void => {
    setAsking(false);
    heading.current?.focus();
  };
  const clear = async (): Promise<void> => {
    closeQuestion();
    const reply = await host.clearSpending();
    if (!reply.ok) showError(t.failed(formatUserError(reply.error)));
    else {
      setRows([]);
      showMessage(t.spendingCleared);
    }
  };
  const isEmpty = rows?.length === 0;
  return (
    <Section id="spending" title={t.spending} help={isEmpty ? t.noSpending : t.spendingHelp} heading={heading}>
      {rows !== null && !isEmpty && <SpendingTable rows={rows} />}
      {rows !== null && !isEmpty && !asking && <Button onClick={() => setAsking(true)}>{t.clearSpending}</Button>}
      {asking && (
        <Confirmation
          question={t.clearSpendingSure}
          yes={t.clearSpendingNow}
          no={t.cancel}
          act={() => void clear()}
          close={closeQuestion}
        />
      )}
      <Message {...message} />
    </Section>
  );
}

function SpendingTable({ rows }: { readonly rows: readonly SpendingRow[] }) {
  return (
    <div className="spending" role="group" aria-labelledby="spending" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {t.spendingColumns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ period, model, label, expense: { input, output, bill } }) => (
            <tr key={`${period} ${model}`}>
              <th scope="row">{period}</th>
              <td>{isolateLine(label)}</td>
              <td>{formatNumber(input)}</td>
              <td>{formatNumber(output)}</td>
              <td>{formatBill(bill)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatBill({ known, unknown }: Bill): string {
  if (unknown === 0) return known === 0 ? t.free : formatAmount(known);
  return known === 0 ? t.costUnknown : t.atLeast(formatAmount(known));
}
