/**
 * The frames of a run in the order in which a person is told of them: those of an agent that was called follow the call that
 * it was called with. The one rule: each frame stands there once, also of agents whose call nobody wrote down.
 */
import type { Frame } from './frames.ts';
import { correlated, pathOf } from './subs.ts';

export interface Nested {
  readonly frame: Frame;
  /** How many calls of agents lead to it; 0 for the main agent's. */
  readonly depth: number;
}

export function nested(frames: readonly Frame[]): readonly Nested[] {
  const main: Frame[] = [];
  const left = new Map<string, Frame[]>();
  for (const frame of frames) {
    const { correlationId: name } = frame;
    const own = name === null ? main : left.get(name);
    if (own) own.push(frame);
    else if (name !== null) left.set(name, [frame]);
  }
  const all = [...told(main, 0, left)];
  for (const [name, own] of left) if (left.delete(name)) all.push(...told(own, pathOf(name).length, left));
  return all;
}

/** `left`: the frames, by their agent's name, that have not been told. */
function* told(own: readonly Frame[], depth: number, left: Map<string, Frame[]>): Generator<Nested, void, undefined> {
  for (const frame of own) {
    yield { frame, depth };
    if (frame.kind !== 'tool.call') continue;
    const { correlationId, key } = frame;
    const name = correlated(correlationId === null ? null : { correlationId }, key);
    const called = left.get(name);
    if (called && left.delete(name)) yield* told(called, depth + 1, left);
  }
}
