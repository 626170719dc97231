/** Wakes the worker to delete conversations whose time is over, and those whose deletion can no longer be undone. */

const RETENTION_ALARM = 'retention';
const DELETIONS_ALARM = 'deletions';
const RETENTION_MINUTES = 60;

export const isHistoryAlarm = (name: string): boolean => name === RETENTION_ALARM || name === DELETIONS_ALARM;

/** The browser may drop alarms when it restarts. */
export async function ensureRetentionAlarm(): Promise<void> {
  if ((await chrome.alarms.get(RETENTION_ALARM)) === undefined)
    await chrome.alarms.create(RETENTION_ALARM, { periodInMinutes: RETENTION_MINUTES });
}

/** Deletes what neither the panel's timer nor its closing has deleted. */
export async function setDeletionsAlarm(): Promise<void> {
  await chrome.alarms.create(DELETIONS_ALARM, { delayInMinutes: 1 });
}
