/**
 * The archive inside a page of the browser, called from a test: the entry that is bundled for the page, and the archive on
 * the test's side. Arguments and results travel as JSON; a `StoreError` keeps its code.
 */
import type { Page } from 'playwright-core';
import type { RunArchive } from '../../../src/lib/agent/store/run-archive.ts';
import { StoreError, type StoreErrorCode } from '../../../src/lib/agent/storage-ports.ts';
import { pageScript } from './page-script.ts';

type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; code: StoreErrorCode; message: string };
declare global {
  var callArchive: (database: string, method: keyof RunArchive, args: unknown[]) => Promise<Answer>;
}

/** The script that gives a page `callArchive`. */
export const archiveScript = (): Promise<string> => pageScript('archive-entry.ts');

/** The archive of a database in the page, which holds the script. */
export function archiveIn(page: Page, database: string): RunArchive {
  const call =
    (method: keyof RunArchive) =>
    async (...args: unknown[]): Promise<never> => {
      const answer = await page.evaluate(([name, m, a]) => callArchive(name, m, a), [database, method, args] as const);
      if (!answer.ok) throw new StoreError(answer.code, answer.message);
      return answer.value as never;
    };
  return {
    put: call('put'),
    findSummary: call('findSummary'),
    listSummaries: call('listSummaries'),
    loadFrames: call('loadFrames'),
    loadTexts: call('loadTexts'),
    loadInbox: call('loadInbox'),
    mark: call('mark'),
    findOldest: call('findOldest'),
    measure: call('measure'),
    quarantine: call('quarantine'),
    listQuarantined: call('listQuarantined'),
    remove: call('remove'),
    clear: call('clear'),
  };
}
