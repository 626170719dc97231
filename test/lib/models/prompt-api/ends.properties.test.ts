import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ModelEvent } from '../../../../src/lib/models/model.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { ask, builtIn, modelIn, settled } from '../../../kit/models/built-in-model.ts';
import { refusal } from '../../../kit/models/fake-language-model.ts';
import { collect, REQUEST } from '../../../kit/conformance/model-conformance.ts';
import { eventually } from '../../../kit/base/eventually.ts';

describe('when a side goes', () => {
  it('a call whose document goes was cut, and the next one gets another document', async () => {
    const script = { pieces: ['Te', null] };
    const { world, model } = builtIn(script);
    const seen: ModelEvent[] = [];
    for await (const event of model.stream(REQUEST, new AbortController().signal)) {
      seen.push(event);
      if (event.type === 'text') world.kill();
    }
    expect(seen.at(-1)).toMatchObject({ type: 'error', failure: { code: 'model.cut', retryable: true } });
    script.pieces = ['Tea.'];
    expect((await ask(model)).text).toBe('Tea.');
    expect(world.made()).toBe(2);
  });

  it('a reply goes on without its worker, and the next one takes it up from its beginning', async () => {
    const { api, world, model } = builtIn({ pieces: ['Te', null] });
    const stream = model.stream(REQUEST, new AbortController().signal, 'r/1')[Symbol.asyncIterator]();
    await stream.next();
    const next = world.nextWorker();
    await eventually(() => next.offscreen.openExisting('model'));
    const taker = modelIn(next);
    const [before, after] = [0, Date.now() + 60_000];
    expect(await taker.canResume?.('r/1', before)).toBe(true);
    expect(await taker.canResume?.('r/2', before)).toBe(false); // it may have been sent by a document before
    expect(await taker.canResume?.('r/2', after)).toBe(true); // it was never sent
    const controller = new AbortController();
    const rest = taker.stream(REQUEST, controller.signal, 'r/1')[Symbol.asyncIterator]();
    expect(await rest.next()).toMatchObject({ value: { type: 'text', text: 'Te' } });
    expect([next.made(), api.created.length]).toEqual([1, 1]);
    controller.abort();
    expect(await rest.next()).toMatchObject({ value: { type: 'aborted' } });
    await rest.return?.(undefined);
    await settled();
    expect([api.alive(), await taker.canResume?.('r/1', after)]).toEqual([0, false]);
  });

  it('between two calls of a run a document outlives its worker, and knows that it never had the second', async () => {
    const { world, model } = builtIn({ pieces: ['Tea.'] });
    await collect(model.stream(REQUEST, new AbortController().signal, 'r/1'));
    model.forgetReply?.('r/1');
    const asked = Date.now() + 1;
    await settled();
    const next = world.nextWorker();
    await eventually(() => expect(next.exists()).toBe(true));
    expect(await modelIn(next).canResume?.('r/2', asked)).toBe(true);
    expect(next.made()).toBe(1);
  });

  it('a document that no run needs goes with its worker, its sessions too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { api, world, model } = builtIn();
    const controller = new AbortController();
    const stream = model.stream(REQUEST, controller.signal)[Symbol.asyncIterator]();
    await stream.next();
    controller.abort();
    await stream.return?.(undefined);
    await settled();
    vi.setSystemTime(Date.now() + 5000);
    world.nextWorker();
    await settled();
    expect([world.exists(), api.alive()]).toEqual([false, 0]);
  });
});

describe('whatever the model does', () => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: ANY_CHARACTER, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('QuotaExceededError', 'NotSupportedError', 'AbortError', 'UnknownError', 'Odd')
        .map((name) => refusal(name, 'words')),
    },
  );

  it('a call passes its text on unchanged, ends in one terminal event and leaves no session', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.nat(6), async (pieces, stopAfter) => {
        const { api, model } = builtIn({ pieces });
        const stop = new AbortController();
        const request = { ...REQUEST, maxOutputTokens: 1000 };
        const events: ModelEvent[] = [];
        const hangs = pieces.findIndex((each) => typeof each !== 'string');
        const before = (hangs === -1 ? pieces : pieces.slice(0, hangs)).join('');
        let texts = 0;
        const guard = pieces[hangs] === null ? setTimeout(() => stop.abort(), 5) : undefined;
        for await (const event of model.stream(request, stop.signal)) {
          events.push(event);
          if (event.type === 'text' && (texts += 1) > stopAfter) stop.abort();
        }
        clearTimeout(guard);
        const { text, last } = await collect(replay(events)); // throws on a second end, or on text after it
        expect(before.startsWith(text)).toBe(true);
        if (last.type === 'done') expect(text).toBe(before);
        await settled();
        expect(api.alive()).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

async function* replay(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  await Promise.resolve();
  yield* events;
}
