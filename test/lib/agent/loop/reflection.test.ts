/** What a run learns from its failures, and what it does about it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, ToolResultFrame } from '../../../../src/lib/agent/frames/frames.ts';
import type { ReflectionFrame } from '../../../../src/lib/agent/frames/model-frames.ts';
import {
  addReflection,
  EMPTY_MEMORY,
  getRelevantReflections,
  isEscalated,
  isRepeatedError,
  suggestAlternative,
} from '../../../../src/lib/agent/state/memory.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { stringifyCanonical } from '../../../../src/lib/base/json.ts';
import type { ModelEvent } from '../../../../src/lib/models/model.ts';
import { answering } from '../../../kit/runs/answering.ts';
import { play, type Played, type PlayHooks } from '../../../kit/runs/generated-run.ts';
import { plotOf, plots, ROOMY } from '../../../kit/runs/plots.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';

digestInTurn();

const isReflection = (frame: Frame): frame is ReflectionFrame => frame.kind === 'reflection';
const isFailure = (frame: Frame): frame is ToolResultFrame => frame.kind === 'tool.result' && frame.isError;
const call = (name: string, n = 1) => ({ name, args: { reasoning: 'Because.', n } });

/** Runs in which much goes wrong. */
const failing = plots({ tools: ['broken', 'shaky', 'stuck', 'look', 'open'], maxLength: 6 });

/** A model whose reflections are these events. */
const reflecting = (events: readonly ModelEvent[]): PlayHooks => answering('reflect', events);

const says = (text: string): PlayHooks =>
  reflecting([
    { type: 'text', text },
    { type: 'done', finish: 'stop', usage: { input: 1, output: 1 } },
  ]);

const onlyReflection = ({ frames }: Played): ReflectionFrame => {
  const found = frames.filter(isReflection);
  if (found.length !== 1 || !found[0]) throw new Error(`There are ${String(found.length)} reflections.`);
  return found[0];
};

