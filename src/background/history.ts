/**
 * Lists the runs a user can return to: kept ones, and those of the tab's session. Reads and returns at most as many
 * runs as the bounds below.
 */
import type { ArchivedRunSummary, RunArchive } from '../lib/agent/archive.ts';
import type { FrameStore } from '../lib/agent/ports.ts';
import { searchRuns } from '../lib/history/search.ts';
import type { ListedRun } from '../lib/protocol/messages.ts';

/** Most runs of a list, and most that a query searches, newest first. */
const MAX_RUNS = 500;
/** Most results of a query. */
const MAX_RESULTS = 50;

/** Newest first; with a query, best match first. */
export async function listRuns(
  { tabId, query }: { readonly tabId: number; readonly query: string },
  { archive, store }: { readonly archive: RunArchive; readonly store: Pick<FrameStore, 'listRuns'> },
): Promise<readonly ListedRun[]> {
  const [archived, session] = await Promise.all([archive.listSummaries(), store.listRuns()]);
  const here = new Map(session.filter((head) => head.tabId === tabId).map((head) => [head.runId, head]));
  const heads = archived
    .filter(({ runId, kept }) => kept || here.has(runId))
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, MAX_RUNS)
    .map((head) => ({ ...head, ...here.get(head.runId) }));
  if (query.trim() === '') return heads.map((head) => toListedRun(head, ''));
  const byId = new Map(heads.map((head) => [head.runId, head]));
  const texts = await archive.loadTexts([...byId.keys()]); // lacks runs removed in the meantime
  const runs = texts.map(({ runId, words }) => ({ runId, words, title: byId.get(runId)?.title ?? '' }));
  return (await searchRuns(runs, query, MAX_RESULTS)).flatMap(({ runId, snippet }) => {
    const head = byId.get(runId);
    return head === undefined ? [] : [toListedRun(head, snippet)];
  });
}

function toListedRun({ runId, title, kept, startedAt, status }: ArchivedRunSummary, snippet: string): ListedRun {
  return { runId, title, kept, snippet, startedAt, status };
}
