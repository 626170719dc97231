/** Everything hidden from the model stays visible to the user. */
import { useState } from 'react';
import { toLegibleText } from '../../lib/base/visible.ts';
import { formatCompactArgs } from '../run/format-args.ts';
import { t } from '../strings/strings.ts';
import type { CompactionFrame, ReflectionFrame } from '../../lib/agent/frames/frames.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { formatTitle } from './trace.ts';
import { Call } from './trace-call.tsx';

/** Resolves with whether the command was delivered; null if the run cannot continue. */
export type Unhide = ((compaction: string) => Promise<boolean>) | null;

export function Reflection({ reflection }: { readonly reflection: ReflectionFrame }) {
  const { failedAction, errorType, analysis, suggestedFix, repeated } = reflection;
  const argsText = formatCompactArgs(failedAction.args);
  return (
    <>
      <p className="call">
        {t.toolTitle(failedAction.tool)} {argsText !== '' && <code>{argsText}</code>} <code>{errorType}</code>
      </p>
      <p dir="auto">
        {t.reflection.analysis}: {toLegibleText(analysis)}
      </p>
      <p className="means" dir="auto">
        {t.reflection.fix}: {toLegibleText(suggestedFix)}
      </p>
      {repeated && <p>{t.reflection.repeated}</p>}
    </>
  );
}

interface CompactionProps {
  readonly frame: CompactionFrame;
  readonly hidden: Hidden;
  readonly restore: Unhide;
}

type Hidden = NonNullable<TimelineItem['hidden']>;

export function Compaction({ frame, hidden, restore }: CompactionProps) {
  const { stage, before, after, summary, sources } = frame;
  const { turns } = hidden;
  return (
    <>
      <p>
        {t.compaction.did[stage](turns.length)} <span className="fact">{t.compaction.tokens(before, after)}</span>
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
      {turns.length > 0 && <HiddenTurns turns={turns} />}
      {turns.length > 0 && <UnhideButton compaction={frame.id} hidden={hidden} restore={restore} />}
    </>
  );
}

function HiddenTurns({ turns }: Pick<Hidden, 'turns'>) {
  return (
    <details>
      <summary>{t.compaction.dropped(turns.length)}</summary>
      <dl className="dropped">
        {turns.map(({ step, item: { calls }, item }, index) => (
          <div key={index}>
            <dt>
              {t.compaction.step(step, calls.map(({ tool }) => t.toolTitle(tool)).join('; ') || formatTitle(item))}
            </dt>
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
function UnhideButton({
  compaction,
  hidden,
  restore,
}: Omit<CompactionProps, 'frame'> & { readonly compaction: string }) {
  const [isSent, setSent] = useState(false);
  if (hidden.isUnhidden) return <p>{t.compaction.restored}</p>;
  if (restore === null) return null;
  const unhide = (): void => {
    setSent(true);
    void restore(compaction).then(setSent);
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
