/** What the run did, folded away until somebody asks. */
import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import { stepsOf } from '../steps.ts';
import { t } from '../strings.ts';

export function StepList({ frames }: { readonly frames: readonly Frame[] }) {
  const steps = useMemo(() => stepsOf(frames), [frames]);
  if (steps.length === 0) return null;
  return (
    <details className="steps">
      <summary>{t.steps(steps.length)}</summary>
      <ol>
        {steps.map((step) => (
          <li key={step.id} data-state={step.state}>
            <span className="step-name">{step.label}</span>
            {t.stepStates[step.state] !== '' && <span className="step-state">{t.stepStates[step.state]}</span>}
            {step.detail !== '' && <span className="fine">{step.detail}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
