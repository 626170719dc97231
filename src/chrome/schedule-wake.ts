/** What each wake of the worker needs for scheduled runs. */
import { OPTIONS_PAGE } from '../lib/protocol/requests/request.ts';

export const SCHEDULES_ALARM = 'schedules';
export const SCHEDULES_KEY = 'schedules';
export const NOTIFICATION_PREFIX = 'schedule/';

/** Whether anything is stored, valid or not. */
export const hasSchedules = async (): Promise<boolean> =>
  SCHEDULES_KEY in (await chrome.storage.local.get(SCHEDULES_KEY));

/** Must be called while the worker starts. */
export function watchReadingList(on: () => void): void {
  listenOnceAllowed('readingList', () => chrome.readingList.onEntryAdded.addListener(on));
}

/** A press on a notification opens the list of schedules. Must be called while the worker starts. */
export function openSchedulesOnPress(): void {
  const open = (id: string): void => {
    if (!id.startsWith(NOTIFICATION_PREFIX)) return;
    void chrome.notifications.clear(id);
    void chrome.tabs.create({ url: chrome.runtime.getURL(`${OPTIONS_PAGE}#schedules`) });
  };
  listenOnceAllowed('notifications', () => chrome.notifications.onClicked.addListener(open));
}

/** `listen` must be without effect when it is called again: Chrome adds a listener once. */
function listenOnceAllowed(api: 'readingList' | 'notifications', listen: () => void): void {
  const listenIfThere = (): void => {
    if (api in chrome) listen(); // absent until it is allowed
  };
  listenIfThere();
  chrome.permissions.onAdded.addListener(listenIfThere);
}
