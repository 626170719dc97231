import { formatDateTime, formatWeekday } from '../../lib/base/dates.ts';
import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';
import type { When } from '../../lib/protocol/schedules.ts';
import type { ScheduleFault } from '../../lib/schedules/fault.ts';
/** Monday first, as most of the world has it. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0];

export const SCHEDULE_STRINGS = {
  schedules: 'Schedules',
  schedulesHelp:
    'Ask a question, summarise or run an agent on a schedule. Approvals wait for you. A run that was missed while the browser was closed happens once, late.',
  noSchedules: 'None yet.',
  addSchedule: 'Add a schedule',
  scheduleJob: 'What',
  scheduleJobs: { summarise: 'Summary', ask: 'Question', agent: 'Agent' },
  scheduleAgent: 'Agent',
  agentOff: (name: string) => `${name} (off)`,
  agentGone: (id: string) => `${id} (not found)`,
  scheduleGoal: { ask: 'Question', agent: 'Task' },
  scheduleAddress: 'Address of the page',
  scheduleAddressHelp: 'Read without your sign-ins. Chrome asks once for access to this site.',
  scheduleName: 'Name',
  scheduleNameHelp: 'As History shows it.',
  scheduleWhen: 'When',
  scheduleKinds: {
    once: 'Once',
    days: 'On days',
    changed: 'When the page changes',
    list: 'When the reading list grows',
  },
  describeWhen: ({ kind, days, time, hours }: When) => {
    if (kind === 'changed')
      return formatCount(hours, {
        one: 'when the page changes, checked every # hour',
        other: 'when the page changes, checked every # hours',
      });
    if (kind === 'list') return 'when the reading list grows';
    if (kind === 'once') return 'once';
    if (days.length === 7) return `each day at ${time}`;
    return `${formatList(WEEK.filter((day) => days.includes(day)).map(formatWeekday))} at ${time}`;
  },
  scheduleDate: 'Date',
  scheduleTime: 'Time',
  scheduleZone: (zone: string) => `Always in the time zone ${zone}.`,
  scheduleDays: 'Days',
  weekday: formatWeekday,
  scheduleHours: 'Hours between checks',
  scheduleHoursHelp: 'Checking takes no tokens. It runs only when the text has changed.',
  readingList: 'Reading list',
  scheduleListHelp:
    'Runs once for up to five new pages on Chrome’s reading list. The rest wait for the next run. Chrome asks for access to the list and its sites.',
  listDeclined: 'Permission wasn’t granted for the reading list and the sites on it.',
  tokensPerRun: 'Max tokens per run',
  tokensPerMonth: 'Max tokens per month',
  scheduleNotify: 'Notify me when it is done or needs me',
  scheduleNotifyHelp: 'Without a sound. Chrome asks for permission.',
  notifyDeclined: 'Permission wasn’t granted, so there will be no notifications.',
  saveSchedule: 'Save schedule',
  scheduleFaults: {
    goal: 'Write what to ask.',
    agent: 'Choose an agent.',
    address: 'Enter an address of the public web, such as https://example.org/news.',
    time: 'Choose a time.',
    days: 'Choose at least one day.',
    past: 'Choose a time in the future.',
    zone: 'This browser doesn’t know the time zone of your computer.',
    budget: 'Allow at least the tokens of one run.',
  } satisfies Record<ScheduleFault, string>,

  scheduleOn: (name: string) => `${name}: on`,
  runNow: 'Run now',
  runNowLabel: (name: string) => `Run now: ${name}`,
  runNowDone: (name: string) => `${name} was started.`,
  scheduleNext: (at: number) => `Next: ${formatDateTime(at)}`,
  scheduleOff: 'Off',
  scheduleOver: 'Over',
  monthSpent: (spent: number, most: number) =>
    formatCount(most, {
      one: `${formatNumber(spent)} of # token this month`,
      other: `${formatNumber(spent)} of # tokens this month`,
    }),
  claimStates: {
    claimed: 'Starting…',
    running: 'Running…',
    asking: 'Needs your answer. Open History in the panel.',
  },
  retrying: (at: number) => `It couldn’t start yet. Trying again at ${formatDateTime(at)}.`,
  outcomeKinds: {
    done: 'Done. The answer is in History.',
    failed: 'Failed.',
    cancelled: 'Stopped.',
    deleted: 'Deleted from History.',
    skipped: 'Not run.',
    first: 'First check. Changes are noticed from now on.',
    same: 'Nothing has changed.',
  },
  lastOutcome: (at: number, what: string) => `${formatDateTime(at)}: ${what}`,
  scheduleLate: (due: number, missed: number) =>
    missed === 0
      ? `Late. It was due at ${formatDateTime(due)}.`
      : `Late. It was due at ${formatDateTime(due)}, ${formatCount(missed, { one: 'after # missed time', other: 'after # missed times' })}.`,
  changeTitle: 'What changed',
  newTitle: 'What is new',
  newPages: (read: number, found: number) =>
    read < found
      ? formatCount(found, {
          one: `${formatNumber(read)} of # page, the rest next time`,
          other: `${formatNumber(read)} of # pages, the rest next time`,
        })
      : formatCount(found, { one: '# page', other: '# pages' }),
  changeLine: (added: number, removed: number) =>
    formatCount(added, {
      one: `# line added, ${formatNumber(removed)} gone`,
      other: `# lines added, ${formatNumber(removed)} gone`,
    }),
  earlierOutcomes: 'Earlier',
  scheduleRemoved: (name: string) => `${name} was removed.`,
  undoLabel: (name: string) => `Undo removing ${name}`,
};
