/** What can be done at once, then the first steps, each until it is done or skipped, and afterwards the way to a model in one line. */
import { useState, type ReactNode } from 'react';
import type { FirstStep } from '../../chrome/panel/panel-host.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { QuietButton, Button } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { connectPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Placeholder } from '../parts/fine-print.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { StartActions } from './start-actions.tsx';
import { t } from '../strings/shell.ts';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';

interface FirstRunProps {
  /** Below what can be done at once. */
  readonly children: ReactNode;
}

export function FirstRun({ children }: FirstRunProps) {
  const { host } = usePanel();
  const open = useLoaded(host.firstRun.listOpen, host.firstRun.watch) ?? [];
  const isReadable = useModel(({ access }) => access.type === 'ready');
  const hasModel = useHasModel();
  const [isConnecting, setConnecting] = useState(false);
  const [result, setResult] = useState('');
  const skip = (...steps: readonly FirstStep[]): void => {
    setResult('');
    setConnecting(false);
    void host.firstRun.close(steps).catch(() => undefined); // they are offered again
  };
  const steps = open.filter((step) => step !== 'try' || isReadable);
  const connects = !hasModel && (isConnecting || steps.includes('connect'));
  return (
    <>
      {isReadable && <StartActions />}
      {steps.includes('try') && <p className="fine">{hasModel ? t.start.try.text : t.start.try.quickText}</p>}
      {children}
      {!hasModel && !connects && (
        <p className="fine">
          <span>{t.quickMode}.</span>{' '}
          <QuietButton look="link" onClick={() => setConnecting(true)}>
            {t.connectModel}
          </QuietButton>
        </p>
      )}
      {connects && (
        <StepCard title={t.start.connect.title} startsOpen skip={() => skip('connect')}>
          <Lazy part={connectPart} fallback={<Placeholder />}>
            {({ Connection }) => (
              <Connection onConnected={(model) => setResult(t.start.connect.connected(isolateLine(model)))} />
            )}
          </Lazy>
        </StepCard>
      )}
      {steps.includes('select') && (
        <SelectCard startsOpen={!connects} skip={() => skip('select')} onResult={setResult} />
      )}
      {steps.length > 1 && (
        <p className="fine">
          <QuietButton look="link" onClick={() => skip(...steps)}>
            {t.start.skipAll}
          </QuietButton>
        </p>
      )}
      <p className={result === '' ? 'unseen' : 'fine'} role="status">
        {result}
      </p>
    </>
  );
}

interface SelectCardProps extends Omit<StepCardProps, 'title' | 'children'> {
  readonly onResult: (result: string) => void;
}

function SelectCard({ onResult, ...card }: SelectCardProps) {
  const { host } = usePanel();
  const url = useModel(({ tab }) => tab?.url ?? '');
  const [error, setError] = useState('');
  const showAnswer = (answer: Promise<boolean>): void => {
    answer.then(
      (granted) => (granted ? onResult(t.start.select.done) : setError(t.declinedAccess)),
      () => setError(t.declinedAccess),
    );
  };
  return (
    <StepCard title={t.start.select.title} {...card}>
      <p className="fine">{t.start.select.text}</p>
      <div className="row">
        {toWebOrigin(url) !== null && (
          <Button onClick={() => showAnswer(host.allowToolbarOn(url))}>{t.start.select.here}</Button>
        )}
        <Button onClick={() => showAnswer(host.allowToolbarEverywhere())}>{t.start.select.everywhere}</Button>
      </div>
      <p className={error === '' ? 'unseen' : 'fine'} role="status">
        {error}
      </p>
    </StepCard>
  );
}

interface StepCardProps {
  readonly title: string;
  /** The first one; later the user opens and closes it. */
  readonly startsOpen: boolean;
  readonly skip: () => void;
  readonly children: ReactNode;
}

function StepCard({ title, startsOpen, skip, children }: StepCardProps) {
  return (
    <details className="card first-step" open={startsOpen}>
      <summary className="strong">{title}</summary>
      <div className="stack">
        {children}
        <p className="fine">
          <QuietButton look="link" aria-label={t.start.skip(title)} onClick={skip}>
            {t.start.skipOne}
          </QuietButton>
        </p>
      </div>
    </details>
  );
}
