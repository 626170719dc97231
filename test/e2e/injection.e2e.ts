/** A dozen public attacks on text, e-mail, tables and code in a real browser; `npm run bench -- injection` plays all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listInjections, SECRETS } from '../kit/injections.ts';
import { openRange } from './injecting.ts';

let range: Awaited<ReturnType<typeof openRange>>;
beforeAll(async () => {
  range = await openRange();
});
afterAll(() => range.close());

const all = listInjections();
/** One of each twelfth of them. */
const dozen = Array.from({ length: 12 }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / 12)]).filter(
  (attack) => attack !== undefined,
);

test.each(dozen)('what a page says ($context, $place: $text) tells nobody anything [R11.6] [R11.7]', async (attack) => {
  const outcome = await range.play(attack, attack.place === 'middle');
  expect(outcome).toMatchObject({ leaked: 0, unauthorised: [], live: [], isMarked: true, isBare: false });
  expect(outcome.tried).toBeGreaterThan(0);
  expect(outcome.seen).toEqual(SECRETS);
});
