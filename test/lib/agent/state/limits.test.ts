import { describe, expect, it } from 'vitest';
import type { LimitName } from '../../../../src/lib/agent/frames/frames.ts';
import type { ModelEvent } from '../../../../src/lib/agent/ports.ts';
import type { Say } from '../../../kit/models/agent-model.ts';
import { beginning, play, type PlayHooks, type Played } from '../../../kit/runs/generated-run.ts';
import { plotOf, ROOMY } from '../../../kit/runs/plots.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { scriptedModel } from '../../../kit/models/scripted-model.ts';

digestInTurn();

const call = (name: string, n: number) => ({
  name,
  args: { reasoning: `To ${name}.`, n, observation: `Seen ${String(n)}.` },
});
const looking: readonly Say[] = Array.from({ length: 8 }, (_, n) => ({ calls: [call('look', n)] }));
const PLOT = plotOf(looking);
const limitsOf = ({ frames }: Played): LimitName[] =>
  frames.flatMap((frame) => (frame.kind === 'control' && frame.control === 'limit' ? [frame.limit] : []));

function expectPartial(run: Played, limit: LimitName, saying: RegExp): void {
  expect(limitsOf(run)).toEqual([limit]);
  expect(run.state.status).toBe('done');
  expect(run.state.request.answer).toMatchObject({
    partial: true,
    impossible: false,
    note: expect.stringMatching(saying) as string,
  });
  expect(run.state.request.answer?.text).not.toBe('');
}

/** The same run under a model of its own. */
const under = (stream: (nth: number) => readonly ModelEvent[], contextTokens = 32_768): PlayHooks => ({
  around: (parts) => {
    const model = scriptedModel((_request, nth) => stream(nth), { contextTokens });
    return { ...parts, ports: { ...parts.ports, getModel: () => model } };
  },
});
const DONE: ModelEvent = { type: 'done', finish: 'stop', usage: { input: 10, output: 5 } };

