import { useId } from 'react';
import { t } from '../strings/strings.ts';

export type Where = 'page' | 'web' | 'agent';
const DESTINATIONS: readonly Where[] = ['page', 'web', 'agent'];

interface WhereToAskProps {
  readonly where: Where;
  readonly go: (where: Where) => void;
}

export function WhereToAsk({ where, go }: WhereToAskProps) {
  const name = useId();
  return (
    <fieldset className="where">
      <legend className="unseen">{t.web.where.label}</legend>
      {DESTINATIONS.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === where} onChange={() => go(option)} />
          <span>{option === 'agent' ? t.agents.ask.where : t.web.where[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}
