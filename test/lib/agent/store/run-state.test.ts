import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { selectBestPartial } from '../../../../src/lib/agent/state/partial-answer.ts';
import { createSession } from '../../../../src/lib/agent/state/agent-state.ts';
import { foldAll, fold } from '../../../../src/lib/agent/state/fold.ts';
import { iterateSubAgents } from '../../../../src/lib/agent/state/sub-agents.ts';
import { updateRunSummary } from '../../../../src/lib/agent/state/run-summary.ts';
import { echo, scriptedModel } from '../../../kit/models/scripted-model.ts';
import { frames as script, say } from '../../../sidepanel/kit/script.ts';
import { anyFrames } from '../log-arbitraries.ts';
import { driveThrough, longPage, specOf, stored, world } from '../../../kit/runs/world.ts';

let frames: Frame[] = [];

beforeAll(async () => {
  const model = scriptedModel(
    (request, nth) =>
      nth === 3
        ? [{ type: 'error', failure: { code: 'model.server', message: 'm', hint: 'c', retryable: true } }]
        : echo(request, nth),
    { contextTokens: 2048 },
  );
  frames = await driveThrough(world(model, longPage(80)), [], specOf());
});

describe('the fold', () => {
  it('is pure: it changes neither the state nor the frame, and storage changes nothing', () => {
    const frozen = Object.freeze(foldAll(frames.slice(0, 9)));
    const next = frames[9];
    expect(next && Object.isFrozen(next) && Object.isFrozen(next.labels)).toBe(true);
    expect(next && fold(frozen, next)).not.toBe(frozen);
    expect(foldAll(stored(frames))).toEqual(foldAll(frames));
  });

  it('agrees with the head record that the store keeps', () => {
    let head: ReturnType<typeof updateRunSummary> | null = null;
    let state = createSession();
    for (const frame of frames) {
      head = updateRunSummary(head, frame);
      state = fold(state, frame);
      expect(head).toMatchObject({
        status: state.status,
        lastSeq: state.lastSeq,
        input: state.usage.input,
        output: state.usage.output,
      });
    }
  });

  it('lets a wait go on while more is shown to the model again', () => {
    const told = script(say.invoked(), say.wait(9), say.control({ control: 'restore', compaction: 'run-1/7' }));
    expect(foldAll(told)).toMatchObject({ status: 'waiting', request: { wait: { until: 9 } } });
    const head = told.reduce<ReturnType<typeof updateRunSummary> | null>(updateRunSummary, null);
    expect(head).toMatchObject({ status: 'waiting', until: 9 });
  });

  it('is the same in one go and in two, whatever agents frames say they are of', () => {
    fc.assert(
      fc.property(anyFrames, fc.nat(), fc.boolean(), (all, cut, backwards) => {
        const frames = backwards ? all.toReversed() : all;
        const at = cut % (frames.length + 1);
        const whole = foldAll(frames);
        expect(foldAll(stored(frames.slice(at)), foldAll(stored(frames.slice(0, at))))).toEqual(whole);
        expect(whole.lastSeq).toBe(frames.at(-1)?.seq);
      }),
      { numRuns: 300 },
    );
  });

  it('counts what agents spend as their callers’ too, and says of a run what its head record does', () => {
    let nested = 0;
    fc.assert(
      fc.property(anyFrames, (all) => {
        const state = foldAll(all);
        const { input, output } = state.usage;
        const head = all.reduce<ReturnType<typeof updateRunSummary> | null>(updateRunSummary, null);
        expect(head).toMatchObject({ status: state.status, lastSeq: state.lastSeq, input, output });
        for (const sub of iterateSubAgents(state)) {
          nested += 1;
          expect(sub.usage.input).toBeLessThanOrEqual(input);
        }
      }),
      { numRuns: 300 },
    );
    expect(nested).toBeGreaterThan(0); // some 823 on average
  });

  it('ignores kinds it does not know', () => {
    const stranger = { ...frames[3], kind: 'something.newer' } as unknown as Frame;
    expect(fold(foldAll(frames.slice(0, 3)), stranger).status).toBe('running');
  });
});

describe('the best there is of a run that stopped', () => {
  const look = [say.invoked(), say.plan(1), say.toolCall('find_in_page', '1.0/a'), say.result('1.0/a', 'No.', true)];

  it.each(['reflect', 'compact'] as const)('is never what a call to %s wrote', (purpose) => {
    for (const end of ['stop', 'failed', 'aborted'] as const) {
      const asides = [...look, say.aside(purpose), say.reply('It failed because of the word.', purpose, end)];
      expect(selectBestPartial(foldAll(script(...asides)))).toBe('');
      const writing = [say.modelCall('a'), say.reply('Half of', 'a', 'failed')];
      expect(selectBestPartial(foldAll(script(...look, ...writing, ...asides.slice(4))))).toBe('Half of');
    }
  });

  it('is no thought of a decision that was not acted on', () => {
    const thinking = [say.decide('d', 1), say.reply('<thought>Hm.</thought>', 'd')];
    expect(selectBestPartial(foldAll(script(say.invoked(), ...thinking)))).toBe('');
  });
});
