/** What the user thinks of an answer: a frame of the run that changes nothing else of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { buildTrajectory } from '../../../src/lib/agent/log/trajectory.ts';
import { createLogFromFrames, exportLog } from '../../../src/lib/agent/log/trajectory-log.ts';
import { Timeline } from '../../../src/lib/agent/log/timeline.ts';
import type { Rating } from '../../../src/lib/agent/frames/control-frames.ts';
import { dropEarlier, type Command } from '../../../src/lib/agent/storage-ports.ts';
import { findForkEnd } from '../../../src/lib/agent/store/fork.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { goOn } from '../../kit/web/researching.ts';
import { articleWith, drive, specOf, stateOf, stored, world } from '../../kit/runs/world.ts';

const CHAT = specOf({ job: 'chat', goal: 'What is a tide?' });
const answered = async () => {
  const model = agentModel([{ text: 'Water that rises.' }, { text: 'The moon.' }]);
  const w = world(model, articleWith('Tides.'));
  const frames = await drive(w, [], CHAT);
  return { model, w, frames };
};
type Answered = Awaited<ReturnType<typeof answered>>;

let ids = 0;
async function rate({ w }: Answered, past: readonly Frame[], exchange: number, rating: Rating): Promise<Frame[]> {
  const id = `rate ${String((ids += 1))}`;
  w.now += 60_000;
  w.commands.push({ id, type: 'rate', exchange, rating });
  const frames = await drive(w, stored(past), CHAT, () => void w.commands.splice(0));
  w.commands.splice(0);
  return frames;
}

describe('the rating of an answer', () => {
  it('is one frame more, kept until it is changed or taken back, and asks no model', async () => {
    const run = await answered();
    const before = stateOf(run.frames);
    const good = await rate(run, run.frames, 0, 'good');
    expect(good.length).toBe(run.frames.length + 1);
    const after = stateOf(good);
    expect([after.status, after.ratings.get(0)]).toEqual(['done', 'good']);
    expect(after.request).toEqual(before.request);
    expect([after.step, after.usage]).toEqual([before.step, before.usage]);
    const taken = await rate(run, await rate(run, good, 0, 'bad'), 0, 'none');
    expect(stateOf(taken).ratings.get(0)).toBe('none');
    expect(run.model.asked).toHaveLength(1);
  });

  it('is kept where a question that follows reaches the next worker with it', () => {
    const inbox: Command[] = [
      { id: 'late', type: 'rate', exchange: 0, rating: 'good' },
      { id: 'stop', type: 'cancel' },
    ];
    expect(dropEarlier(inbox, 1)).toEqual(inbox.slice(0, 1));
  });

  it('is of an answer that is there alone', async () => {
    const run = await answered();
    expect(await rate(run, run.frames, 1, 'good')).toHaveLength(run.frames.length);
  });

  it('is no step, takes no time, and reaches no model in a follow-up', async () => {
    const run = await answered();
    const rated = await rate(run, run.frames, 0, 'bad');
    const steps = (frames: readonly Frame[]) => Timeline.of(frames).getAgent(null).listItems();
    expect(steps(rated)).toEqual(steps(run.frames));
    const took = (frames: readonly Frame[]) =>
      (JSON.parse(exportLog(frames, 'json')) as { log: { metrics: { duration: number } } }).log.metrics.duration;
    expect(took(rated)).toBe(took(run.frames));
    const night = 86_400_000;
    const nextDay = run.frames.map((frame) => ({ ...frame, seq: frame.seq + run.frames.length, at: frame.at + night }));
    expect(took([...run.frames, ...nextDay])).toBe(2 * took(run.frames));
    const { state } = await goOn(
      run.w,
      { frames: rated, state: stateOf(rated) },
      { job: 'chat', goal: 'Why?', also: [] },
    );
    expect([state.request.answer?.text, state.ratings.get(0)]).toEqual(['The moon.', 'bad']);
    expect(JSON.stringify(run.model.asked)).not.toContain('found the answer');
  });

  it('leaves a run that ended as it ended, also in its trajectory', async () => {
    const run = await answered();
    const frames = await rate(run, run.frames, 0, 'good');
    expect(buildTrajectory(createLogFromFrames(frames)).status).toBe('completed');
  });

  it('is in every export', async () => {
    const run = await answered();
    const rated = await rate(run, run.frames, 0, 'good');
    for (const format of ['ndjson', 'json', 'markdown'] as const) {
      expect(exportLog(rated, format)).toContain('The person found the answer good.');
      expect(exportLog(rated, format)).toMatch(/"rating": ?"good"/);
    }
  });

  it('goes with a branch, and not with an answer that is written again', async () => {
    const run = await answered();
    const rated = await rate(run, run.frames, 0, 'good');
    expect(findForkEnd(rated, 0, 'end')).toBe(rated.length);
    expect(findForkEnd(rated, 0, 'answer')).toBe(findForkEnd(run.frames, 0, 'answer'));
  });

  it('is the last that was given, whatever was given before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Rating>('good', 'bad', 'none'), { minLength: 1, maxLength: 5 }),
        async (ratings) => {
          const run = await answered();
          let frames: readonly Frame[] = run.frames;
          for (const rating of ratings) frames = await rate(run, frames, 0, rating);
          expect(stateOf(frames).ratings.get(0)).toBe(ratings.at(-1));
        },
      ),
      { numRuns: 20 },
    );
  });
});
