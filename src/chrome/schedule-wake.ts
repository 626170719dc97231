/** What each wake needs of runs by the clock. */
import { OPTIONS_PAGE } from '../lib/protocol/requests/request.ts';

export const SCHEDULES_ALARM = 'schedules';
export const SCHEDULES_KEY = 'schedules';
export const NOTIFICATION_PREFIX = 'schedule/';

/** Whether anything is stored, valid or not. */
export const hasSchedules = async (): Promise<boolean> =>
  SCHEDULES_KEY in (await chrome.storage.local.get(SCHEDULES_KEY));

/** Must be called while the worker starts. */
export function watchReadingList(on: () => void): void {
  if ('readingList' in chrome) chrome.readingList.onEntryAdded.addListener(on); // absent until it is allowed
}

/** A press on a notification opens the list of schedules. Must be called while the worker starts. */
export function openSchedulesOnPress(): void {
  if (!('notifications' in chrome)) return; // absent until it is allowed
  chrome.notifications.onClicked.addListener((id) => {
    if (!id.startsWith(NOTIFICATION_PREFIX)) return;
    void chrome.notifications.clear(id);
    void chrome.tabs.create({ url: chrome.runtime.getURL(`${OPTIONS_PAGE}#schedules`) });
  });
}
