/** Small facts in a row. The one rule: a line breaks between two of them; inside one only where it is longer than a line. */
import { Fragment } from 'react';

interface FactsProps {
  readonly facts: readonly string[];
}

/** Empty facts are left out. The dot stays with the fact before it. */
export function Facts({ facts }: FactsProps) {
  const shown = facts.filter((fact) => fact !== '');
  return shown.map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="fact">{index < shown.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ));
}

/** A line of them in small print; nothing at all without any. */
export function FinePrint({ facts }: FactsProps) {
  if (facts.every((fact) => fact === '')) return null;
  return (
    <p className="fine">
      <Facts facts={facts} />
    </p>
  );
}
