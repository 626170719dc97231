/** What the run did and why: folded away once it is over; while it goes on, what it does now is always in view. */
import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { compactArgs } from '../readable.ts';
import { t } from '../strings.ts';
import type { TraceCall, TracePart } from '../trace-item.ts';
import { traceOf, type TraceItem } from '../trace.ts';

export function Trace({ frames, live }: { readonly frames: readonly Frame[]; readonly live: boolean }) {
  const items = useMemo(() => traceOf(frames), [frames]);
  const present = live ? items.at(-1) : undefined;
  const past = present === undefined ? items : items.slice(0, -1);
  return (
    <>
      {past.length > 0 && (
        <details className="steps">
          <summary>{t.steps(items.length)}</summary>
          <ol>
            {past.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ol>
        </details>
      )}
      {present !== undefined && (
        <ol className="steps now" aria-label={t.now}>
          <Item item={present} />
        </ol>
      )}
    </>
  );
}

function Item({ item }: { readonly item: TraceItem }) {
  const { title, state, since, by, thought, detail, calls, question, observation, ms, spent } = item;
  const cost = [ms === null ? '' : t.took(ms), spent === null ? '' : t.spent(spent.input, spent.output)].filter(
    Boolean,
  );
  const [only] = calls;
  // a decision for one call is told as that call
  const name = calls.length === 1 && only !== undefined ? t.toolTitle(only.tool) : title;
  return (
    <li data-state={state}>
      <span className="step-name">{name}</span>
      <State state={state} />
      <span className="step-time">{t.since(since)}</span>
      {thought !== '' && (
        <p className="thought" dir="auto">
          <span className="unseen">{t.because}: </span>
          {legible(thought)}
        </p>
      )}
      {detail !== '' && <p dir="auto">{legible(detail)}</p>}
      {calls.map((call) => (
        <Call key={call.key} call={call} named={calls.length > 1} />
      ))}
      {question !== null && (
        <p dir="auto">
          {t.asked}: {legible(question.text)}
        </p>
      )}
      {typeof question?.answer === 'string' && (
        <p dir="auto">
          {t.you}: {legible(question.answer)}
        </p>
      )}
      {observation !== '' && (
        <p className="means" dir="auto">
          {t.means}: {legible(observation)}
        </p>
      )}
      {(by !== null || cost.length > 0) && (
        <p className="fine">{[by === null ? '' : t.by[by], ...cost].filter(Boolean).join(' · ')}</p>
      )}
    </li>
  );
}

function Call({ call, named }: { readonly call: TraceCall; readonly named: boolean }) {
  const { tool, args, results, parts, said, ms, state } = call;
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
      {results.map(({ message, isError, found }, index) => (
        <div key={index} className="result" data-state={isError ? 'failed' : 'done'}>
          <p dir="auto">
            {legible(message)}
            {ms !== null && index === results.length - 1 && ` · ${t.took(ms)}`}
          </p>
          {found.map(({ name, preview, length }) => (
            <p key={name} className="preview" dir="auto">
              <span>{legible(preview.slice(0, 200))}</span> <span className="fine">{t.foundChars(length)}</span>
            </p>
          ))}
        </div>
      ))}
    </div>
  );
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

function State({ state }: { readonly state: TraceItem['state'] }) {
  return t.stepStates[state] === '' ? null : <span className="step-state">{t.stepStates[state]}</span>;
}
