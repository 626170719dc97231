import type { ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { t } from '../strings/strings.ts';

interface ErrorCardProps {
  readonly title: string;
  readonly error: UserError;
  readonly children?: ReactNode;
}

export function ErrorCard({ title, error, children }: ErrorCardProps) {
  return (
    <div className="card trouble" role="alert" data-code={error.code}>
      <h2>{title}</h2>
      <p>{error.message}</p>
      {error.hint !== '' && <p className="cure">{error.hint}</p>}
      {children}
    </div>
  );
}

export function getErrorTitle(error: UserError): string {
  return t.errors[error.code] ?? t.error;
}
