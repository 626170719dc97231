import { SCHEDULE_ID, SCHEDULE_SCHEMA } from '../schedules.ts';
import { OPTIONS_PAGE, type RequestRows } from './request.ts';

/** The page reads what is kept from storage itself; the worker alone changes it. */
export const SCHEDULE_REQUESTS = {
  /** A new one, or another form of the one with its id. */
  'schedules.save': { from: OPTIONS_PAGE, props: { schedule: SCHEDULE_SCHEMA } },
  'schedules.enable': { from: OPTIONS_PAGE, props: { id: SCHEDULE_ID, on: { type: 'boolean' } } },
  /** `at`: when the button was pressed; the same press starts one run. */
  'schedules.run': { from: OPTIONS_PAGE, props: { id: SCHEDULE_ID, at: { type: 'integer', minimum: 1 } } },
  /** Can be undone for an hour. */
  'schedules.remove': { from: OPTIONS_PAGE, props: { id: SCHEDULE_ID, removed: { type: 'boolean' } } },
} as const satisfies RequestRows;
