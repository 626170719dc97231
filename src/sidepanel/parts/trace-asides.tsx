/**
 * What a run learnt from a failure, and what it left out to make room: to be read, and to be brought back. The one rule:
 * nothing that the model no longer sees is out of the person's sight.
 */
import { useState } from 'react';
import { legible } from '../../lib/base/visible.ts';
import { compactArgs } from '../readable.ts';
import { t } from '../strings.ts';
import type { TraceCompaction, TraceReflection, TraceTurn } from '../trace-item.ts';
import { Call } from './trace-call.tsx';

/** Brings back what a compaction left out, resolving with whether the wish was delivered; null where nothing goes on. */
export type Restore = ((compaction: string) => Promise<boolean>) | null;

export function Reflection({ reflection }: { readonly reflection: TraceReflection }) {
  const { tool, args, errorType, analysis, fix, repeated } = reflection;
  const given = compactArgs(args);
  return (
    <>
      <p className="call">
        {t.toolTitle(tool)} {given !== '' && <code>{given}</code>} <code>{errorType}</code>
      </p>
      <p dir="auto">
        {t.reflection.analysis}: {legible(analysis)}
      </p>
      <p className="means" dir="auto">
        {t.reflection.fix}: {legible(fix)}
      </p>
      {repeated && <p>{t.reflection.repeated}</p>}
    </>
  );
}

export function Compaction({
  compaction,
  restore,
}: {
  readonly compaction: TraceCompaction;
  readonly restore: Restore;
}) {
  const { stage, before, after, summary, sources, dropped } = compaction;
  return (
    <>
      <p>
        {t.compaction.did[stage](dropped.length)} <span className="fact">{t.compaction.tokens(before, after)}</span>
      </p>
      {summary !== '' && (
        <details>
          <summary>{t.compaction.summary}</summary>
          <p className="said" dir="auto">
            {legible(summary)}
          </p>
          {sources.length > 0 && (
            <p dir="auto">
              {t.compaction.sources}: {sources.map(({ title, uri }) => legible(title || uri)).join(' · ')}
            </p>
          )}
        </details>
      )}
      {dropped.length > 0 && <Dropped turns={dropped} />}
      {dropped.length > 0 && <BringBack compaction={compaction} restore={restore} />}
    </>
  );
}

function Dropped({ turns }: { readonly turns: readonly TraceTurn[] }) {
  return (
    <details>
      <summary>{t.compaction.dropped(turns.length)}</summary>
      <dl className="dropped">
        {turns.map(({ step, title, calls }, index) => (
          <div key={index}>
            <dt>{t.compaction.step(step, calls.map(({ tool }) => t.toolTitle(tool)).join('; ') || title)}</dt>
            {calls.map((call) => (
              <dd key={call.key}>
                <Call call={call} named={calls.length > 1} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Until the run has taken it up, what was asked for stands there as asked for. */
function BringBack({ compaction, restore }: { readonly compaction: TraceCompaction; readonly restore: Restore }) {
  const [asked, setAsked] = useState(false);
  if (compaction.restored) return <p>{t.compaction.restored}</p>;
  if (restore === null) return null;
  const bring = (): void => {
    setAsked(true);
    void restore(compaction.id).then(setAsked);
  };
  return (
    <p aria-live="polite">
      {asked ? (
        t.compaction.asked
      ) : (
        <button type="button" className="quiet edged" onClick={bring}>
          {t.compaction.restore}
        </button>
      )}
    </p>
  );
}
