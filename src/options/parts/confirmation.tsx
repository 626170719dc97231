/** Asks before something is lost. Has the harmless choice first. */
import type { ReactNode } from 'react';
import { t } from '../strings/strings.ts';
import { Button } from './button.tsx';

interface ConfirmationProps {
  readonly label: string;
  readonly question: ReactNode;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

export function Confirmation({ label, question, yes, onYes, onCancel, children }: ConfirmationProps) {
  return (
    <div className="confirmation" role="group" aria-label={label}>
      <p role="status">{question}</p>
      {children}
      <div className="row">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button onClick={onYes}>{yes}</Button>
      </div>
    </div>
  );
}
