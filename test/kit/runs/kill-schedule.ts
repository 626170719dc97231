/**
 * The death of workers: every moment of a run at which one may die is taken down, and a fresh worker goes on from what is
 * left, through JSON. The one rule: what a resumed run may differ in is said here once.
 */
import { expect } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { UsageFrame } from '../../../src/lib/agent/frames/model-frames.ts';
import { play, type Durable, type Played, type PlayHooks, type Plot } from './generated-run.ts';
import { AT_MOST_ONCE } from './tools.ts';

/** A moment at which a worker may die, with what is left of it. */
export interface Death {
  readonly name: string;
  readonly left: Durable;
}

/** Plays the plot, and takes down every moment at which its worker may die. */
export async function playWithDeaths(
  plot: Plot,
  from?: Durable,
  hooks: Pick<PlayHooks, 'around'> = {},
): Promise<{ readonly run: Played; readonly deaths: readonly Death[] }> {
  const deaths = new Map<string, Death>();
  const run = await play(plot, from, {
    ...hooks,
    onPoint(name, copy) {
      const left = copy();
      const key = whatIsLeft(left);
      if (!deaths.has(key)) deaths.set(key, { name, left });
    },
  });
  return { run, deaths: [...deaths.values()] };
}

/** Two deaths that leave the same are one: of a stream's pieces only the first matters. */
function whatIsLeft({ frames, inbox, drafts, deeds, server }: Durable): string {
  const sum = (all: ReadonlyMap<unknown, number>): number => [...all.values()].reduce((a, b) => a + b, 0);
  const failed = [...deeds.failed.values()].flat().length;
  return [
    frames.length,
    inbox.length,
    drafts.filter(({ text }) => text !== '').length,
    deeds.effects.length,
    sum(deeds.runs),
    failed,
    sum(server),
  ].join();
}

const paid = (frames: readonly Frame[]): Record<string, UsageFrame> => {
  const settled = new Set(
    frames.flatMap((frame) =>
      frame.kind === 'model.reply' && frame.finish !== 'failed' && frame.finish !== 'aborted' ? [frame.key] : [],
    ),
  );
  const last: Record<string, UsageFrame> = {};
  for (const frame of frames) if (frame.kind === 'usage' && settled.has(frame.key)) last[frame.key] = frame;
  return last;
};

const prompts = (frames: readonly Frame[]): Record<string, Set<string>> => {
  const all: Record<string, Set<string>> = {};
  for (const frame of frames) if (frame.kind === 'model.call') (all[frame.key] ??= new Set()).add(frame.promptHash);
  return all;
};

/** Effects, each call's once: an idempotent tool may do again what it has done. */
const done = (run: Pick<Played, 'deeds'>): string[] =>
  [...new Set(run.deeds.effects.map(({ key, tool, n }) => `${key} ${tool} ${String(n)}`))].sort();

/** No call of a tool with consequences had them twice. */
export function expectNothingTwice({ deeds }: Pick<Played, 'deeds'>): void {
  const keys = deeds.effects.flatMap(({ key, tool }) => (AT_MOST_ONCE.includes(tool) ? [key] : []));
  expect(new Set(keys).size, 'a tool ran twice for one call').toBe(keys.length);
}

/** A user was asked what became of a call: the run then knows less than one that nothing cut. */
export const unsure = ({ frames }: Pick<Played, 'frames'>): boolean =>
  frames.some((frame) => frame.kind === 'ask.user' && frame.form === 'outcome');

/** The run that was cut so many times ended as the whole one did. `beside`: model calls that may be under way at once. */
export function expectSame(cut: Played, whole: Played, cuts: number, beside = 3): void {
  expectNothingTwice(cut);
  expect(cut.frames.map((frame) => frame.seq)).toEqual(cut.frames.map((_, i) => i));
  const settled = cut.frames.flatMap((frame) =>
    frame.kind === 'model.reply' && frame.finish !== 'failed' && frame.finish !== 'aborted' ? [frame.key] : [],
  );
  expect(new Set(settled).size, 'what was answered was asked again').toBe(settled.length);
  for (const hashes of Object.values(prompts(cut.frames))) expect(hashes.size, 'one effect, one request').toBe(1);
  const lost = cut.frames.filter((frame) => frame.kind === 'usage' && frame.source === 'lost').length;
  expect(lost).toBeLessThanOrEqual(cuts * beside);
  if (unsure(cut)) return;
  expect(cut.state.request.answer).toEqual(whole.state.request.answer);
  expect(cut.state.status).toBe(whole.state.status);
  expect(cut.state.request.error).toEqual(whole.state.request.error);
  expect(done(cut)).toEqual(done(whole));
  expect(prompts(cut.frames)).toEqual(prompts(whole.frames));
  const tokens = (run: Played): unknown =>
    Object.fromEntries(
      Object.entries(paid(run.frames)).map(([key, { input, output, cached, reasoning }]) => [
        key,
        [input, output, cached, reasoning],
      ]),
    );
  expect(tokens(cut)).toEqual(tokens(whole));
}
