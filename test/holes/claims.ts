/** Holes in what is said of claims beside their quotes. */
import type { Hole } from './holes.ts';

const CLAIMS = 'src/lib/pipeline/claims/';
const checked = (test: string): Hole['caughtBy'] => ({ file: 'test/lib/pipeline/claims/check-claims.test.ts', test });

export const CLAIM_HOLES: readonly Hole[] = [
  {
    name: 'leaves a claim with another number unmarked',
    file: `${CLAIMS}check-claims.ts`,
    find: '...findTurnedNumbers(pair, around), ',
    replace: '',
    caughtBy: checked('both words for a number'),
  },
  {
    name: 'takes the number of another unit for that of a claim',
    file: `${CLAIMS}quantities.ts`,
    find: "if (one.unit === '' || other.unit === '' || sharesUnit(one.unit, other.unit)) return 'same';",
    replace: "return 'same';",
    caughtBy: checked('both words for a unit'),
  },
  {
    name: 'leaves a claim unmarked that dropped a "not"',
    file: `${CLAIMS}check-claims.ts`,
    find: '...findTurnedPolarity(pair),',
    replace: '',
    caughtBy: checked('both words for a negation left out'),
  },
  {
    name: 'leaves a claim unmarked that dropped a "may"',
    file: `${CLAIMS}check-claims.ts`,
    find: '...findDroppedHedges(pair),',
    replace: '',
    caughtBy: checked('both words for a hedge'),
  },
  {
    name: 'leaves a claim of somebody else unmarked',
    file: `${CLAIMS}check-claims.ts`,
    find: 'if (sharesScript(text, said)) found',
    replace: 'if (text === said) found',
    caughtBy: checked('both words for a name'),
  },
  {
    name: 'marks a faithful claim that writes its number otherwise',
    file: `${CLAIMS}quantities.ts`,
    find: 'values = values.map((value) => value * factor);',
    replace: '',
    caughtBy: checked('is left alone where it is faithful'),
  },
  {
    name: 'marks a claim at the wrong one of its quotes',
    file: `${CLAIMS}check-claims.ts`,
    find: 'backed.find((citation) => citation.at >= at) ?? backed.at(-1)',
    replace: 'backed.at(0)',
    caughtBy: checked('marked at the one that follows the words'),
  },
];
