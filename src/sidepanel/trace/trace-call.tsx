/** One call of a step. Results are shown as plain text. */
import { toLegibleText } from '../../lib/base/visible.ts';
import { formatCompactArgs, formatGlimpse } from '../run/readable.ts';
import { t } from '../strings/strings.ts';
import type { TraceCall, TracePart, TraceState } from './trace-item.ts';
import { FinePrint } from '../parts/fine-print.tsx';
import { Thumbnail } from '../pictures/thumbnail.tsx';

export function Call({ call, named }: { readonly call: TraceCall; readonly named: boolean }) {
  const { tool, args, parts, userDecision, state } = call;
  const argsText = formatCompactArgs(args);
  return (
    <div className="call" data-state={state}>
      {(named || argsText !== '') && (
        <p>
          {named && <span>{t.toolTitle(tool)} </span>}
          {argsText !== '' && <code>{argsText}</code>}
        </p>
      )}
      {userDecision !== '' && <p>{userDecision}</p>}
      {parts.length > 0 && <Parts parts={parts} />}
      <Results call={call} />
    </div>
  );
}

export function Results({ call: { results, ms } }: { readonly call: TraceCall }) {
  return results.map(({ message, isError, artifacts }, index) => (
    <div key={index} className="result" data-state={isError ? 'failed' : 'done'}>
      <p dir="auto">{toLegibleText(message)}</p>
      {artifacts.map(({ name, preview, length, picture }) => (
        <div key={`${name} ${picture}`}>
          {picture !== '' && <Thumbnail hash={picture} alt={t.pictures.picture} />}
          <p className="preview" dir="auto">
            {toLegibleText(formatGlimpse(preview, length))}
          </p>
        </div>
      ))}
      <FinePrint
        facts={[
          ms !== null && index === results.length - 1 ? t.took(ms) : '',
          ...artifacts.map(({ length }) => t.foundChars(length)),
        ]}
      />
    </div>
  ));
}

function Parts({ parts }: { readonly parts: readonly TracePart[] }) {
  return (
    <details className="parts">
      <summary>{t.parts(parts.length)}</summary>
      {parts.map(({ key, title, state, ms, input, output }) => (
        <p key={key}>
          {title}
          <StateLabel state={state} />
          <span className="fine">
            {[ms === null ? '' : t.took(ms), input + output > 0 ? t.spent(input, output) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ))}
    </details>
  );
}

export function StateLabel({ state }: { readonly state: TraceState }) {
  return t.stepStates[state] === '' ? null : <span className="step-state">{t.stepStates[state]}</span>;
}