describe('a limit ends the run with the best there is, and says which it was:', () => {
  it('steps, after a last chance to answer, which a model that goes on calling has not taken [R2.2e] [R2.2a]', async () => {
    const obedient = await play({ ...PLOT, limits: { ...ROOMY, maxSteps: 4 } });
    expect(obedient.state).toMatchObject({ status: 'done', step: 4, request: { answer: { partial: false } } });
    expect(obedient.state.request.answer?.text).toMatch(/^Last answer/);
    const stubborn = await play(
      { ...PLOT, limits: { ...ROOMY, maxSteps: 3, maxRetries: 1 } },
      beginning(),
      under((nth) => [
        {
          type: 'tool-call',
          id: 'c',
          name: nth === 0 ? 'look' : 'broken',
          arguments: JSON.stringify({ reasoning: 'r', n: nth }),
        },
        { type: 'done', finish: 'tool-calls', usage: {} },
      ]),
    );
    expect(stubborn.state.step).toBe(2);
    expectPartial(stubborn, 'retries', /Several of the model’s replies/);
  });

  it('steps, when a rule takes the last one', async () => {
    // two things are seen, so that the trigger fires and uses the third step
    const run = await play({ ...PLOT, opening: true, limits: { ...ROOMY, maxSteps: 3 } });
    expectPartial(run, 'steps', /step limit/);
    expect(run.state.request.answer?.text).toContain('Looked');
  });

  it('retries, when no reply can be acted on', async () => {
    const run = await play({
      ...PLOT,
      script: [{ calls: [call('look', 1)] }, ...Array.from({ length: 9 }, () => ({ text: '' }))],
      limits: { ...ROOMY, maxRetries: 2 },
    });
    expectPartial(run, 'retries', /Several of the model’s replies/);
    expect(run.frames.filter((frame) => frame.kind === 'plan' && frame.decision === 'invalid')).toHaveLength(3);
    expect(run.state.request.answer?.text).toContain('Looked');
  });

  it('time, in the midst of a stream, of which it keeps what was written', async () => {
    const run = await play({
      ...PLOT,
      script: [{ text: 'A very long answer that never comes to its end. '.repeat(30) }],
      tempo: 10,
      limits: { ...ROOMY, wallClockMs: 300 },
    });
    expectPartial(run, 'time', /time limit/);
    expect(run.state.request.answer?.text).toMatch(/^A very long answer/);
    expect(run.state.usage.calls).toBe(1);
  });

  it('time, in the midst of a tool that hangs [R2.2b]', async () => {
    const run = await play({
      ...PLOT,
      script: [{ calls: [call('look', 1)] }, { calls: [call('stuck', 1)] }],
      limits: { ...ROOMY, wallClockMs: 3000 },
    });
    expectPartial(run, 'time', /time limit/);
  });

  it('tokens, before the call that could break the budget', async () => {
    const run = await play({ ...PLOT, limits: { ...ROOMY, tokenBudget: 10_000 } });
    expectPartial(run, 'tokens', /token limit/);
    expect(run.state.usage.input + run.state.usage.output).toBeLessThanOrEqual(10_000);
  });

  it('tokens, counting what calls side by side may still take', async () => {
    const inside = [1, 2, 3].map((n) => call('inside', n));
    const kept = new Set<number>();
    for (let tokenBudget = 3000; tokenBudget < 4000; tokenBudget += 20) {
      const run = await play({
        ...PLOT,
        script: [{ calls: inside }],
        usage: 'most',
        limits: { ...ROOMY, tokenBudget },
      });
      expect(run.state.usage.input + run.state.usage.output).toBeLessThanOrEqual(tokenBudget);
      kept.add(run.state.usage.calls);
    }
    expect(kept.size, 'the budget ran out at different calls').toBeGreaterThan(4);
  });

  it('cost, where prices are known [R2.2c]', async () => {
    const free = await play({ ...PLOT, limits: { ...ROOMY, maxCost: 0.01 } });
    expect(limitsOf(free)).toEqual([]);
    expectPartial(
      await play({
        ...PLOT,
        prices: { input: 1, cached: 1, output: 2, asOf: '' },
        limits: { ...ROOMY, maxCost: 0.012 },
      }),
      'cost',
      /gone over the cost limit/,
    );
  });

  it('context, when what was found no longer fits', async () => {
    // room for the first prompts, and not for all
    const sizes = (await play(PLOT)).frames.flatMap((frame) =>
      frame.kind === 'model.call' ? [frame.estimate.input] : [],
    );
    const contextTokens = Math.ceil(((sizes[3] ?? 0) + 20) / 0.8);
    const run = await play(PLOT, beginning(), {
      around: (parts) => ({
        ...parts,
        ports: { ...parts.ports, getModel: (config) => ({ ...parts.ports.getModel(config), contextTokens }) },
      }),
    });
    expectPartial(run, 'context', /no longer fits/);
  });

  it('any, as a failure with its name when there is nothing to show', async () => {
    const run = await play({ ...PLOT, limits: { ...ROOMY, tokenBudget: 10 } });
    expect(run.state).toMatchObject({ status: 'failed', request: { error: { code: 'limit.tokens' } } });
  });
});

describe('a window that proves smaller than said', () => {
  const tooLarge: ModelEvent = {
    type: 'error',
    failure: { code: 'model.too-large', message: 'm', hint: 'c', retryable: false },
  };

  it('is used in smaller shares, until the model takes the prompt [R6.5b]', async () => {
    const run = await play(
      PLOT,
      beginning(),
      under((nth) => (nth < 2 ? [tooLarge] : [{ type: 'text', text: 'Short.' }, DONE])),
    );
    const shares = run.frames.flatMap((frame) =>
      frame.kind === 'control' && frame.control === 'shorten' ? [frame.share] : [],
    );
    expect(shares).toEqual([0.5, 0.25]);
    expect(run.state).toMatchObject({
      status: 'done',
      request: { windowShare: 0.25, answer: { text: 'Short.', partial: false } },
    });
    expect(run.state.request.wait).toBeNull();
  });

  it('is given up when even a small share is too much', async () => {
    const run = await play(
      PLOT,
      beginning(),
      under(() => [tooLarge]),
    );
    expect(run.state).toMatchObject({ status: 'failed', request: { error: { code: 'model.too-large' } } });
    expect(run.frames.filter(({ kind }) => kind === 'model.call')).toHaveLength(3);
  });
});

