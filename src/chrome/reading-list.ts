/** Chrome's reading list, as far as the user allowed it. */
import { UserFacingError } from '../lib/base/errors.ts';
import type { ListedPage } from '../lib/schedules/reading-list.ts';
import { ALL_SITES, requestForReading } from './permissions.ts';

const READING_LIST = 'readingList';

/** Asks, in one question, to see the list and to read the pages that are added to it. False if the user declined. */
export const requestReadingList = (): Promise<boolean> => requestForReading(ALL_SITES, [READING_LIST]);

/** Rejects with a `UserFacingError`. */
export async function loadReadingList(): Promise<readonly ListedPage[]> {
  if (!(await chrome.permissions.contains({ permissions: [READING_LIST] }))) throw new UserFacingError(NO_ACCESS_ERROR);
  const entries = await chrome.readingList.query({});
  return entries.map(({ url, title, creationTime }) => ({ url, title, addedAt: creationTime }));
}

const NO_ACCESS_ERROR = {
  code: 'schedule.no-reading-list',
  message: 'KnowledgeLens may not see the reading list any more.',
  hint: 'Edit the schedule and save it: Chrome asks you then.',
};