describe('a failed action', () => {
  it('**Feature: agent-architecture-upgrade, Property 6: reflection stored and retrievable** [R5.1a] [R5.1b] [R3.1d]', async () => {
    let reflections = 0;
    await fc.assert(
      fc.asyncProperty(failing, async (plot) => {
        const { frames, asked } = await play(plot);
        const calls = frames.filter((frame) => frame.kind === 'model.call');
        for (const frame of frames.filter(isReflection)) {
          reflections += 1;
          const { memory } = foldAll(frames.slice(0, frame.seq + 1));
          expect(memory.reflections.at(-1)).toMatchObject({ id: frame.id, errorType: frame.errorType });
          expect(getRelevantReflections(frame.failedAction, memory).at(-1)?.id).toBe(frame.id);
          // the very next decision is shown it
          const next = calls.find(({ seq, purpose }) => seq > frame.seq && purpose === 'decide');
          const request = next && asked[calls.indexOf(next)];
          if (request) expect(JSON.stringify(request.messages)).toContain(frame.analysis.slice(0, 40));
        }
        // each failure is thought about once, and before the next decision; a user’s no is no failure
        const thought = frames.filter(isReflection).flatMap(({ of }) => of);
        expect(new Set(thought).size).toBe(thought.length);
        for (const result of frames.filter(isFailure)) {
          const plan = frames.find((frame) => frame.kind === 'plan' && frame.seq > result.seq);
          const decidedBy = frames.findLast((frame) => frame.kind === 'plan' && frame.seq < result.seq);
          const mattered =
            plan &&
            decidedBy?.kind === 'plan' &&
            decidedBy.by === 'model' &&
            plan.kind === 'plan' &&
            plan.by === 'model';
          const reflected = frames.find((frame) => isReflection(frame) && frame.of.includes(result.key));
          if (result.error?.code === 'tool.declined') expect(reflected).toBeUndefined();
          else if (mattered) expect(reflected?.seq).toBeLessThan(plan.seq);
        }
      }),
      { numRuns: 100 },
    );
    expect(reflections).toBeGreaterThan(0); // some 166 on average
  });

  it('of a type that has come before calls for another approach, and is not run a third time [R5.1c]', async () => {
    let escalated = 0;
    await fc.assert(
      fc.asyncProperty(failing, async ({ script, ...plot }) => {
        const { frames } = await play({ ...plot, script: script.flatMap((say) => [say, say, say]) });
        const before = new Map<string, number>();
        for (const frame of frames.filter(isReflection)) {
          const times = before.get(frame.errorType) ?? 0;
          expect(frame.repeated).toBe(times > 0);
          before.set(frame.errorType, times + 1);
        }
        const failed = new Map<string, string>();
        let memory = EMPTY_MEMORY;
        for (const frame of frames) {
          if (isReflection(frame)) {
            memory = addReflection(memory, frame);
            failed.set(`${frame.failedAction.tool} ${stringifyCanonical(frame.failedAction.args)}`, frame.errorType);
          }
          if (frame.kind !== 'plan' || frame.decision !== 'call' || frame.by === 'rule') continue;
          for (const made of frames.filter((each) => each.kind === 'tool.call' && each.step === frame.step)) {
            if (made.kind !== 'tool.call') continue;
            const code = failed.get(`${made.tool} ${stringifyCanonical(made.args)}`);
            if (code === undefined) continue;
            expect(isEscalated(code, memory), `${made.tool} is run again after ${code} came twice`).toBe(false);
          }
        }
        escalated += frames.filter(
          (frame) => frame.kind === 'plan' && frame.problem?.includes('another approach') === true,
        ).length;
      }),
      { numRuns: 100 },
    );
    expect(escalated).toBeGreaterThan(0); // some 38 on average
  });

  it('is analysed in what the model says, as JSON or in plain words', async () => {
    const script = [{ calls: [call('broken')] }];
    const json = await play(
      plotOf(script),
      undefined,
      says('```json\n{"analysis": "It is down.", "suggested_fix": "Use look."}\n```'),
    );
    expect(onlyReflection(json)).toMatchObject({
      by: 'model',
      errorType: 'tool.broken',
      failedAction: { tool: 'broken', args: { n: 1 } },
      analysis: 'It is down.',
      suggestedFix: 'Use look.',
      repeated: false,
    });
    const words = await play(plotOf(script), undefined, says('It seems to be down for everyone.'));
    expect(onlyReflection(words)).toMatchObject({
      by: 'model',
      analysis: 'It seems to be down for everyone.',
      suggestedFix: 'Do without.',
    });
    const nothing = await play(plotOf(script), undefined, says('   '));
    expect(onlyReflection(nothing)).toMatchObject({
      by: 'rule',
      analysis: 'It is broken.',
      suggestedFix: 'Do without.',
    });
  });

  it('is written down by code where no model can be asked: the run goes on [R5.1d]', async () => {
    const script = [{ calls: [call('broken')] }];
    const hopeless = { code: 'model.unauthorized', message: 'No.', hint: '', retryable: false };
    const refused = await play(plotOf(script), undefined, reflecting([{ type: 'error', failure: hopeless }]));
    expect(onlyReflection(refused)).toMatchObject({ by: 'rule', analysis: 'It is broken.' });
    expect(refused.state.request.answer).toMatchObject({ partial: false });
    const down = { ...hopeless, code: 'model.server', retryable: true };
    const again = await play(plotOf(script), undefined, reflecting([{ type: 'error', failure: down }]));
    expect(again.frames.filter((frame) => frame.kind === 'model.call' && frame.purpose === 'reflect')).toHaveLength(
      ROOMY.maxRetries + 1,
    );
    expect(onlyReflection(again)).toMatchObject({ by: 'rule' });
    expect(again.state.request.answer).toMatchObject({ partial: false });
  });

  it('is not thought about when no step is left to do better in', async () => {
    const { frames } = await play(plotOf([{ calls: [call('broken')] }], { limits: { ...ROOMY, maxSteps: 2 } }));
    expect(frames.filter(isFailure)).toHaveLength(1);
    expect(frames.some(isReflection)).toBe(false);
  });

  it('that failed beside others in the same way is thought about with them, at the cost of one call', async () => {
    const { frames } = await play(plotOf([{ calls: [call('broken', 1), call('broken', 2), call('look', 1)] }]));
    expect(onlyReflection({ frames } as Played).of).toHaveLength(2);
  });
});

describe('episodic memory', () => {
  const episode = (tool: string, errorType: string, n: number) =>
    ({
      kind: 'reflection',
      id: `r1/${String(n)}`,
      errorType,
      failedAction: { tool, args: {} },
      analysis: `A${String(n)}`,
      repeated: false,
    }) as ReflectionFrame;

  it('gives the last three on the same tool, or on any, oldest first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }),
        fc.constantFrom('a', 'b', null),
        (tools, tool) => {
          const all = tools.map((name, n) => episode(name, 'x', n));
          const memory = all.reduce(addReflection, EMPTY_MEMORY);
          const wanted = all.filter(({ failedAction }) => tool === null || failedAction.tool === tool).slice(-3);
          expect(getRelevantReflections(tool === null ? null : { tool }, memory).map(({ id }) => id)).toEqual(
            wanted.map(({ id }) => id),
          );
        },
      ),
    );
  });

  it('knows which types of error it has met, and speaks of another approach from the second on', () => {
    const once = addReflection(EMPTY_MEMORY, episode('a', 'x', 0));
    expect([isRepeatedError('x', EMPTY_MEMORY), isRepeatedError('x', once), isRepeatedError('y', once)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(suggestAlternative(once)).toBe('');
    const twice = addReflection(once, { ...episode('a', 'x', 1), repeated: true });
    expect(suggestAlternative(twice)).toMatch(/x happened 2 times.*another approach/);
  });
});