describe('a model that keeps failing', () => {
  const failing = (code: string): ModelEvent => ({
    type: 'error',
    failure: { code, message: 'It failed.', hint: 'Wait.', retryable: true },
  });
  const sharesOf = ({ frames }: Played): number[] =>
    frames.flatMap((frame) => (frame.kind === 'control' && frame.control === 'shorten' ? [frame.share] : []));

  it('is asked a last time with less to read, where the length may be what it fails at [R6.5b]', async () => {
    let asked = 0; // over the lives of all workers: each wait ends one
    const run = await play(
      PLOT,
      beginning(),
      under(() =>
        (asked += 1) < 4 ? [failing('model.timeout-first-chunk')] : [{ type: 'text', text: 'Short.' }, DONE],
      ),
    );
    expect(sharesOf(run)).toEqual([0.5]);
    expect(run.state).toMatchObject({ status: 'done', request: { windowShare: 0.5, answer: { text: 'Short.' } } });
    expect(run.frames.filter(({ kind }) => kind === 'wait')).toHaveLength(3);
  });

  it('is never asked more often for that, and not asked otherwise where length is not the matter', async () => {
    const slow = await play(
      PLOT,
      beginning(),
      under(() => [failing('model.server')]),
    );
    expect(sharesOf(slow)).toEqual([0.5]);
    expect(slow.frames.filter(({ kind }) => kind === 'model.call')).toHaveLength(ROOMY.maxRetries + 1);
    expect(slow.state).toMatchObject({ status: 'failed', request: { error: { code: 'model.server' } } });
    const busy = await play(
      PLOT,
      beginning(),
      under(() => [failing('model.rate-limited')]),
    );
    expect(sharesOf(busy)).toEqual([]);
  });
});

describe('a provider that counts more than we do', () => {
  it('is reckoned with once it has said so: the budget holds from its second call on', async () => {
    let asked = 0;
    const greedy = under(() => {
      asked += 1;
      const call: ModelEvent = {
        type: 'tool-call',
        id: 'c',
        name: 'look',
        arguments: JSON.stringify({ reasoning: 'r', n: asked }),
      };
      return [call, { type: 'done', finish: 'tool-calls', usage: { input: 6000, output: 10 } }];
    });
    const run = await play({ ...PLOT, limits: { ...ROOMY, tokenBudget: 20_000 } }, beginning(), greedy);
    expect(run.state.request.drift).toBeGreaterThan(2);
    expect(asked).toBe(2);
    expect(run.state.usage.input + run.state.usage.output).toBeLessThanOrEqual(20_000);
    expectPartial(run, 'tokens', /token limit/);
  });
});

describe('an observation', () => {
  const observations = ({ frames }: Played) =>
    frames.flatMap((frame) => (frame.kind === 'observation' ? [{ by: frame.by, of: frame.of.length }] : []));

  it('of the model names all results of its last decision; at a limit code writes it, marked as code’s [R2.1e]', async () => {
    const three = { calls: [call('look', 1), call('look', 2), call('look', 4)] };
    const answered = await play(plotOf([three, { calls: [call('look', 5)] }]));
    expect(observations(answered)[0]).toEqual({ by: 'model', of: 3 });
    const cut = await play({ ...plotOf([three, ...looking]), limits: { ...ROOMY, wallClockMs: 700 }, tempo: 130 });
    expect(limitsOf(cut)).toEqual(['time']);
    expect(observations(cut).at(-1)).toEqual({ by: 'rule', of: 3 });
  });
});

describe('stopping', () => {
  it('ends a tool that ignores it and the stream of a model at once, and leaves a run that can go on [R2.5]', async () => {
    for (const script of [[{ calls: [call('stuck', 1)] }], [{ text: 'A long answer.' }]]) {
      const plot = { ...plotOf(script), tempo: 100 };
      const whole = await play(plot);
      let stopped = 0;
      for (let stopAt = 0; stopAt < 60; stopAt += 1) {
        const run = await play({ ...plot, stopAt });
        if (run.state.status !== 'cancelled') continue;
        stopped += 1;
        expect(run.frames.at(-1)).toMatchObject({ kind: 'control', control: 'cancel' });
        expect(run.now).toBeLessThanOrEqual(whole.now);
        expect(foldAll(run.frames)).toEqual(run.state);
        expect([...run.state.request.modelCalls.values()].filter(({ underWay }) => underWay)).toEqual([]);
      }
      expect(stopped).toBeGreaterThan(3);
    }
  });
});
