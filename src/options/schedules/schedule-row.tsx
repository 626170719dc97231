/** One schedule: when it runs next, how it went, and what can be done with it. */
import { useRef, useState } from 'react';
import { UserFacingError } from '../../lib/base/errors.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { getHostname } from '../../lib/base/urls.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';
import { MAX_LIST_PAGES, type Change, type KeptSchedule, type Outcome } from '../../lib/protocol/schedules.ts';
import { countSpent, LATE_MS } from '../../lib/schedules/kept.ts';
import { formatMonth } from '../../lib/schedules/due.ts';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { Tick } from '../parts/field.tsx';
import { EditButton } from '../parts/editable-row.tsx';
import { Message, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { ScheduleEditor } from './schedule-editor.tsx';

interface ScheduleRowProps {
  readonly host: OptionsHost;
  readonly kept: KeptSchedule;
}

export function ScheduleRow({ host, kept }: ScheduleRowProps) {
  const { schedule, on, claim, outcomes, seenAt, removedAt } = kept;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { message, report } = useMessage();
  const name = isolateLine(schedule.name);
  const row = useRef<HTMLLIElement>(null);
  /** The button goes, so the focus goes to the section's heading. */
  const remove = (removed: boolean): void => {
    row.current?.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
    send(host.removeSchedule(schedule.id, removed));
  };
  const send = (work: Promise<Reply<'schedules.run' | 'schedules.enable' | 'schedules.remove'>>, done = '') =>
    void report(
      work.then((reply) => {
        if (!reply.ok) throw new UserFacingError(reply.error);
      }),
      done,
      t.failed,
    );
  if (removedAt > 0)
    return (
      <li ref={row} className="row">
        <span role="status">{t.scheduleRemoved(name)}</span>
        <Button look="small" aria-label={t.undoLabel(name)} onClick={() => remove(false)}>
          {t.undo}
        </Button>
        <Message {...message} />
      </li>
    );
  const [last, ...earlier] = outcomes;
  const isOfList = schedule.when.kind === 'list';
  const month = countSpent(kept, formatMonth(seenAt, schedule.when.zone));
  return (
    <li ref={row}>
      <div className="row top model">
        <div>
          <strong>{name}</strong>
          <p className="fine">
            {[
              t.scheduleJobs[schedule.job],
              ...(schedule.address === '' ? [] : [isolateLine(getHostname(schedule.address))]),
              t.describeWhen(schedule.when),
            ].join(' · ')}
          </p>
          <p className="fine">
            {describeNext(kept)} · {t.monthSpent(month, schedule.tokensPerMonth)}
          </p>
        </div>
        <div className="row">
          <Button
            look="small"
            aria-label={t.runNowLabel(name)}
            onClick={() => send(host.runSchedule(schedule.id), t.runNowDone(name))}
          >
            {t.runNow}
          </Button>
          <EditButton ref={opener} name={name} isOpen={isOpen} onOpen={() => setOpen(true)} />
          <Button look="small" aria-label={t.removeLabel(name)} onClick={() => remove(true)}>
            {t.remove}
          </Button>
        </div>
      </div>
      <Tick
        name={`on-${schedule.id}`}
        label={t.scheduleOn(name)}
        checked={on}
        onTick={(next) => send(host.enableSchedule(schedule.id, next))}
      />
      {claim && (
        <p role="status">
          {claim.attempts > 0 && claim.state === 'claimed' ? t.retrying(claim.retryAt) : t.claimStates[claim.state]}
        </p>
      )}
      {last && <OutcomeLine outcome={last} isOfList={isOfList} />}
      {earlier.length > 0 && (
        <details>
          <summary>{t.earlierOutcomes}</summary>
          {earlier.map((outcome) => (
            <OutcomeLine key={`${String(outcome.due)} ${String(outcome.at)}`} outcome={outcome} isOfList={isOfList} />
          ))}
        </details>
      )}
      <Message {...message} />
      {isOpen && (
        <ScheduleEditor
          label={t.editLabel(name)}
          host={host}
          schedule={schedule}
          onDone={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      )}
    </li>
  );
}

function describeNext({ on, next }: KeptSchedule): string {
  if (!on) return t.scheduleOff;
  return next === null ? t.scheduleOver : t.scheduleNext(next);
}

interface OutcomeLineProps {
  readonly outcome: Outcome;
  readonly isOfList: boolean;
}

function OutcomeLine({ outcome, isOfList }: OutcomeLineProps) {
  const { due, missed, at, kind, reason, change } = outcome;
  const isLate = at - due > LATE_MS && kind !== 'skipped' && kind !== 'same';
  return (
    <>
      <p className="fine">
        {t.lastOutcome(at, t.outcomeKinds[kind])} {isolateLine(reason)}{' '}
        {(isLate || missed > 0) && t.scheduleLate(due, missed)}
      </p>
      {change && <Difference change={change} isOfList={isOfList} />}
    </>
  );
}

/** In the page's own words; of a list, its new pages. */
function Difference({ change, isOfList }: { readonly change: Change; readonly isOfList: boolean }) {
  const { added, removed, addedLines, removedLines } = change;
  const line = isOfList ? t.newPages(Math.min(added, MAX_LIST_PAGES), added) : t.changeLine(added, removed);
  if (addedLines.length + removedLines.length === 0) return <p className="fine">{line}</p>;
  return (
    <details>
      <summary>
        {isOfList ? t.newTitle : t.changeTitle} <span className="fine">{line}</span>
      </summary>
      <ul dir="auto">
        {addedLines.map((line, at) => (
          <li key={`+${String(at)}`}>
            <ins>{isolateLine(line)}</ins>
          </li>
        ))}
        {removedLines.map((line, at) => (
          <li key={`-${String(at)}`}>
            <del>{isolateLine(line)}</del>
          </li>
        ))}
      </ul>
    </details>
  );
}
