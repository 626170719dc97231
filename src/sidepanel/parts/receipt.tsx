/** What the run cost, input and output apart, beside the session and against the budget. Figures of settled calls only. */
import type { Frame } from '../../lib/agent/frames.ts';
import type { SessionUsage } from '../../lib/protocol/events.ts';
import { costOf } from '../../lib/agent/spec.ts';
import { callUnderWay, type AgentState } from '../../lib/agent/state.ts';
import { t } from '../strings.ts';
import { FinePrint } from './fine-print.tsx';
import { ReceiptRows } from './receipt-rows.tsx';

interface ReceiptProps {
  readonly state: AgentState;
  readonly frames: readonly Frame[];
  /** Of the session's other runs; null for a run that is of no session. */
  readonly others: SessionUsage | null;
}

export function Receipt({ state, frames, others }: ReceiptProps) {
  const { usage, spec } = state;
  const call = callUnderWay(state);
  const session = { input: (others?.input ?? 0) + usage.input, output: (others?.output ?? 0) + usage.output };
  const used = usage.input + usage.output;
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
          <Line name={t.thisRun} {...usage} />
          {others !== null && <Line name={t.session} {...session} />}
        </tbody>
      </table>
      {spec?.metered === true && <Budget used={used} budget={spec.limits.tokenBudget} />}
      {call === null ? (
        <FinePrint
          facts={[
            spec?.metered === true ? t.ofBudget(used, spec.limits.tokenBudget) : '',
            t.calls(usage.calls),
            spec?.modelLabel ?? '',
            spec?.metered === false ? t.freeSoFar : '',
            spec?.metered === true && spec.prices !== null ? t.cost(costOf(usage, spec.prices)) : '',
          ]}
        />
      ) : (
        <p className="fine">{t.underWay(call.estimate.input, call.estimate.output)}</p>
      )}
      {usage.lost > 0 && <p className="fine">{t.lost(usage.lost)}</p>}
      <ReceiptRows
        frames={frames}
        job={spec?.job ?? 'summarise'}
        prices={spec?.metered === true ? spec.prices : null}
      />
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

function Budget({ used, budget }: { readonly used: number; readonly budget: number }) {
  const share = Math.min(1, used / budget);
  return (
    <meter className="budget" aria-label={t.budget} min={0} max={budget} high={budget * 0.8} value={used}>
      {Math.round(share * 100)} %
    </meter>
  );
}
