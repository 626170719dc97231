/**
 * A real run over a page of many parts, for the benchmarks: the product's own loop, job and tools; only the model's
 * words are scripted, and its reply is at once there.
 */
import type { Commit, Frame, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { runAgentLoop } from '../../../src/lib/agent/loop/loop.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { summarise } from '../../../src/lib/jobs/summarise.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { longPage, specOf, world, type World } from '../../kit/runs/world.ts';

/** What the model says of each part: some forty words. */
export const NOTE =
  '- The tide gauge keeps a slow and patient record of the sea that nobody in the town has read. '.repeat(2);

/** So small a window that a page of moderate size has hundreds of parts. */
const CONTEXT_TOKENS = 1000;
/** Paragraphs of `longPage` that fill one part of that window, at least. */
const PARAGRAPHS_PER_PART = 12;

export const SPEC: RunSpec = specOf({
  limits: { maxSteps: 5, maxRetries: 3, wallClockMs: 24 * 3_600_000, tokenBudget: 1e12, maxCost: null, warnAt: 0.8 },
});

/** A world whose page has at least so many parts. */
export function worldOfParts(parts: number): World {
  const model = scriptedModel(
    () => [
      { type: 'text', text: NOTE },
      { type: 'done', finish: 'stop', usage: { input: 300, output: 45, cached: 0, reasoning: 0 } },
    ],
    { contextTokens: CONTEXT_TOKENS },
  );
  return world(model, longPage(parts * PARAGRAPHS_PER_PART));
}

export const start = ({ ports }: World, past: readonly Frame[] = []): AsyncGenerator<Commit, AgentState, void> =>
  runAgentLoop(SPEC, ports, () => summarise, past);

/** Whether a commit is the end of a step: the model's reply on one part. */
export const endsStep = (commit: Commit): boolean => commit[0].kind === 'model.reply';

/** The first commits of a run, until it has so many frames. Throws when the run ends before. */
export async function commitsOf(frames: number): Promise<Commit[]> {
  const commits: Commit[] = [];
  let count = 0;
  for await (const commit of start(worldOfParts(Math.ceil(frames / 3)))) {
    commits.push(commit);
    count += commit.length;
    if (count >= frames) return commits;
  }
  throw new Error(`The run ended after ${count} frames of ${frames}.`);
}
