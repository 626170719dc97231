import { formatDateTime, formatWeekday } from '../../lib/base/dates.ts';
import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';
import type { When } from '../../lib/protocol/schedules.ts';
import type { ScheduleFault } from '../../lib/schedules/fault.ts';
/** Monday first, as most of the world has it. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0];

export const SCHEDULE_STRINGS = {
  schedules: 'Schedules',
  schedulesHelp:
    'A question, a summary or an agent about one page at its time, or about what you save to read. What needs your yes waits for it. The browser must be running; what it misses runs once, late.',
  noSchedules: 'None yet.',
  addSchedule: 'Add a schedule',
  scheduleJob: 'What',
  scheduleJobs: { summarise: 'Summary', ask: 'Question', agent: 'Agent' },
  scheduleAgent: 'Agent',
  agentOff: (name: string) => `${name} (off)`,
  agentGone: (id: string) => `${id} (not found)`,
  scheduleGoal: { ask: 'Question', agent: 'Task' },
  scheduleAddress: 'Address of the page',
  scheduleAddressHelp: 'Read without your sign-ins. Chrome asks once whether KnowledgeLens may read this site.',
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
        one: 'when the page changes, looked at every # hour',
        other: 'when the page changes, looked at every # hours',
      });
    if (kind === 'list') return 'when the reading list grows';
    if (kind === 'once') return 'once';
    if (days.length === 7) return `each day at ${time}`;
    return `${formatList(WEEK.filter((day) => days.includes(day)).map(formatWeekday))} at ${time}`;
  },
  scheduleDate: 'Date',
  scheduleTime: 'Time',
  scheduleZone: (zone: string) => `In the time zone ${zone}, wherever you are.`,
  scheduleDays: 'Days',
  weekday: formatWeekday,
  scheduleHours: 'Hours between two looks',
  scheduleHoursHelp: 'Looking takes no tokens. Only a change of the text runs it, and the result shows what changed.',
  readingList: 'Reading list',
  scheduleListHelp:
    'Runs once for all pages that are new on Chrome’s reading list, at most five; the rest are for the next run. Chrome asks whether KnowledgeLens may see the list and read sites.',
  listDeclined: 'Permission wasn’t granted for the reading list and the sites on it.',
  tokensPerRun: 'Tokens per run, at most',
  tokensPerMonth: 'Tokens per month, at most',
  scheduleNotify: 'Notify me when it is done or waits for me',
  scheduleNotifyHelp: 'Without a sound. Chrome asks whether it may.',
  notifyDeclined: 'Permission wasn’t granted, so there will be no notifications.',
  saveSchedule: 'Save schedule',
  scheduleFaults: {
    goal: 'Write what to ask.',
    agent: 'Choose an agent.',
    address: 'Enter an address of the public web, such as https://example.org/news.',
    time: 'Choose a time.',
    days: 'Choose at least one day.',
    past: 'Choose a time that is still to come.',
    zone: 'This browser doesn’t know the time zone of your computer.',
    budget: 'Allow at least as much as one run may take.',
  } satisfies Record<ScheduleFault, string>,

  scheduleOn: (name: string) => `${name}: on`,
  runNow: 'Run now',
  runNowLabel: (name: string) => `Run now: ${name}`,
  runNowDone: (name: string) => `${name} was started.`,
  scheduleNext: (at: number) => `Next: ${formatDateTime(at)}`,
  scheduleOff: 'Off',
  scheduleOver: 'Its time has passed',
  monthSpent: (spent: number, most: number) =>
    formatCount(most, {
      one: `${formatNumber(spent)} of # token this month`,
      other: `${formatNumber(spent)} of # tokens this month`,
    }),
  claimStates: {
    claimed: 'Starting…',
    running: 'Running…',
    asking: 'Waits for your answer. Open History in the panel.',
  },
  retrying: (at: number) => `It couldn’t start yet. Trying again at ${formatDateTime(at)}.`,
  outcomeKinds: {
    done: 'Done. The answer is in History.',
    failed: 'Failed.',
    cancelled: 'Stopped.',
    deleted: 'Deleted from History.',
    skipped: 'Not run.',
    first: 'First look: from now on changes are noticed.',
    same: 'Nothing has changed.',
  },
  lastOutcome: (at: number, what: string) => `${formatDateTime(at)}: ${what}`,
  scheduleLate: (due: number, missed: number) =>
    missed === 0
      ? `Late: it was due at ${formatDateTime(due)}.`
      : `Late: it was due at ${formatDateTime(due)}, ${formatCount(missed, { one: 'after # missed time', other: 'after # missed times' })}.`,
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
