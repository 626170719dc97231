import { describe, expect, it, vi } from 'vitest';
import { giveBack, takeTurn, waitForTurn } from '../../../src/sidepanel/math/turns.ts';

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
    await vi.waitFor(() => expect(begun).toEqual([1])); // in a later frame
    taken += 1;
    await vi.waitFor(
      () => {
        takeAll();
        expect(taken).toBe(1000);
      },
      { timeout: 10_000 },
    );
    expect(takeTurn(1)).toBe(false);
    waitForTurn(1, () => begun.push(2));
    giveBack();
    await vi.waitFor(() => expect(begun).toEqual([1, 2]));
  });
});
