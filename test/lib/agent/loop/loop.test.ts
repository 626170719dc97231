import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserFacingError } from '../../../../src/lib/base/errors.ts';
import type { Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { selectBestPartial } from '../../../../src/lib/agent/state/partial-answer.ts';
import type { ModelEvent } from '../../../../src/lib/models/model.ts';
import { echo, scriptedModel, type Script } from '../../../kit/models/scripted-model.ts';
import {
  articleWith,
  drive,
  driveThrough,
  LIMITS,
  longPage,
  memoryBlobs,
  modelsOf,
  specOf,
  stateOf,
  stored,
  termsIn,
  world,
} from '../../../kit/runs/world.ts';

const failure = (code: string, retryable: boolean, retryAfterMs?: number): ModelEvent => ({
  type: 'error',
  failure: {
    code,
    message: 'It failed.',
    hint: 'Do this.',
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  },
});

const kinds = (frames: readonly Frame[]): string[] => frames.map((frame) => frame.kind);

describe('a short page', () => {
  it('is summarised with one model call, and the frames tell the whole story in order [R2.6b] [R2.1a]', async () => {
    const model = scriptedModel();
    const frames = await drive(world(model, articleWith('Water is wet.')));
    expect(kinds(frames)).toEqual([
      'agent.invoked',
      'plan',
      'tool.call',
      'tool.result',
      'observation',
      'model.call',
      'model.reply',
      'usage',
      'plan',
      'agent.response',
    ]);
    expect(model.asked).toHaveLength(1);
    const state = stateOf(frames);
    expect(state.status).toBe('done');
    expect(state.request.answer?.text).toMatch(/^summarise: [0-9a-f]+$/);
    expect(state.usage).toMatchObject({ input: 10, output: 5, calls: 1, lost: 0 });
  });

  it('marks what comes from the page as untrusted and private, with its origin [R3.1c]', async () => {
    const frames = await drive(world(scriptedModel(), articleWith('Water is wet.')));
    const result = frames.find((frame) => frame.kind === 'tool.result');
    expect(result?.labels).toEqual({
      integrity: 'untrusted',
      confidentiality: 'private',
      origin: 'https://example.org',
    });
    const call = frames.find((frame) => frame.kind === 'model.call');
    expect(call?.labels.integrity).toBe('untrusted');
  });
});

describe('a page longer than the window', () => {
  it('is condensed part by part, says which part of how many, and is then summarised whole [J2c] [R2.2d] [R4.7a]', async () => {
    const model = scriptedModel(echo, { contextTokens: 2048 });
    const frames = await drive(world(model, longPage(100)));
    const parts = frames.filter((frame) => frame.kind === 'model.call' && frame.purpose === 'part');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((frame) => (frame.kind === 'model.call' ? frame.part : null))).toEqual(
      parts.map((_, i) => ({ index: i + 1, of: parts.length })),
    );
    expect(model.asked.map((request) => request.task)).toEqual([...parts.map(() => 'condense'), 'combine']);
    expect(stateOf(frames).status).toBe('done');
  });
});

