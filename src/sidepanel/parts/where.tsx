/** Where a question goes: to what is open, to the web, or to one agent. Plain radio buttons, so that arrow keys and screen readers know them. */
import { useId } from 'react';
import { t } from '../strings.ts';

export type Where = 'page' | 'web' | 'agent';
const ALL: readonly Where[] = ['page', 'web', 'agent'];

interface WhereToAskProps {
  readonly where: Where;
  readonly go: (where: Where) => void;
}

export function WhereToAsk({ where, go }: WhereToAskProps) {
  const name = useId();
  return (
    <fieldset className="where">
      <legend className="unseen">{t.web.where.label}</legend>
      {ALL.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === where} onChange={() => go(each)} />
          <span>{each === 'agent' ? t.agents.ask.where : t.web.where[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
