/** Small facts in a row. Lines break between facts if possible. */
import { Fragment } from 'react';

interface FactsProps {
  readonly facts: readonly string[];
}

/** The dot stays on the line of the fact before it. */
export function Facts({ facts }: FactsProps) {
  const visibleFacts = facts.filter((fact) => fact !== '');
  return visibleFacts.map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="fact">{index < visibleFacts.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ));
}

export function FinePrint({ facts }: FactsProps) {
  if (facts.every((fact) => fact === '')) return null;
  return (
    <p className="fine">
      <Facts facts={facts} />
    </p>
  );
}

/** Prevents layout shifts. */
export function Placeholder() {
  return (
    <div className="stack gap-3 placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