describe('failure', () => {
  it('of the page ends the run with the trouble and calls no model', async () => {
    const model = scriptedModel();
    const w = world(model, () => {
      throw new UserFacingError({ code: 'page.no-access', message: 'No access.', hint: 'Click the icon.' });
    });
    const state = stateOf(await drive(w));
    expect(state.status).toBe('failed');
    expect(state.request.error?.code).toBe('page.no-access');
    expect(model.asked).toHaveLength(0);
  });

  it('that time may heal waits as long as the server asks, then tries again [R6.5a]', async () => {
    const model = scriptedModel((request, nth) =>
      nth === 0 ? [failure('model.rate-limited', true, 7000)] : echo(request, nth),
    );
    const w = world(model, articleWith('Water is wet.'));
    const first = await drive(w);
    const waiting = stateOf(first);
    expect(waiting.status).toBe('waiting');
    expect(waiting.request.wait?.until).toBe(w.now + 7000);
    expect(kinds(await drive(w, first))).toEqual(kinds(first)); // too early: nothing happens
    w.now += 7000;
    const state = stateOf(await drive(w, first));
    expect(state.status).toBe('done');
    expect(state.resumes).toBe(0);
  });

  it('costs nothing when the server refused the call, and what was counted when it took it up', async () => {
    for (const [refused, calls] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const model = scriptedModel(() => [
        { ...(failure('model.x', false) as ModelEvent & { type: 'error' }), refused },
      ]);
      const { usage } = stateOf(await drive(world(model, articleWith('Water is wet.'))));
      expect(Math.sign(usage.input)).toBe(calls);
    }
  });

  it('is retried at most maxRetries times, each attempt a committed effect', async () => {
    const model = scriptedModel(() => [failure('model.server', true)]);
    const frames = await driveThrough(world(model, articleWith('Water is wet.')));
    expect(model.asked).toHaveLength(LIMITS.maxRetries + 1);
    expect(frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame.attempt] : []))).toEqual([1, 2, 3, 4]);
    expect(stateOf(frames)).toMatchObject({ status: 'failed', request: { error: { code: 'model.server' } } });
  });

  it('keeps the longest of what its attempts had written, and nothing of an effect that settled since', async () => {
    const said = ['Half of', 'Ha', ''];
    const model = scriptedModel((_request, nth) => [
      { type: 'text', text: said[nth] ?? '' },
      failure('model.server', true),
    ]);
    expect(selectBestPartial(stateOf(await driveThrough(world(model, articleWith('Water is wet.')))))).toBe('Half of');
    const healed = scriptedModel(
      (request, nth) =>
        nth === 0
          ? [{ type: 'text', text: 'Half of' }, failure('model.server', true)]
          : nth === 3
            ? [failure('model.x', false)]
            : echo(request, nth),
      { contextTokens: 2048 },
    );
    const state = stateOf(await driveThrough(world(healed, longPage(100))));
    expect(state.status).toBe('failed');
    expect(selectBestPartial(state)).toMatch(/^condense: /);
  });

  it('that nothing heals ends at once, keeps what had arrived, and goes on from there when the person tries again [R6.5b]', async () => {
    const bad: ModelEvent[] = [{ type: 'text', text: 'Half of' }, failure('model.unauthorized', false)];
    let fixed = false;
    const model = scriptedModel((request, nth) => (!fixed && nth === 2 ? bad : echo(request, nth)), {
      contextTokens: 2048,
    });
    const w = world(model, longPage(100));
    const failed = await drive(w);
    expect(stateOf(failed)).toMatchObject({
      status: 'failed',
      request: { error: { code: 'model.unauthorized' } },
    });
    expect(selectBestPartial(stateOf(failed))).toBe('Half of');
    fixed = true;
    w.commands.push({
      id: 'again',
      type: 'retry',
      config: termsIn(specOf()),
    });
    const done = await drive(w, stored(failed));
    expect(stateOf(done).status).toBe('done');
    const keys = done.flatMap((frame) => (frame.kind === 'model.reply' && frame.finish === 'stop' ? [frame.key] : []));
    expect(new Set(keys).size).toBe(keys.length); // parts that were paid for are not paid again
    expect(w.reads()).toBe(1);
  });
});

/** A provider that reports no usage: we count. */
const unpriced: Script = (request, nth) =>
  echo(request, nth).map((event) => (event.type === 'done' ? { ...event, usage: {} } : event));

describe('limits', () => {
  it('stop before the call that could breach the token budget, and keep the parts made so far', async () => {
    const model = scriptedModel(unpriced, { contextTokens: 2048 });
    const spec = specOf({ limits: { ...LIMITS, tokenBudget: 2500 } });
    const state = stateOf(await drive(world(model, longPage(100)), [], spec));
    expect(state.status).toBe('done');
    expect(state.request.answer).toMatchObject({ partial: true });
    expect(state.request.answer?.note).toMatch(/token limit/);
    expect(state.request.answer?.text).toMatch(/condense: /);
    expect(state.usage.input + state.usage.output).toBeLessThanOrEqual(2500);
  });

  it('of tokens do not bind an engine that spends none', async () => {
    const spec = specOf({ models: modelsOf({ metered: false }), limits: { ...LIMITS, tokenBudget: 1 } });
    expect(stateOf(await drive(world(scriptedModel(), articleWith('Water is wet.')), [], spec)).status).toBe('done');
  });

  it('say so when there is nothing to show', async () => {
    const spec = specOf({ limits: { ...LIMITS, tokenBudget: 1 } });
    const state = stateOf(await drive(world(scriptedModel(), articleWith('Water is wet.')), [], spec));
    expect(state).toMatchObject({ status: 'failed', request: { error: { code: 'limit.tokens' } } });
  });

  it('of working time do not count waiting [R2.2b]', async () => {
    const model = scriptedModel((request, nth) =>
      nth === 0 ? [failure('model.rate-limited', true, 10 * LIMITS.wallClockMs)] : echo(request, nth),
    );
    expect(stateOf(await driveThrough(world(model, articleWith('Water is wet.')))).status).toBe('done');
  });
});

