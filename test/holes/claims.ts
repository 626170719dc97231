/** Holes in what is said of claims beside their quotes. */
import type { Hole } from './holes.ts';

const CLAIMS = 'src/lib/pipeline/claims/';
const checked = (test: string): Hole['caughtBy'] => ({ file: 'test/lib/pipeline/claims/check-claims.test.ts', test });
const opinion = (test: string): Hole['caughtBy'] => ({ file: 'test/lib/agent/loop/opinion.test.ts', test });

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
    file: `${CLAIMS}quantities/quantities.ts`,
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
    file: `${CLAIMS}quantities/quantities.ts`,
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
  {
    name: 'asks for a second opinion that nobody switched on',
    file: 'src/lib/agent/loop/record-actions.ts',
    find: 'spec?.secondOpinion === true && spec.sub === null',
    replace: 'spec !== null',
    caughtBy: opinion('is not asked where it is not switched on'),
  },
  {
    name: 'pays for a second opinion again, once the worker died over it',
    file: 'src/lib/agent/state/request-state.ts',
    find: "if (call?.call.purpose === 'opinion') return !call.underWay && (call.failure === null || call.failures > 0);",
    replace: '',
    caughtBy: opinion('a worker that dies at any moment asks once'),
  },
  {
    name: 'takes an answer back when its second opinion is stopped',
    file: 'src/lib/agent/loop/commands.ts',
    find: 'if (to.request.answer !== null) return [control, NO_OPINION];',
    replace: '',
    caughtBy: opinion('that the user stops leaves the answer as it is'),
  },
  {
    name: 'puts a doubt at a claim that was not asked about',
    file: 'src/lib/agent/loop/opinion.ts',
    find: 'asked.push({ citation, ...claim });',
    replace: 'asked.push({ ...claim, citation: asked.length });',
    caughtBy: opinion('the answer, and what code said of it'),
  },
];
