/** What the form of a schedule holds, as text, and what it means. */
import { getHostname } from '../../lib/base/urls.ts';
import {
  MAX_HOURS,
  MAX_SCHEDULE_GOAL,
  MAX_SCHEDULE_NAME,
  MAX_SCHEDULE_TOKENS,
  MIN_SCHEDULE_TOKENS,
  type Schedule,
} from '../../lib/protocol/schedules.ts';
import { findScheduleFault, type ScheduleFault } from '../../lib/schedules/fault.ts';
import { canonicaliseUrl } from '../../lib/pipeline/web/web-address.ts';
import { validateNumber } from '../models/field-checks.ts';
import { t } from '../strings/strings.ts';

interface ScheduleForm {
  readonly job: Schedule['job'];
  readonly agent: string;
  readonly goal: string;
  readonly address: string;
  readonly name: string;
  readonly kind: Schedule['when']['kind'];
  readonly date: string;
  readonly time: string;
  readonly days: readonly number[];
  readonly hours: string;
  readonly tokensPerRun: string;
  readonly tokensPerMonth: string;
  readonly notify: boolean;
}

export const NEW_SCHEDULE: ScheduleForm = {
  ...{ job: 'ask', agent: '', goal: '', address: '', name: '' },
  ...{ kind: 'days', date: '', time: '07:30', days: [1, 2, 3, 4, 5], hours: '6' },
  ...{ tokensPerRun: '50000', tokensPerMonth: '1000000', notify: false },
};

export const toScheduleForm = ({ when, tokensPerRun, tokensPerMonth, ...words }: Schedule): ScheduleForm => ({
  ...words,
  ...{ kind: when.kind, date: when.date, time: when.time, days: when.days, hours: String(when.hours) },
  ...{ tokensPerRun: String(tokensPerRun), tokensPerMonth: String(tokensPerMonth) },
});

/** Between two looks at the reading list, for what was added unseen. */
const LIST_HOURS = 6;

/** The zone of this computer: the form's times are its times. */
export const getZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function toSchedule(form: ScheduleForm, id: string): Schedule {
  const { job, kind, notify } = form;
  const isListed = kind === 'list';
  const address = isListed ? '' : (canonicaliseUrl(form.address.trim()) ?? form.address.trim()); // as it is fetched
  return {
    ...{
      id,
      name: form.name.trim().slice(0, MAX_SCHEDULE_NAME) || (isListed ? t.readingList : getHostname(address)),
      job,
      address,
      notify,
    },
    agent: job === 'agent' ? form.agent : '',
    goal: job === 'summarise' ? '' : form.goal.trim().slice(0, MAX_SCHEDULE_GOAL),
    when: {
      kind,
      date: kind === 'once' ? form.date : '',
      time: kind === 'changed' || isListed ? '' : form.time,
      days: kind === 'days' ? [...form.days] : [],
      hours: kind === 'changed' ? Number(form.hours) : isListed ? LIST_HOURS : 1,
      zone: getZone(),
    },
    tokensPerRun: Number(form.tokensPerRun),
    tokensPerMonth: Number(form.tokensPerMonth),
  };
}

const FIELDS: Readonly<Record<ScheduleFault, keyof ScheduleForm>> = {
  ...{ goal: 'goal', agent: 'agent', address: 'address', time: 'time', days: 'days' },
  ...{ past: 'date', zone: 'time', budget: 'tokensPerMonth' },
};
const TOKENS = { minimum: MIN_SCHEDULE_TOKENS, maximum: MAX_SCHEDULE_TOKENS };

/** In the order of the fields. */
export function validateSchedule(form: ScheduleForm): Readonly<Partial<Record<keyof ScheduleForm, string>>> {
  const numbers = {
    hours: form.kind === 'changed' ? validateNumber(form.hours, { minimum: 1, maximum: MAX_HOURS }) : '',
    tokensPerRun: validateNumber(form.tokensPerRun, TOKENS),
    tokensPerMonth: validateNumber(form.tokensPerMonth, TOKENS),
  };
  const fault = findScheduleFault(toSchedule(form, 'new'), Date.now());
  const faults = {
    ...(fault !== null && { [FIELDS[fault]]: t.scheduleFaults[fault] }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, text]) => text !== '')),
  };
  return faults;
}
