/** One call of a step: what it was given, what came back, and the parts it was done in. Words are shown as words. */
import { legible } from '../../lib/base/visible.ts';
import { compactArgs, glimpse } from '../readable.ts';
import { t } from '../strings.ts';
import type { TraceCall, TracePart, TraceState } from '../trace-item.ts';
import { FinePrint } from './fine-print.tsx';
import { Thumbnail } from './thumbnail.tsx';

export function Call({ call, named }: { readonly call: TraceCall; readonly named: boolean }) {
  const { tool, args, parts, said, state } = call;
  const given = compactArgs(args);
  return (
    <div className="call" data-state={state}>
      {(named || given !== '') && (
        <p>
          {named && <span>{t.toolTitle(tool)} </span>}
          {given !== '' && <code>{given}</code>}
        </p>
      )}
      {said !== '' && <p>{said}</p>}
      {parts.length > 0 && <Parts parts={parts} />}
      <Results call={call} />
    </div>
  );
}

/** What came of a call. */
export function Results({ call: { results, ms } }: { readonly call: TraceCall }) {
  return results.map(({ message, isError, found }, index) => (
    <div key={index} className="result" data-state={isError ? 'failed' : 'done'}>
      <p dir="auto">{legible(message)}</p>
      {found.map(({ name, preview, length, picture }) => (
        <div key={`${name} ${picture}`}>
          {picture !== '' && <Thumbnail hash={picture} alt={t.pictures.picture} />}
          <p className="preview" dir="auto">
            {legible(glimpse(preview, length))}
          </p>
        </div>
      ))}
      <FinePrint
        facts={[
          ms !== null && index === results.length - 1 ? t.took(ms) : '',
          ...found.map(({ length }) => t.foundChars(length)),
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
          <State state={state} />
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

export function State({ state }: { readonly state: TraceState }) {
  return t.stepStates[state] === '' ? null : <span className="step-state">{t.stepStates[state]}</span>;
}
