/**
 * Orders the frames of a run for display: the frames of a sub-agent follow the call that invoked it. Every frame
 * appears
 * exactly once, even if the frame of the call is missing.
 */
import type { Frame } from './frames.ts';
import { createCorrelationId, parseCorrelationId } from './subs.ts';

export interface NestedFrame {
  readonly frame: Frame;
  /** Number of agent calls above it; 0 for the main agent. */
  readonly depth: number;
}

export function nestFrames(frames: readonly Frame[]): readonly NestedFrame[] {
  const main: Frame[] = [];
  const remaining = new Map<string, Frame[]>();
  for (const frame of frames) {
    const { correlationId: name } = frame;
    const agentFrames = name === null ? main : remaining.get(name);
    if (agentFrames) agentFrames.push(frame);
    else if (name !== null) remaining.set(name, [frame]);
  }
  const result = [...iterateNested(main, 0, remaining)];
  for (const [name, agentFrames] of remaining)
    if (remaining.delete(name)) result.push(...iterateNested(agentFrames, parseCorrelationId(name).length, remaining));
  return result;
}

/** `remaining`: frames not yet yielded, by the agent's correlation id. */
function* iterateNested(
  agentFrames: readonly Frame[],
  depth: number,
  remaining: Map<string, Frame[]>,
): Generator<NestedFrame, void, undefined> {
  for (const frame of agentFrames) {
    yield { frame, depth };
    if (frame.kind !== 'tool.call') continue;
    const { correlationId, key } = frame;
    const name = createCorrelationId(correlationId === null ? null : { correlationId }, key);
    const calledFrames = remaining.get(name);
    if (calledFrames && remaining.delete(name)) yield* iterateNested(calledFrames, depth + 1, remaining);
  }
}
