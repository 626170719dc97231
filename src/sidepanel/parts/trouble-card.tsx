/** Shows an error with its hint. */
import type { ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { t } from '../strings.ts';

interface ErrorCardProps {
  readonly title: string;
  readonly trouble: UserError;
  /** Buttons that help to solve it. */
  readonly children?: ReactNode;
}

export function ErrorCard({ title, trouble, children }: ErrorCardProps) {
  return (
    <div className="card trouble" role="alert" data-code={trouble.code}>
      <h2>{title}</h2>
      <p>{trouble.message}</p>
      {trouble.cure !== '' && <p className="cure">{trouble.cure}</p>}
      {children}
    </div>
  );
}

/** Returns the title of an error shown on its own. */
export function getErrorTitle(trouble: UserError): string {
  return t.troubles[trouble.code] ?? t.trouble;
}
