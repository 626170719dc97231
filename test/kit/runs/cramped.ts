/** Runs whose results are large for the model's window: their contexts are compacted. */
import fc from 'fast-check';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { CompactionFrame } from '../../../src/lib/agent/frames/model-frames.ts';
import type { Plot } from './generated-run.ts';
import { plotOf } from './plots.ts';

export const WORD = { reasoning: 'A reason. '.repeat(90), observation: 'It means something. '.repeat(30) };
/** One decision after the other, none of them the same: to look at things, with a failure and a question now and then. */
const long = (maxLength: number) =>
  fc
    .array(
      fc.record({
        names: fc.array(fc.constantFrom('look', 'look', 'put', 'several', 'inside', 'broken'), {
          minLength: 1,
          maxLength: 2,
        }),
        asks: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      }),
      { minLength: 3, maxLength },
    )
    .map((steps) =>
      steps.map(({ names, asks }, n) =>
        asks
          ? { calls: [{ name: 'ask_user', args: { question: `Which of ${String(n)}?` } }] }
          : { calls: names.map((name, i) => ({ name, args: { ...WORD, n: 10 * n + i } })) },
      ),
    );

/** From windows that are too small for what must stay. Fewer than half of the runs of a few decisions are compacted. */
const ANY_WINDOW = { min: 3000, max: 6000 } as const;
/** Windows in which some nine of ten runs of a few decisions are compacted. */
export const FILLED_WINDOW = { min: 5500, max: 7000 } as const;

/** Runs whose results are large for the model's window. */
export const crampedOf = (maxLength: number, window: { readonly min: number; readonly max: number } = ANY_WINDOW) =>
  fc
    .record({
      script: long(maxLength),
      contextTokens: fc.integer(window),
      bulk: fc.integer({ min: 1500, max: 9000 }),
      opening: fc.boolean(),
      toolCalling: fc.constantFrom('native' as const, 'text' as const),
      flaky: fc.constantFrom([0], [0, 0, 1]),
    })
    .map(({ script, ...rest }): Plot => plotOf(script, rest));
export const cramped = crampedOf(9);

export const isCompaction = (frame: Frame): frame is CompactionFrame => frame.kind === 'compaction';
