import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { Timeline } from '../../../../src/lib/agent/log/timeline.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { anyFrames } from '../log-arbitraries.ts';

const told = (timeline: Timeline, frames: readonly Frame[]) =>
  [null, ...frames.map(({ correlationId }) => correlationId)].map((name) => timeline.getAgent(name).listItems());

it('is the same built at once or frame by frame, and keeps each version of itself as it was', () => {
  fc.assert(
    fc.property(anyFrames, fc.nat(), (frames, at) => {
      const [early, late] = [frames.slice(0, at % frames.length), frames.slice(at % frames.length)];
      const before = Timeline.of(early);
      const versions = [before, ...[1, 2].map(() => late.reduce((timeline, frame) => timeline.with(frame), before))];
      for (const [index, version] of versions.entries()) {
        const all = index === 0 ? early : frames;
        expect(told(version, frames)).toEqual(told(Timeline.of(all), frames));
        expect(version.state).toEqual(foldAll(all));
        expect(version.charges.length).toBe(all.filter(({ kind }) => kind === 'usage').length);
      }
    }),
    { numRuns: 50 },
  );
});
