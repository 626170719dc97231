/** Holes in what is promised of conversations: what is kept, and what is gone. */
import type { Hole } from './holes.ts';

export const HISTORY_HOLES: readonly Hole[] = [
  {
    name: 'removes a pinned conversation when its time is over',
    file: 'src/lib/agent/store/run-archive.ts',
    find: 'isOver(status) && !pinned && !rest.private',
    replace: 'isOver(status) && !rest.private',
    caughtBy: { file: 'test/lib/history/retention.test.ts', test: 'always removes what is due' },
  },
  {
    name: 'lists a private conversation in the history',
    file: 'src/background/requests/history-requests.ts',
    find: '!head.private && !head.deleted',
    replace: '!head.deleted',
    caughtBy: { file: 'test/background/requests/history.test.ts', test: 'none that is private or deleted' },
  },
  {
    name: 'reads a tab under the id it had before it was discarded twice',
    file: 'src/chrome/page/replaced-tabs.ts',
    find: 'replaced < MAX_REPLACEMENTS',
    replace: 'replaced < 1',
    caughtBy: { file: 'test/chrome/page/replaced-tabs.test.ts', test: 'under the latest of its ids' },
  },
  {
    name: 'leaves the texts of a deleted conversation',
    file: 'src/chrome/storage/idb-run-archive.ts',
    find: 'await deleteUnnamed(tx, new Set(records.flatMap(({ hashes }) => hashes)), lastAt);',
    replace: 'void lastAt;',
    caughtBy: {
      file: 'test/chrome/storage/idb-run-archive.test.ts',
      test: 'go with the last conversation that names them',
    },
  },
];