describe('stop', () => {
  it('in the middle of a stream keeps what had been written, and nothing follows [R2.5]', async () => {
    const w = world(
      scriptedModel((request, nth) => [{ type: 'text', text: 'So far' }, ...echo(request, nth)]),
      articleWith('Water is wet.'),
      {
        onDraft: (_key, text) => {
          if (text !== 'So far') return;
          w.commands.push({ id: 'stop', type: 'cancel' });
          w.cancel.abort();
        },
      },
    );
    const frames = await drive(w);
    expect(kinds(frames).slice(-3)).toEqual(['model.reply', 'usage', 'control']);
    expect(stateOf(frames).status).toBe('cancelled');
    expect(selectBestPartial(stateOf(frames))).toBe('So far');
    expect(kinds(await drive(w, frames))).toEqual(kinds(frames));
  });
});

describe('interruption', () => {
  it('at any commit of a long run resumes to the same answer, and settled calls are never made again [R6.1] [R6.2a]', async () => {
    const script = (request: Parameters<typeof echo>[0], nth: number): readonly ModelEvent[] => echo(request, nth);
    const whole = await drive(world(scriptedModel(script, { contextTokens: 2048 }), longPage(60)));
    const answer = stateOf(whole).request.answer;
    const boundaries = whole.map((_, i) => i);
    await fc.assert(
      fc.asyncProperty(fc.subarray(boundaries, { minLength: 1, maxLength: 4 }), async (cuts) => {
        const model = scriptedModel(script, { contextTokens: 2048 });
        const w = world(model, longPage(60));
        let frames: Frame[] = [];
        for (const cut of cuts) {
          const died = new Error('killed');
          const seen = [...frames];
          await drive(w, stored(frames), specOf(), (commit) => {
            seen.push(...commit);
            if (seen.length > cut) throw died;
          }).catch((thrown: unknown) => {
            if (thrown !== died) throw thrown;
          });
          frames = seen;
        }
        frames = await drive(w, stored(frames));
        const state = stateOf(frames);
        expect(state.request.answer).toEqual(answer);
        const settled = frames.flatMap((frame) =>
          frame.kind === 'model.reply' && frame.finish === 'stop' ? [frame.key] : [],
        );
        expect(new Set(settled).size).toBe(settled.length);
        expect(model.asked.length - settled.length).toBeLessThanOrEqual(cuts.length);
        const lost = frames.filter((frame) => frame.kind === 'usage' && frame.source === 'lost').length;
        expect(lost).toBeLessThanOrEqual(cuts.length);
        expect(frames.map((frame) => frame.seq)).toEqual(frames.map((_, i) => i));
      }),
      { numRuns: 100 },
    );
  });

  it('in the middle of a stream settles the cut attempt with the checkpointed text and an estimate of its cost', async () => {
    const model = scriptedModel();
    const blobs = memoryBlobs();
    const whole = await drive(world(model, articleWith('Water is wet.'), { blobs }));
    const cut = whole.slice(0, kinds(whole).indexOf('model.call') + 1);
    const w = world(model, articleWith('Water is wet.'), {
      recoveredDrafts: [{ key: '1/answer', text: 'summar' }],
      blobs,
    });
    const frames = await drive(w, stored(cut));
    expect(kinds(frames.slice(cut.length, cut.length + 4))).toEqual(['control', 'model.reply', 'usage', 'model.call']);
    const state = stateOf(frames);
    expect(state.request.answer).toEqual(stateOf(whole).request.answer);
    expect(state.resumes).toBe(1);
    expect(state.usage.lost).toBeGreaterThan(0);
    expect(frames.find((frame) => frame.kind === 'model.reply')).toMatchObject({ text: 'summar', finish: 'aborted' });
  });
});
