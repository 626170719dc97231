/** What the run did and why, folded away until somebody asks; and, while nothing else shows yet, what it does now. */
import { useMemo } from 'react';
import type { Frame } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { compactArgs, glimpse } from '../readable.ts';
import { t } from '../strings.ts';
import type { TraceCall, TracePart } from '../trace-item.ts';
import { traceOf, type TraceItem } from '../trace.ts';
import { FinePrint } from './fine-print.tsx';

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
  const tools = countsOf(calls.map(({ tool }) => t.toolTitle(tool)));
  const name = tools.size === 0 ? title : Array.from(tools, ([tool, times]) => t.times(tool, times)).join('; ');
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
        <Call key={call.key} call={call} named={tools.size > 1} />
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
      <FinePrint
        facts={[
          by === null ? '' : t.by[by],
          ms === null ? '' : t.took(ms),
          spent === null ? '' : t.spent(spent.input, spent.output),
        ]}
      />
    </li>
  );
}

/** How often each occurs, in order of the first. */
function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
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
          <p dir="auto">{legible(message)}</p>
          {found.map(({ name, preview, length }) => (
            <p key={name} className="preview" dir="auto">
              {legible(glimpse(preview, length))}
            </p>
          ))}
          <FinePrint
            facts={[
              ms !== null && index === results.length - 1 ? t.took(ms) : '',
              ...found.map(({ length }) => t.foundChars(length)),
            ]}
          />
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
