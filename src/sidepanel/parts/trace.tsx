/** What the run did and why, folded away until somebody asks; and, while nothing else shows yet, what it does now. */
import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { compactArgs } from '../readable.ts';
import { t } from '../strings.ts';
import type { TraceCall, TracePart } from '../trace-item.ts';
import { traceOf, type TraceItem } from '../trace.ts';

/** The step under way; between two steps, what came last. */
const presentOf = (items: readonly TraceItem[]): TraceItem | undefined =>
  items.findLast(({ state }) => state === 'running') ?? items.at(-1);

/** The step under way, in view. */
export function Now({ frames }: { readonly frames: readonly Frame[] }) {
  const item = useMemo(() => presentOf(traceOf(frames)), [frames]);
  if (item === undefined) return null;
  return (
    <ol className="steps now" aria-label={t.now}>
      <Item item={item} />
    </ol>
  );
}

interface TraceProps {
  readonly frames: readonly Frame[];
  /** The step under way stands elsewhere. */
  readonly butPresent: boolean;
}

export function Trace({ frames, butPresent }: TraceProps) {
  const items = useMemo(() => traceOf(frames), [frames]);
  const shown = butPresent ? items.filter((item) => item !== presentOf(items)) : items;
  if (shown.length === 0) return null;
  return (
    <details className="steps">
      <summary>{t.steps(shown.length)}</summary>
      <ol>
        {shown.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
    </details>
  );
}

function Item({ item }: { readonly item: TraceItem }) {
  const { title, state, since, by, thought, detail, calls, question, observation, ms, spent } = item;
  const cost = [ms === null ? '' : t.took(ms), spent === null ? '' : t.spent(spent.input, spent.output)].filter(
    Boolean,
  );
  const tools = [...new Set(calls.map(({ tool }) => t.toolTitle(tool)))];
  const name = tools.length === 0 ? title : tools.join(', ');
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
        <Call key={call.key} call={call} named={tools.length > 1} />
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
