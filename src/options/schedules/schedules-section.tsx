/** The list of schedules, as the worker keeps it. */
import { useRef, useState } from 'react';
import { MAX_SCHEDULES } from '../../lib/protocol/schedules.ts';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { Section } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { useWatched } from '../use-settings.ts';
import { ScheduleEditor } from './schedule-editor.tsx';
import { ScheduleRow } from './schedule-row.tsx';

export function Schedules({ host }: { readonly host: OptionsHost }) {
  const kept = useWatched(host.loadSchedules, host.onSchedules);
  const [adding, setAdding] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const heading = useRef<HTMLHeadingElement>(null);
  if (kept === undefined) return null;
  const shown = kept.filter(({ removedAt }) => removedAt === 0 || removedAt > openedAt);
  const isFull = kept.filter(({ removedAt }) => removedAt === 0).length >= MAX_SCHEDULES;
  return (
    <Section id="schedule-list" title={t.schedules} help={t.schedulesHelp} heading={heading}>
      {shown.length === 0 && <p className="fine">{t.noSchedules}</p>}
      <ul className="models">
        {shown.map((each) => (
          <ScheduleRow key={each.schedule.id} host={host} kept={each} />
        ))}
      </ul>
      {adding && (
        <ScheduleEditor
          label={t.addSchedule}
          host={host}
          schedule={null}
          onDone={() => {
            setAdding(false);
            heading.current?.focus(); // the button that opened it was replaced by it
          }}
        />
      )}
      {!adding && !isFull && <Button onClick={() => setAdding(true)}>{t.addSchedule}</Button>}
      {isFull && <p className="fine">{t.listFull(MAX_SCHEDULES)}</p>}
    </Section>
  );
}
