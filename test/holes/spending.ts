/** Holes in what is promised of money: counted once, and known for what it is. */
import type { Hole } from './holes.ts';

const LEDGER = 'src/chrome/storage/spending-ledger.ts';
const ledger = (test: string): Hole['caughtBy'] => ({ file: 'test/chrome/storage/spending-ledger.test.ts', test });

export const SPENDING_HOLES: readonly Hole[] = [
  {
    name: 'counts spending twice when a run is cut',
    file: LEDGER,
    find: 'run ? seq > run.seq',
    replace: 'run ? seq >= run.seq',
    caughtBy: { file: 'test/lib/agent/expense.properties.test.ts', test: 'whenever workers die' },
  },
  {
    name: 'counts spending of a dropped run again',
    file: LEDGER,
    find: ': at > droppedAt',
    replace: ': at > 0 * droppedAt',
    caughtBy: ledger('counts no dropped run again'),
  },
  {
    name: 'counts spending again after it was cleared',
    file: LEDGER,
    find: "['session', 'day', 'month', 'agent'])",
    replace: "['session', 'day', 'month', 'agent', 'run'])",
    caughtBy: ledger('counts nothing again'),
  },
  {
    name: 'takes spending of yesterday for that of the session',
    file: LEDGER,
    find: 'if (charge.at >= session)',
    replace: 'if (charge.at >= 0)',
    caughtBy: ledger('has sums by session, day and month'),
  },
  {
    name: 'puts a price on spending at a server of one’s own',
    file: 'src/lib/models/prices.ts',
    find: 'return isUnbilled(config) ? NO_PRICES : findPrices',
    replace: 'return findPrices',
    caughtBy: { file: 'test/background/models.test.ts', test: 'sends no bill' },
  },
  {
    name: 'has spending doubled by the same request asked twice',
    file: 'src/background/runs/runs.ts',
    find: 'if (same !== null) return same;',
    replace: '',
    caughtBy: { file: 'test/background/runs/runs-joined.test.ts', test: 'are joined by the same request' },
  },
  {
    name: 'drafts an agent past the limits of the settings',
    file: 'src/background/drafting.ts',
    find: 'assertWithinLimits(by, {',
    replace: 'void ({',
    caughtBy: { file: 'test/background/drafting.test.ts', test: 'past a limit of the settings' },
  },
  {
    name: 'counts no draft of an agent that cannot be used',
    file: 'src/background/drafting.ts',
    find: 'if (expense.input + expense.output > 0)',
    replace: 'if (readDraft(result.text, [], []) !== null)',
    caughtBy: { file: 'test/background/drafting.test.ts', test: 'is refused, and counted' },
  },
];
