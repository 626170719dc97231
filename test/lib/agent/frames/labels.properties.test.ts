import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTool } from '../../../../src/lib/agent/tool-calls/index.ts';
import { mergeLabels, type Labels } from '../../../../src/lib/agent/frames/labels.ts';
import { play, type Durable, type Plot } from '../../../kit/runs/generated-run.ts';
import { laundered } from '../../../kit/runs/inheritance.ts';
import { plotOf, plots, tight } from '../../../kit/runs/plots.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';

digestInTurn();

const labels: fc.Arbitrary<Labels> = fc.record({
  integrity: fc.constantFrom('system', 'user', 'untrusted'),
  confidentiality: fc.constantFrom('public', 'private'),
  origin: fc.constantFrom('https://a.example', 'https://b.example', 'user', 'model', 'system'),
});

describe('the worst of labels', () => {
  it('is no better than any of them, and no worse than all', () => {
    fc.assert(
      fc.property(labels, fc.array(labels), (first, rest) => {
        const all = [first, ...rest];
        const made = mergeLabels(first, ...rest);
        expect(all.some(({ integrity }) => integrity === made.integrity)).toBe(true);
        expect(all.some(({ confidentiality }) => confidentiality === made.confidentiality)).toBe(true);
        if (all.some(({ integrity }) => integrity === 'untrusted')) expect(made.integrity).toBe('untrusted');
        else if (all.some(({ integrity }) => integrity === 'user')) expect(made.integrity).toBe('user');
        if (all.some(({ confidentiality }) => confidentiality === 'private'))
          expect(made.confidentiality).toBe('private');
      }),
    );
  });
});

/** Plays the plot, and takes down what is left after each of its writes. */
async function playWithCommits(plot: Plot) {
  const left: Durable[] = [];
  const run = await play(plot, undefined, {
    onPoint: (name, copy) => {
      if (name === 'after storing') left.push(copy());
    },
  });
  return { run, left };
}

const VISION = { toolCalling: 'native', metered: true, prices: null } as const;

describe('no frame of a run', () => {
  it('[R9.1] is held for better, or for less private, than what it was made of', async () => {
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(plots({ stops: true }), plots({ limits: tight })), async (plot) => {
        const all = laundered((await play(plot)).frames);
        looked += all.looked;
        expect(all.found).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(looked).toBeGreaterThan(0); // some 6,400 on average
  });

  it('is so where a tool goes on without a model call that was given up', async () => {
    const script = [{ calls: [{ name: 'glance', args: { reasoning: 'r', n: 1 } }] }];
    const { frames } = await play({ ...plotOf(script), crew: { vision: VISION }, moods: { vision: ['refuses'] } });
    const results = frames.filter((frame) => frame.kind === 'tool.result');
    expect(results).toMatchObject([{ tool: 'glance', isError: true, labels: { confidentiality: 'private' } }]);
    expect(laundered(frames).found).toEqual([]);
  });

  it('is so after an interruption at any write', async () => {
    let cuts = 0;
    await fc.assert(
      fc.asyncProperty(plots({ maxLength: 4 }), fc.nat(3), async (plot, from) => {
        const { left } = await playWithCommits(plot);
        for (const durable of left.filter((_, i) => i % 4 === from)) {
          const cut = await play(plot, durable);
          expect(laundered(cut.frames).found, `cut after ${String(durable.frames.length)} frames`).toEqual([]);
          cuts += 1;
        }
      }),
      { numRuns: 60 },
    );
    expect(cuts).toBeGreaterThan(0); // some 277 on average
  });

  it('is so where a tool says that it vouches for what it has read, or was told by a model that read it', async () => {
    const script = [
      { calls: [{ name: 'look', args: { reasoning: 'r', n: 1 } }] },
      { calls: [{ name: 'put', args: { reasoning: 'r', n: 1 } }] },
      { calls: [{ name: 'inside', args: { reasoning: 'r', n: 1 } }] },
    ];
    const { frames } = await play(plotOf(script), undefined, {
      around: (parts) => {
        const tools = new Map(parts.job.registry.tools);
        for (const [name, tool] of tools)
          tools.set(name, {
            ...tool,
            async *run(args, context) {
              const { objects } = context.state();
              for (const { body } of objects) await context.read(body.hash);
              const outcome = yield* runTool(tool, args, context);
              const clean = { integrity: 'system', confidentiality: 'public', origin: 'system' } as const;
              return { ...outcome, labels: name === 'look' ? outcome.labels : clean };
            },
          });
        return { ...parts, job: { ...parts.job, registry: { tools } } };
      },
    });
    const results = frames.flatMap((frame) => (frame.kind === 'tool.result' && frame.tool !== 'watch' ? [frame] : []));
    expect(results.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['look', false],
      ['put', false],
      ['inside', false],
    ]);
    const watched = frames.find((frame) => frame.kind === 'tool.result' && frame.tool === 'watch');
    expect(watched?.labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
    for (const { labels: made } of results)
      expect(made).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
    expect(laundered(frames).found).toEqual([]);
  });
});
