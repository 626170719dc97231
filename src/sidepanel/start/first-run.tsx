/** The first steps, each until it is done or skipped, and afterwards the way to a model in one line. */
import { useState } from 'react';
import type { FirstStep } from '../../chrome/panel/panel-host.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { QuietButton } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { connectPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Placeholder } from '../parts/fine-print.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { StartActions } from './start-actions.tsx';
import { t } from '../strings/shell.ts';
import { SelectCard } from './select-card.tsx';
import { StepCard } from './step-card.tsx';

export function FirstRun() {
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
      {isReadable &&
        (steps.includes('try') ? (
          <StepCard title={t.start.try.title} skip={() => skip('try')}>
            <p className="fine">{hasModel ? t.start.try.text : t.start.try.quickText}</p>
            <StartActions />
          </StepCard>
        ) : (
          <StartActions />
        ))}
      {!hasModel && !connects && (
        <p className="line fine">
          <span>{t.quickMode}.</span> <QuietButton onClick={() => setConnecting(true)}>{t.connectModel}</QuietButton>
        </p>
      )}
      {connects && (
        <StepCard title={t.start.connect.title} skip={() => skip('connect')}>
          <Lazy part={connectPart} fallback={<Placeholder />}>
            {({ Connection }) => (
              <Connection onConnected={(model) => setResult(t.start.connect.connected(isolateLine(model)))} />
            )}
          </Lazy>
        </StepCard>
      )}
      {steps.includes('select') && <SelectCard skip={() => skip('select')} onResult={setResult} />}
      {steps.length > 1 && (
        <p className="line">
          <QuietButton onClick={() => skip(...steps)}>{t.start.skipAll}</QuietButton>
        </p>
      )}
      <p className={result === '' ? 'unseen' : 'fine'} role="status">
        {result}
      </p>
    </>
  );
}
