/** Handles requests about the history. */
import { setDeletionsAlarm } from '../../chrome/history-alarms.ts';
import type { RunArchive, ArchivedRunSummary, RunMarks } from '../../lib/agent/store/run-archive.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import type { RunSummary } from '../../lib/agent/storage-ports.ts';
import type { MirroredStore } from '../../lib/agent/store/mirror.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { formatTitle } from '../../lib/history/title.ts';
import { countExpired } from '../../lib/history/retention.ts';
import { searchRuns } from '../../lib/history/search.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import type { RequestName } from '../../lib/protocol/requests/requests.ts';
import type { PanelHub } from '../runs/panel-hub.ts';
import type { Handlers } from './run-requests.ts';
import type { Runs } from '../runs/runs.ts';
import type { SelectionService } from '../presses/selecting.ts';

export interface HistoryRequestDeps {
  readonly runs: Runs;
  readonly store: MirroredStore;
  readonly archive: RunArchive;
  readonly hub: Pick<PanelHub, 'refresh'>;
  readonly selecting: Pick<SelectionService, 'clear'>;
  /** Deletes a run permanently. */
  readonly forget: (runId: string) => Promise<void>;
  readonly clearBodies: () => Promise<void>;
  /** What schedules keep of pages. */
  readonly clearSchedules: () => Promise<void>;
}

export function createHistoryHandlers(
  deps: HistoryRequestDeps,
): Pick<Handlers, Extract<RequestName, `history.${string}`>> {
  const { runs, store, archive, hub } = deps;
  const mark = async (runId: string, marks: Partial<RunMarks>): Promise<void> => {
    await archive.mark(runId, marks);
    hub.refresh(runId);
  };
  return {
    'history.list': async ({ query }) => ({ runs: await listRuns(query, deps) }),
    'history.open': async ({ runId }) => ({ frames: await store.load(runId) }),
    'history.pin': ({ runId, pinned }) => mark(runId, { pinned }),
    'history.rename': ({ runId, name }) => mark(runId, { name: name.trim() }),
    'history.delete': async ({ runId }) => {
      await setDeletionsAlarm();
      const shown = await runs.release(runId);
      await mark(runId, { deleted: true });
      return { shown };
    },
    'history.restore': async ({ runId, shown }) => {
      const head = await archive.findSummary(runId);
      if (head === null) throw new UserFacingError(DELETED_ERROR);
      await mark(runId, { deleted: false });
      if (shown) await runs.bindToTab(runId, head.tabId, head.requestedAt);
    },
    'history.forget': async ({ runId }) => {
      if ((await archive.findSummary(runId))?.deleted === true) await deps.forget(runId);
    },
    'history.count-expired': async ({ keep }) => ({
      count: countExpired(await archive.listSummaries(), keep, Date.now()),
    }),
    'history.clear': async () => {
      await runs.clear(async () => {
        await deps.selecting.clear();
        await store.clear();
        await deps.clearBodies();
      });
      await deps.clearSchedules(); // may wait for a run to be started, which waits for the above
    },
    'history.bind': ({ runId, tabId }) => runs.continueOnTab(runId, tabId),
  };
}

const DELETED_ERROR = {
  code: 'history.deleted',
  message: 'This conversation was deleted for good.',
  hint: 'A deletion can be undone for a few seconds.',
};

/** Most of a list beside the pinned ones, last used first. A query finds the others too. */
const MAX_RUNS = 500;

const MAX_RESULTS = 50;

/** Runs whose text is read at once. */
const BATCH = 200;

type ListDeps = Pick<HistoryRequestDeps, 'archive'> & { readonly store: Pick<MirroredStore, 'listRuns' | 'flush'> };

/** The last used first; with a query, best match first. */
export async function listRuns(query: string, deps: ListDeps): Promise<readonly ListedRun[]> {
  const { archive, store } = deps;
  const session = await store.listRuns();
  const archived = await listArchived(deps, session);
  const current = new Map(session.map((head) => [head.runId, head]));
  const heads = archived
    .filter((head) => !head.private && !head.deleted)
    .map((head) => ({ ...head, ...current.get(head.runId) }))
    .sort((a, b) => b.requestedAt - a.requestedAt);
  if (query.trim() === '') return keepRecent(heads).map((head) => toListedRun(head, ''));
  const byId = new Map(heads.map((head) => [head.runId, head]));
  async function* loadRuns() {
    for (let at = 0; at < heads.length; at += BATCH) {
      const texts = await archive.loadTexts(heads.slice(at, at + BATCH).map(({ runId }) => runId));
      for (const { runId, words } of texts) {
        // lacks runs removed in the meantime
        const head = byId.get(runId);
        if (head !== undefined) yield { runId, words, title: formatTitle(head) };
      }
    }
  }
  return (await searchRuns(loadRuns(), query, MAX_RESULTS)).flatMap(({ runId, snippet }) => {
    const head = byId.get(runId);
    return head === undefined ? [] : [toListedRun(head, snippet)];
  });
}

/** Also what ended while the archive did not work, if it works again. */
async function listArchived(
  { archive, store }: ListDeps,
  session: readonly RunSummary[],
): Promise<readonly ArchivedRunSummary[]> {
  const archived = await archive.listSummaries();
  const lastSeqs = new Map(archived.map(({ runId, lastSeq }) => [runId, lastSeq]));
  const isBehind = ({ runId, lastSeq, status }: RunSummary): boolean =>
    isOver(status) && (lastSeqs.get(runId) ?? -1) < lastSeq;
  if (!session.some(isBehind)) return archived;
  await store.flush(isBehind);
  return archive.listSummaries();
}

function keepRecent(heads: readonly ArchivedRunSummary[]): readonly ArchivedRunSummary[] {
  const recent = new Set(heads.filter(({ pinned }) => !pinned).slice(0, MAX_RUNS));
  return heads.filter((head) => head.pinned || recent.has(head));
}

function toListedRun(head: ArchivedRunSummary, snippet: string): ListedRun {
  const { runId, job, page, url, requests, schedule, pinned, requestedAt, status } = head;
  const about = { title: formatTitle(head), job, page, url, requests, schedule };
  return { runId, ...about, pinned, snippet, requestedAt, status };
}
