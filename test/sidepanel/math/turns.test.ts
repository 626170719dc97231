import { describe, expect, it } from 'vitest';
import { returnTurn, takeTurn, waitForTurn } from '../../../src/sidepanel/math/formula-view.tsx';
import { eventually } from '../../kit/base/eventually.ts';

describe('turns of formulas', () => {
  it('are so many in a frame, and so many in all until some are given back', async () => {
    let taken = 0;
    const takeAll = (): number => {
      const before = taken;
      while (takeTurn(1)) taken += 1;
      return taken - before;
    };
    const inFirstFrame = takeAll();
    expect(inFirstFrame).toBeLessThan(100);
    const begun: number[] = [];
    const cancel = waitForTurn(1, () => begun.push(0));
    waitForTurn(1, () => begun.push(1));
    cancel();
    await eventually(() => expect(begun).toEqual([1])); // in a later frame
    taken += 1;
    await eventually(() => {
      takeAll();
      expect(taken).toBe(1000);
    });
    expect(takeTurn(1)).toBe(false);
    waitForTurn(1, () => begun.push(2));
    returnTurn();
    await eventually(() => expect(begun).toEqual([1, 2]));
  });
});
