/** The connection test's lines: what was looked at, how it went, and the cure where it did not. */
import type { CheckLine } from '../../lib/protocol/probe.ts';
import { t } from '../strings.ts';

export function CheckList({ ok, checks }: { readonly ok: boolean; readonly checks: readonly CheckLine[] }) {
  return (
    <div className="checks" role={ok ? 'status' : 'alert'}>
      <p>
        <strong>{ok ? t.testOk : t.testFailed}</strong>
      </p>
      <ul>
        {checks.map((line, index) => (
          <li key={index} data-state={line.state}>
            <span aria-hidden="true">{line.state === 'bad' ? '✕' : '✓'}</span>
            <div>
              <strong>{line.name}</strong> <span className="unseen">{line.state === 'bad' ? t.bad : t.ok}</span>
              <p>{line.detail}</p>
              {line.state !== 'fine' && line.cure !== '' && <p className="cure">{line.cure}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
