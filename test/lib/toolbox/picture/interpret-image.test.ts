/** A model that looks at the pictures of a run, and runs that do without one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, RunSpec } from '../../../../src/lib/agent/frames/frames.ts';
import type { Model } from '../../../../src/lib/agent/ports.ts';
import { buildReceipt } from '../../../../src/lib/agent/log/receipt.ts';
import { Timeline } from '../../../../src/lib/agent/log/timeline.ts';
import type { AgentModel } from '../../../kit/models/agent-model.ts';
import { echo, scriptedModel } from '../../../kit/models/scripted-model.ts';
import { hashOf, pictureOf, withVision } from '../../../kit/runs/seeing.ts';
import { asking, call, eyeOf, modelCalls, offered, results, seeing } from '../../../kit/runs/seeing-runs.ts';
import { drive, driveThrough, memoryBlobs, modelsOf, specOf, stateOf, stored } from '../../../kit/runs/world.ts';

const TEXT = 'The tide was two metres high.\nNobody read the gauge.';
const ASK = specOf({ job: 'ask', goal: 'How high was the tide?', pictures: [pictureOf('a')] });
const SCREEN = specOf({ job: 'ask', goal: 'Where is the chart?' });

describe('a model that looks at a picture', () => {
  const look = call('interpret_image', { question: 'How does the curve run?' });
  const script = [look, { text: 'It falls.' }];
  const spec = (models = withVision()): RunSpec => specOf({ ...ASK, goal: 'How does the curve run?', models });
  const lookOf = async (eye: Model, models = withVision(), main: AgentModel = asking(script)) => {
    const { w, counts } = seeing(main, { texts: { a: TEXT } }, eye);
    const frames = await driveThrough(w, [], spec(models));
    return { frames, counts, main, state: stateOf(frames), result: results(frames).at(-1) };
  };

  it('is offered once there is a picture, and not before; a call before that is refused with the reason [R4.4a]', async () => {
    const early = asking([look, { text: 'No picture.' }]);
    await drive(seeing(early, { texts: {} }).w, [], specOf({ ...SCREEN, models: withVision() }));
    expect(offered(early, 0)).not.toContain('interpret_image');
    expect(JSON.stringify(early.asked[1])).toContain('there is no picture yet');
    const { main } = await lookOf(eyeOf());
    expect(offered(main, 0)).toContain('interpret_image');
  });

  it('is shown it in one committed call, of which the frames keep no byte [J3]', async () => {
    const eye = eyeOf();
    const { frames, state, main, counts } = await lookOf(eye);
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'It falls.' } } });
    expect(counts.shown).toBe(1);
    expect(eye.asked[0]?.messages.at(-1)?.content).toContainEqual(
      expect.objectContaining({ type: 'image', mediaType: 'image/png' }),
    );
    expect(JSON.stringify(frames)).not.toContain('cGl4ZWxz');
    expect(JSON.stringify(main.asked)).toContain('which cannot be cited');
    const [asked] = modelCalls(frames).filter(({ purpose }) => purpose === 'look');
    expect(asked).toMatchObject({ model: 'vision', labels: { integrity: 'untrusted', confidentiality: 'private' } });
    expect(asked?.shares).toContainEqual({ source: 'https://example.org', tokens: (900 * 600) / 750 });
    const weight = asked?.shares.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(asked?.estimate.input).toBe(weight);
    const { steps, sources, models, total } = buildReceipt(Timeline.of(frames));
    for (const rows of [steps, sources, models])
      expect(rows.reduce((sum, { input }) => sum + input, 0)).toBe(total.input);
    expect(total).toMatchObject({ input: state.usage.input, output: state.usage.output });
  });

  it('is no model at all where none sees: that is said, with the text to go by, and no picture is sent', async () => {
    const { counts, result, state } = await lookOf(scriptedModel(), modelsOf());
    expect(result).toMatchObject({ isError: true, recoverable: false, error: { code: 'model.no-pictures' } });
    expect(result?.message).toContain('extract_screenshot_text');
    expect(result?.error?.hint).not.toContain('extract_screenshot_text');
    expect(result?.error?.hint).toContain('Settings');
    expect(counts.shown).toBe(0);
    expect(state.request.answer?.text).toBe('It falls.');
  });

  it('is shown the picture that was there when it was asked for, also where a call beside it takes another [R6.2a]', async () => {
    const { calls = [] } = look;
    const both = { calls: [...calls, ...(call('look_at_page', { query: 'revenue' }).calls ?? [])] };
    const blobs = memoryBlobs();
    const live = () =>
      seeing(asking([both, { text: 'It falls.' }]), { texts: { a: TEXT, s: 'Revenue grew.' } }, eyeOf(), blobs).w;
    const whole = await driveThrough(live(), [], spec());
    const isResult = (tool: string) => (frame: Frame) => frame.kind === 'tool.result' && frame.tool === tool;
    const said = whole.findIndex((frame) => frame.kind === 'usage' && frame.key.endsWith('/look'));
    // the other call came first with its picture, and then the worker died
    const rest = whole.slice(said + 1).filter(isResult('look_at_page'));
    const left = [...whole.slice(0, said + 1).filter((frame) => !isResult('look_at_page')(frame)), ...rest].slice(
      0,
      -1,
    );
    expect(left.some(isResult('interpret_image'))).toBe(false);
    const resumed = await driveThrough(live(), stored(left), spec());
    for (const frames of [whole, resumed]) {
      const found = results(frames).find(({ tool }) => tool === 'interpret_image');
      expect(found?.objects[0]?.meta).toMatchObject({ picture: hashOf('a') });
      expect(found?.message).toContain('picture 1');
    }
  });

  const failure = { code: 'model.bad-call', message: 'No pictures here.', hint: '', retryable: false };
  const hour = { ...failure, code: 'model.rate-limited', retryable: true, retryAfterMs: 3_600_000 };
  const server = { ...failure, code: 'model.server', retryable: true };
  it.each([failure, hour, server])('that fails ($code) is done without: the run goes on', async (thrown) => {
    const { state, result, frames } = await lookOf(eyeOf([{ type: 'error', failure: thrown }]));
    expect(result).toMatchObject({ isError: true, recoverable: false, error: { code: 'picture.not-looked' } });
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'It falls.' }, switches: [] } });
    expect(state.request.waitedMs).toBeLessThan(3_600_000);
    const tries = modelCalls(frames).filter(({ purpose }) => purpose === 'look').length;
    expect(tries).toBe(thrown === server ? 4 : 1);
  });

  it('that fails makes way for the main model, where that sees', async () => {
    const main = { ...asking(script), pictures: true };
    const { state, frames, result } = await lookOf(eyeOf([{ type: 'error', failure }]), withVision(true), main);
    expect(state.request.switches).toMatchObject([
      { from: { id: 'vision' }, to: { id: 'scripted:model' }, role: 'vision' },
    ]);
    expect(state.spec?.models.vision).toBeNull();
    expect(modelCalls(frames).flatMap(({ purpose, model }) => (purpose === 'look' ? [model] : []))).toEqual([
      'vision',
      'scripted:model',
    ]);
    expect(result?.isError).toBe(false);
  });

  it('is not asked where its window or the budget is too small, and the rest is for the answer', async () => {
    const narrow = { ...scriptedModel(echo, { contextTokens: 1000 }), id: 'vision', pictures: true };
    expect((await lookOf(narrow)).result?.error?.code).toBe('picture.too-large');
    const poor = specOf({ ...spec(), limits: { ...ASK.limits, tokenBudget: 0 } });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9000 }), async (tokenBudget) => {
        const main = asking(script);
        const { w } = seeing(main, { texts: { a: TEXT } }, eyeOf());
        const frames = await drive(w, [], { ...poor, limits: { ...poor.limits, tokenBudget } });
        let charged = 0;
        for (const frame of frames) {
          if (frame.kind === 'model.call')
            expect(charged + frame.estimate.input + frame.estimate.output).toBeLessThanOrEqual(tokenBudget);
          if (frame.kind === 'usage') charged += frame.input + frame.output;
        }
        expect(['done', 'failed']).toContain(stateOf(frames).status);
      }),
      { numRuns: 100 },
    );
  });
});
