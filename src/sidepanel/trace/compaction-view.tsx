/** What was left out of the model's context, and the way to show it again. */
import { useState } from 'react';
import type { CompactionFrame } from '../../lib/agent/frames/model-frames.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { t } from '../strings/strings.ts';
import { Call } from './trace-call.tsx';
import { formatTitle } from './trace.ts';
import { QuietButton } from '../parts/button.tsx';

/** Resolves with whether the command was delivered; null if the run cannot continue. */
export type Unhide = ((compaction: string) => Promise<boolean>) | null;

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
            <p>
              {t.compaction.sources}: {sources.map(({ title, uri }) => isolateLine(title || uri)).join(' · ')}
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
      <dl className="stack dropped">
        {turns.map(({ step, item: { calls }, item }, index) => (
          <div key={index}>
            <dt>
              {t.compaction.step(step, calls.map(({ tool }) => t.toolTitle(tool)).join('; ') || formatTitle(item))}
            </dt>
            {calls.map((call) => (
              <dd key={call.key} className="muted">
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
        <QuietButton look="edged" onClick={unhide}>
          {t.compaction.restore}
        </QuietButton>
      )}
    </p>
  );
}
