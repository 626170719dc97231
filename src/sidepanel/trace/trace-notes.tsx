/** Everything hidden from the model stays visible to the user. */
import { useState } from 'react';
import { toLegibleText } from '../../lib/base/visible.ts';
import { formatCompactArgs } from '../run/readable.ts';
import { t } from '../strings/strings.ts';
import type { TraceCompaction, TraceReflection, TraceTurn } from './trace-item.ts';
import { Call } from './trace-call.tsx';

/** Resolves with whether the command was delivered; null if the run cannot continue. */
export type Unhide = ((compaction: string) => Promise<boolean>) | null;

export function Reflection({ reflection }: { readonly reflection: TraceReflection }) {
  const { tool, args, errorType, analysis, fix, repeated } = reflection;
  const argsText = formatCompactArgs(args);
  return (
    <>
      <p className="call">
        {t.toolTitle(tool)} {argsText !== '' && <code>{argsText}</code>} <code>{errorType}</code>
      </p>
      <p dir="auto">
        {t.reflection.analysis}: {toLegibleText(analysis)}
      </p>
      <p className="means" dir="auto">
        {t.reflection.fix}: {toLegibleText(fix)}
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
  readonly restore: Unhide;
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
            {toLegibleText(summary)}
          </p>
          {sources.length > 0 && (
            <p dir="auto">
              {t.compaction.sources}: {sources.map(({ title, uri }) => toLegibleText(title || uri)).join(' · ')}
            </p>
          )}
        </details>
      )}
      {dropped.length > 0 && <HiddenTurns turns={dropped} />}
      {dropped.length > 0 && <UnhideButton compaction={compaction} restore={restore} />}
    </>
  );
}

function HiddenTurns({ turns }: { readonly turns: readonly TraceTurn[] }) {
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

/** Once pressed, a note replaces the button until the run has applied it. */
function UnhideButton({ compaction, restore }: { readonly compaction: TraceCompaction; readonly restore: Unhide }) {
  const [isSent, setSent] = useState(false);
  if (compaction.isUnhidden) return <p>{t.compaction.restored}</p>;
  if (restore === null) return null;
  const unhide = (): void => {
    setSent(true);
    void restore(compaction.id).then(setSent);
  };
  return (
    <p aria-live="polite">
      {isSent ? (
        t.compaction.asked
      ) : (
        <button type="button" className="quiet edged" onClick={unhide}>
          {t.compaction.restore}
        </button>
      )}
    </p>
  );
}
