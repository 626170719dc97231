/** Schedules in `chrome.storage.local`, with the pages that they compare with. Only the worker writes them. */
import type { Article } from '../../lib/agent/ports.ts';
import { SCHEDULES_VERSION, type KeptSchedule } from '../../lib/protocol/schedules.ts';
import { watchItems } from '../events.ts';
import { SCHEDULES_KEY } from '../schedule-wake.ts';
import { writeLocal } from './areas.ts';

const REJECTED_KEY = 'schedules.rejected';
const toPageKey = (id: string): string => `schedule-page/${id}`;

/** What does not fit its schema is set aside and runs nothing. Rejects only when storage itself fails. */
export async function loadSchedules(): Promise<readonly KeptSchedule[]> {
  const stored: unknown = (await chrome.storage.local.get(SCHEDULES_KEY))[SCHEDULES_KEY];
  if (stored === undefined) return [];
  const { check } = await import('../../lib/protocol/check.ts');
  const checked = check('schedules.kept', stored);
  if (checked.ok) return checked.value.schedules;
  await chrome.storage.local.set({ [REJECTED_KEY]: stored });
  return [];
}

/** All or nothing. `pages`: null deletes. Rejects with a plain sentence, and nothing has changed. */
export async function saveSchedules(
  schedules: readonly KeptSchedule[],
  pages: Readonly<Record<string, Article | null>> = {},
): Promise<void> {
  const { check } = await import('../../lib/protocol/check.ts');
  const checked = check('schedules.kept', { version: SCHEDULES_VERSION, schedules });
  if (!checked.ok) throw new Error(checked.message);
  const kept = Object.entries(pages).filter(([, page]) => page !== null);
  await writeLocal({
    [SCHEDULES_KEY]: checked.value,
    ...Object.fromEntries(kept.map(([id, page]) => [toPageKey(id), page])),
  });
  const dropped = Object.keys(pages).filter((id) => pages[id] === null);
  if (dropped.length > 0) await chrome.storage.local.remove(dropped.map(toPageKey));
}

export async function loadSchedulePage(id: string): Promise<Article | null> {
  const key = toPageKey(id);
  return ((await chrome.storage.local.get(key))[key] as Article | undefined) ?? null;
}

export const watchSchedules = (listener: () => void, signal: AbortSignal): void =>
  watchItems([SCHEDULES_KEY], listener, signal);
