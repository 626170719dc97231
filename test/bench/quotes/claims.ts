/**
 * Claims that say otherwise than their quotes: how many made turns are caught, and how many faithful paraphrases are marked by
 * mistake, on pages with a fresh seed at each run. The one rule: figures beyond what we promise fail the group.
 */
import { judgeClaims, loadPages, makeClaims, type Judged } from '../../kit/claims/claim-set.ts';
import { median, type Figure } from '../figure.ts';

const PER_KIND = 300;
const MIN_SET = 2000;
const [MIN_CAUGHT, MAX_FALSE] = [95, 3];

export async function claimsBench(): Promise<Figure[]> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const pages = loadPages();
  const made = makeClaims(pages, seed, PER_KIND);
  console.log(`${made.length} claims over ${pages.length} pages, seed ${seed}`);
  const times: number[] = [];
  const judged: Judged[] = [];
  for (let i = 0; i < made.length; i += 500) {
    const began = performance.now();
    const some = await judgeClaims(made.slice(i, i + 500));
    times.push((performance.now() - began) / Math.max(1, some.length));
    judged.push(...some);
  }
  const [turned, faithful] = [judged.filter(({ isFlip }) => isFlip), judged.filter(({ isFlip }) => !isFlip)];
  const [caught, marked] = [getMarkedShare(turned), getMarkedShare(faithful)];
  if (pages.length > 100 && Math.min(turned.length, faithful.length) < MIN_SET)
    throw new Error(`${turned.length} turned and ${faithful.length} faithful claims are too few.`);
  if (caught < MIN_CAUGHT || marked > MAX_FALSE)
    throw new Error(`${caught.toFixed(1)} % caught, ${marked.toFixed(1)} % marked by mistake (seed ${seed}).`);
  return [
    {
      name: `claims: turned, caught (${turned.length})`,
      value: caught,
      unit: '%',
      against: { name: 'aim, at least', value: MIN_CAUGHT },
    },
    {
      name: `claims: faithful, marked (${faithful.length})`,
      value: marked,
      unit: '%',
      against: { name: 'aim, at most', value: MAX_FALSE },
    },
    ...listKinds(turned).map(([kind, share]) => ({ name: `claims: ${kind}, caught`, value: share, unit: '%' })),
    ...listKinds(faithful).map(([kind, share]) => ({ name: `claims: ${kind}, marked`, value: share, unit: '%' })),
    { name: 'claims: time of one, its quote included', value: median(times), unit: 'ms' },
  ];
}

const getMarkedShare = (judged: readonly Judged[]): number =>
  (100 * judged.filter(({ mismatches }) => mismatches.length > 0).length) / judged.length;

function listKinds(judged: readonly Judged[]): readonly (readonly [string, number])[] {
  return [...new Set(judged.map(({ kind }) => kind))]
    .sort()
    .map((kind) => [kind, getMarkedShare(judged.filter((one) => one.kind === kind))] as const);
}
