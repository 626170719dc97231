/** The only way out, held against a model that obeys every order and leaks all it reads. `KL_LONG=1` plays 50,000 attacks. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeAttack } from '../../../kit/leak-judge.ts';
import { attacks, playAttack } from '../../../kit/leak-worlds.ts';
import { digestInTurn } from '../../../kit/virtual-clock.ts';

digestInTurn();

const RUNS = process.env['KL_LONG'] === '1' ? 50_000 : 2000;

it(
  `[R11.6] nothing private leaves that no card had shown, and nothing is read without a right to it, in ${String(RUNS)} attacks`,
  async () => {
    let departures = 0;
    await fc.assert(
      fc.asyncProperty(attacks, async (attack) => {
        const played = await playAttack(attack);
        departures += played.sent.length;
        expect(judgeAttack(attack, played)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(departures).toBeGreaterThan(RUNS / 2);
  },
  RUNS * 300,
);
