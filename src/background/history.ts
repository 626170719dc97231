/**
 * The list of runs a person can go back to: those they keep, and the session's of the tab at hand. The one rule: no more runs
 * are looked at or told than the bounds say, however many are kept.
 */
import type { ArchivedHead, RunArchive } from '../lib/agent/archive.ts';
import type { FrameStore } from '../lib/agent/ports.ts';
import { searchRuns } from '../lib/history/search.ts';
import type { ListedRun } from '../lib/protocol/messages.ts';

/** Most runs of a list, and most that a query looks at: the newest. */
const LOOKED_AT = 500;
/** Most that a query finds. */
const FOUND = 50;

/** Newest first; with a query, the best fitting first. */
export async function listRuns(
  { tabId, query }: { readonly tabId: number; readonly query: string },
  { archive, store }: { readonly archive: RunArchive; readonly store: Pick<FrameStore, 'heads'> },
): Promise<readonly ListedRun[]> {
  const [archived, session] = await Promise.all([archive.heads(), store.heads()]);
  const here = new Map(session.filter((head) => head.tabId === tabId).map((head) => [head.runId, head]));
  const heads = archived
    .filter(({ runId, kept }) => kept || here.has(runId))
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, LOOKED_AT)
    .map((head) => ({ ...head, ...here.get(head.runId) }));
  if (query.trim() === '') return heads.map((head) => listed(head, ''));
  const byId = new Map(heads.map((head) => [head.runId, head]));
  const said = await archive.words([...byId.keys()]); // without those that were removed meanwhile
  const runs = said.map(({ runId, words }) => ({ runId, words, title: byId.get(runId)?.title ?? '' }));
  return (await searchRuns(runs, query, FOUND)).flatMap(({ runId, snippet }) => {
    const head = byId.get(runId);
    return head === undefined ? [] : [listed(head, snippet)];
  });
}

function listed({ runId, title, kept, startedAt, status }: ArchivedHead, snippet: string): ListedRun {
  return { runId, title, kept, snippet, startedAt, status };
}
