import { beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames.ts';
import { createSession, fold, foldAll, headAfter } from '../../../src/lib/agent/state.ts';
import { echo, scriptedModel } from '../../kit/scripted-model.ts';
import { driveThrough, longPage, specOf, stored, world } from '../../kit/world.ts';

let frames: Frame[] = [];

beforeAll(async () => {
  const model = scriptedModel(
    (request, nth) =>
      nth === 3
        ? [{ type: 'error', failure: { code: 'model.server', message: 'm', cure: 'c', retryable: true } }]
        : echo(request, nth),
    { contextTokens: 2048 },
  );
  frames = await driveThrough(world(model, longPage(80)), [], specOf());
});

describe('the fold', () => {
  it('is pure: it changes neither the state nor the frame, and storage changes nothing [R3.1a]', () => {
    const frozen = Object.freeze(foldAll(frames.slice(0, 9)));
    const next = frames[9];
    expect(next && Object.isFrozen(next) && Object.isFrozen(next.labels)).toBe(true);
    expect(next && fold(frozen, next)).not.toBe(frozen);
    expect(foldAll(stored(frames))).toEqual(foldAll(frames));
  });

  it('agrees with the head record that the store keeps', () => {
    let head: ReturnType<typeof headAfter> | null = null;
    let state = createSession();
    for (const frame of frames) {
      head = headAfter(head, frame);
      state = fold(state, frame);
      expect(head).toMatchObject({
        status: state.status,
        lastSeq: state.lastSeq,
        input: state.usage.input,
        output: state.usage.output,
      });
    }
  });

  it('ignores kinds it does not know', () => {
    const stranger = { ...frames[3], kind: 'something.newer' } as unknown as Frame;
    expect(fold(foldAll(frames.slice(0, 3)), stranger).status).toBe('running');
  });
});
