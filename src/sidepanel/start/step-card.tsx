import { useId, type ReactNode } from 'react';
import { CloseButton } from '../parts/button.tsx';
import { t } from '../strings/shell.ts';

interface StepCardProps {
  readonly title: string;
  readonly skip: () => void;
  readonly children: ReactNode;
}

export function StepCard({ title, skip, children }: StepCardProps) {
  const id = useId();
  const label = t.start.skip(title);
  return (
    <section className="card stack fit first-step" aria-labelledby={id}>
      <header className="row between">
        <h3 id={id}>{title}</h3>
        <CloseButton aria-label={label} title={label} onClick={skip} />
      </header>
      {children}
    </section>
  );
}
