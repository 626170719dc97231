/** What stands in the way, and what to do about it. */
import type { ReactNode } from 'react';
import type { Trouble } from '../../lib/base/errors.ts';
import { t } from '../strings.ts';

interface TroubleCardProps {
  readonly title: string;
  readonly trouble: Trouble;
  /** Buttons that are part of the cure. */
  readonly children?: ReactNode;
}

export function TroubleCard({ title, trouble, children }: TroubleCardProps) {
  return (
    <div className="card trouble" role="alert" data-code={trouble.code}>
      <h2>{title}</h2>
      <p>{trouble.message}</p>
      {trouble.cure !== '' && <p className="cure">{trouble.cure}</p>}
      {children}
    </div>
  );
}

/** The title of a trouble that stands on its own. */
export function troubleTitle(trouble: Trouble): string {
  return t.troubles[trouble.code] ?? t.trouble;
}
