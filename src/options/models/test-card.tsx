/** The result of “Will it work?”: the verdict, then each check. */
import type { CheckLine, ProbeReport } from '../../lib/protocol/requests/model.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { Cure } from '../../ui/cure.tsx';

const SIGNS = { fine: '✓', limited: '!', bad: '✕', unknown: '?' } as const;

interface TestCardProps {
  readonly report: ProbeReport;
  /** '' for none. */
  readonly found: string;
  readonly copy: OptionsHost['copy'];
}

export function TestCard({ report: { ok, checks }, found, copy }: TestCardProps) {
  const verdict = !ok ? 'bad' : checks.some(({ state }) => state === 'limited') ? 'limited' : 'fine';
  return (
    <div className="test" role={ok ? 'status' : 'alert'} data-verdict={verdict}>
      <p className="verdict">
        <Sign state={verdict} /> {t.verdicts[verdict]}
      </p>
      <ul>
        {checks.map((line) => (
          <Line key={line.name} line={line} copy={copy} />
        ))}
      </ul>
      {found !== '' && <p className="found">{found}</p>}
    </div>
  );
}

function Line({
  line: { name, state, detail, hint },
  copy,
}: { readonly line: CheckLine } & Pick<TestCardProps, 'copy'>) {
  return (
    <li data-state={state}>
      <Sign state={state} />
      <div>
        <strong>{t.checks[name]}</strong>{' '}
        <span className={state === 'fine' ? 'unseen' : 'state'}>{t.states[state]}</span>
        <p>{detail}</p>
        {hint !== '' && <Cure text={hint} copy={copy} />}
      </div>
    </li>
  );
}

function Sign({ state }: { readonly state: CheckLine['state'] }) {
  return (
    <span className="sign" data-state={state} aria-hidden="true">
      {SIGNS[state]}
    </span>
  );
}
