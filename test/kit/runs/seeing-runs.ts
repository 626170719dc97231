/** Runs over pictures: models that are asked about them, worlds with eyes, and what came of it. */
import { expect } from 'vitest';
import type { Frame, RunSpec, ToolResultFrame } from '../../../src/lib/agent/frames/frames.ts';
import type { Blobs, Model } from '../../../src/lib/agent/ports.ts';
import type { ModelEvent } from '../../../src/lib/models/model.ts';
import { agentModel, type AgentModel, type Say } from '../models/agent-model.ts';
import { echo, scriptedModel } from '../models/scripted-model.ts';
import { eyes, type Seen } from './seeing.ts';
import { articleWith, drive, memoryBlobs, stateOf, stored, world, type World } from './world.ts';

const PAGE = articleWith('The page says nothing of it.');

export const results = (frames: readonly Frame[]): readonly ToolResultFrame[] =>
  frames.filter((frame) => frame.kind === 'tool.result');
export const modelCalls = (frames: readonly Frame[]) => frames.filter((frame) => frame.kind === 'model.call');
const RULES = ['The picture has to be read first.', 'The page has to be read first.'];
export const asking = (script: readonly Say[], options: Parameters<typeof agentModel>[1] = {}): AgentModel =>
  agentModel(script, { notMine: RULES, ...options });
export const call = (name: string, args: Readonly<Record<string, unknown>>): Say => ({
  calls: [{ name, args: { reasoning: `Use ${name}.`, ...args } }],
});
export const offered = (model: AgentModel, nth: number): readonly string[] =>
  model.asked[nth]?.tools?.map(({ name }) => name) ?? [];

export function seeing(model: Model, seen: Seen, eye: Model = model, blobs: Blobs = memoryBlobs()) {
  const { ports, counts } = eyes(seen);
  const w = world(model, PAGE, { ...ports, blobs, getModel: ({ id }) => (id === 'vision' ? eye : model) });
  return { w, counts };
}

/** A model that sees, and says what it was asked. */
export const eyeOf = (events?: readonly ModelEvent[]) => ({
  ...scriptedModel((request, nth) => events ?? echo(request, nth), { contextTokens: 32_768 }),
  id: 'vision',
  pictures: true,
});

/** Plays a run whole, and from everything that a worker may leave behind: each time it ends in the same answer. */
export async function fromEveryCommit(
  seen: Seen,
  model: () => Model,
  spec: RunSpec,
  check: (frames: readonly Frame[]) => void = () => undefined,
): Promise<void> {
  const blobs = memoryBlobs();
  const live = (): World => seeing(model(), seen, eyeOf(), blobs).w;
  const ends: number[] = [];
  let length = 0;
  const whole = await drive(live(), [], spec, (commit) => void ends.push((length += commit.length)));
  check(whole);
  expect(stateOf(whole).status).toBe('done');
  for (const at of ends.slice(0, -1)) {
    const resumed = await drive(live(), stored(whole.slice(0, at)), spec);
    expect(stateOf(resumed).request.answer, `cut after ${String(at)} frames`).toEqual(stateOf(whole).request.answer);
    check(resumed);
  }
}
