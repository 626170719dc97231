/** The selection toolbar, and where to show it. */
import { useState } from 'react';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { Button } from '../parts/button.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { StepCard } from './step-card.tsx';

interface SelectCardProps {
  readonly skip: () => void;
  readonly onResult: (result: string) => void;
}

export function SelectCard({ skip, onResult }: SelectCardProps) {
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
    <StepCard title={t.start.select.title} skip={skip}>
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
