/** A test on its way, then its result: the verdict, and what is not fine; the rest is folded. */
import { useEffect, useRef, type MouseEvent } from 'react';
import type { CheckLine, ProbeReport } from '../../lib/protocol/requests/model.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { Cure } from '../../ui/cure.tsx';
import { Button } from '../parts/button.tsx';
import { Message } from '../parts/section.tsx';
import type { ModelTest } from './use-model-test.ts';

const SIGNS = { fine: '✓', limited: '!', bad: '✕', unknown: '?' } as const;

interface TestResultProps {
  readonly test: ModelTest;
  readonly onStop: () => void;
  readonly copy: OptionsHost['copy'];
}

export function TestResult({ test, onStop, copy }: TestResultProps) {
  const { id, isRunning, report, note, followsSave } = test;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (followsSave) element.current?.focus(); // the form is gone
  }, [followsSave]);
  useEffect(() => {
    if (!isRunning) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isRunning]);
  const stop = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    currentTarget.closest('li')?.querySelector('button')?.focus(); // this button disappears and would take the focus with it
    onStop();
  };
  return (
    <div ref={element} className="tried" role="group" aria-label={t.testLabel(id)} tabIndex={-1}>
      {isRunning && (
        <>
          <progress aria-label={t.test} />
          <div className="row">
            <span role="status">{t.testing}</span>
            <Button look="small" onClick={stop}>
              {t.stopWaiting}
            </Button>
          </div>
        </>
      )}
      {report !== null && <TestCard report={report} found={note} copy={copy} />}
      {!isRunning && report === null && <Message bad text={note} />}
    </div>
  );
}

interface TestCardProps {
  readonly report: ProbeReport;
  /** '' for none. */
  readonly found: string;
  readonly copy: OptionsHost['copy'];
}

function TestCard({ report: { ok, checks }, found, copy }: TestCardProps) {
  const isWrong = ({ state }: CheckLine): boolean => state === 'bad' || state === 'limited';
  const wrong = checks.filter(isWrong);
  const others = checks.filter((line) => !isWrong(line));
  const verdict = !ok ? 'bad' : wrong.length > 0 ? 'limited' : 'fine';
  return (
    <div className="test" role={ok ? 'status' : 'alert'} data-verdict={verdict}>
      <p className="verdict">
        <Sign state={verdict} /> {t.verdicts[verdict]}
      </p>
      <Lines lines={wrong} copy={copy} />
      {others.length > 0 && (
        <details>
          <summary>{t.checksDone}</summary>
          <Lines lines={others} copy={copy} />
        </details>
      )}
      {found !== '' && <p className="found">{found}</p>}
    </div>
  );
}

interface LinesProps extends Pick<TestCardProps, 'copy'> {
  readonly lines: readonly CheckLine[];
}

function Lines({ lines, copy }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line) => (
        <Line key={line.name} line={line} copy={copy} />
      ))}
    </ul>
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
