/** Small facts in a row. Lines break between facts; within one only if it is longer than a line. */
import { Fragment } from 'react';

interface FactsProps {
  readonly facts: readonly string[];
}

/** Leaves out empty facts. The dot stays on the line of the fact before it. */
export function Facts({ facts }: FactsProps) {
  const visibleFacts = facts.filter((fact) => fact !== '');
  return visibleFacts.map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="fact">{index < visibleFacts.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ));
}

/** A line of facts in small print; renders nothing if all are empty. */
export function FinePrint({ facts }: FactsProps) {
  if (facts.every((fact) => fact === '')) return null;
  return (
    <p className="fine">
      <Facts facts={facts} />
    </p>
  );
}
