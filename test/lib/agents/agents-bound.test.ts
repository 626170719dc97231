/** What agents may take at most, held against runs whose agents take what they can. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { play } from '../../kit/runs/generated-run.ts';
import { nests } from '../../kit/runs/nests.ts';
import { ROOMY, tight } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { MAX_AGENTS_CALLED } from '../../../src/lib/agent/frames/narrow-config.ts';

digestInTurn();

it('agents take no more than so many of the largest may, whatever they do', async () => {
  const own = fc.record({ max_tokens_per_invocation: fc.constantFrom(500, 3000, 9000) });
  const options = { own, limits: fc.oneof(tight, fc.constant(ROOMY)), usage: fc.constant('most' as const) };
  let [taken, near] = [0, 0];
  await fc.assert(
    fc.asyncProperty(nests(options), async (plot) => {
      const { frames } = await play(plot);
      const largest = Math.max(
        ...(plot.agents ?? []).map(({ manifest }) => manifest.agent.limits.max_tokens_per_invocation),
      );
      const decides = plot.toolCalling !== 'none';
      const most = decides ? Math.min(plot.limits.tokenBudget, MAX_AGENTS_CALLED[0] * largest) : 0;
      const actual = frames.reduce(
        (sum, frame) =>
          frame.kind === 'usage' && frame.correlationId !== null ? sum + frame.input + frame.output : sum,
        0,
      );
      expect(actual).toBeLessThanOrEqual(most);
      taken += Number(actual > 0);
      near = Math.max(near, actual / most);
    }),
    { numRuns: 200 },
  );
  expect(taken).toBeGreaterThan(0); // some 32 on average
  expect(near).toBeGreaterThan(0.1); // it is no figure that nothing could reach
});
