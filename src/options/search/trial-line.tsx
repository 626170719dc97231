import type { EngineTrial } from './use-trial.ts';

export function TrialLine({ trial: { state, text } }: { readonly trial: EngineTrial }) {
  const bad = state === 'bad';
  return (
    <p role={bad ? 'alert' : 'status'} className={bad ? 'warn' : 'fine'}>
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  );
}
