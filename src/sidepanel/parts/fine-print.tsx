/** Small facts in a row. The one rule: a line breaks between two of them; inside one only where it is longer than a line. */
import { Fragment } from 'react';

/** Empty facts are left out; nothing at all without any. */
export function FinePrint({ facts }: { readonly facts: readonly string[] }) {
  const shown = facts.filter((fact) => fact !== '');
  if (shown.length === 0) return null;
  return (
    <p className="fine print">
      {shown.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <span>{fact}</span>
        </Fragment>
      ))}
    </p>
  );
}
