/** What the browser shows for scheduled runs: an alarm, a badge, and notifications if the user allowed them. */
import { NOTIFICATION_PREFIX, SCHEDULES_ALARM } from './schedule-wake.ts';

/** Until it is set again: a worker that dies before it does so is followed by another. */
const REPEAT_MINUTES = 1;
const NOTIFICATIONS = { permissions: ['notifications' as const] };

/** Null for none. */
export async function setSchedulesAlarm(at: number | null): Promise<void> {
  if (at === null) await chrome.alarms.clear(SCHEDULES_ALARM);
  else await chrome.alarms.create(SCHEDULES_ALARM, { when: at, periodInMinutes: REPEAT_MINUTES });
}

/** Beside all tabs that have no badge of their own. */
export function showScheduleBadge(isAsking: boolean): void {
  chrome.action.setBadgeText({ text: isAsking ? '?' : '' }).catch(() => undefined);
}

/** Must be called in a user gesture, before any await. False if declined. */
export const requestNotifications = (): Promise<boolean> => chrome.permissions.request(NOTIFICATIONS);

/** Without a sound. Nothing of a page or an answer is in it. */
export async function showScheduleNotification(id: string, title: string, message: string): Promise<void> {
  if (!(await chrome.permissions.contains(NOTIFICATIONS))) return;
  const iconUrl = chrome.runtime.getURL('icons/128.png');
  await chrome.notifications.create(`${NOTIFICATION_PREFIX}${id}`, {
    type: 'basic',
    iconUrl,
    title,
    message,
    silent: true,
  });
}
