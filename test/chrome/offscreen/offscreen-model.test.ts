import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOffscreenModel } from '../../../src/chrome/offscreen/offscreen-model.ts';
import { ask, CONFIG } from '../../kit/models/built-in-model.ts';
import { fakeLanguageModel, refusal, type Script } from '../../kit/models/fake-language-model.ts';
import { offscreenWorld } from '../../kit/protocol/offscreen-world.ts';

const KEY = 'sk-0123456789abcdef';

function modelWithKey(script: Script) {
  const { offscreen } = offscreenWorld(fakeLanguageModel(script));
  let released = 0;
  const access = { mark: 'm', secret: KEY, release: () => (released += 1) };
  const model = createOffscreenModel(CONFIG, { offscreen, openAccess: () => Promise.resolve(access) });
  return { model, released: () => released };
}

it('a key that a server repeats never leaves the model, however its reply is cut', async () => {
  const reply = `before ${KEY} between ${KEY.slice(0, 9)} and ${KEY}${KEY} after`;
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: reply.length - 1 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [...places.toSorted((a, b) => a - b), reply.length];
      const pieces = ends.map((end, i) => reply.slice(ends[i - 1] ?? 0, end));
      const { model, released } = modelWithKey({ pieces });
      const { text } = await ask(model);
      expect(text).toBe(reply.replaceAll(KEY, '[key]'));
      expect(released()).toBe(1);
    }),
  );
});

it('nor does it with the words of a refusal', async () => {
  const { last } = await ask(modelWithKey({ pieces: [refusal('UnknownError', `not with ${KEY}`)] }).model);
  expect(last).toMatchObject({ type: 'error' });
  expect(JSON.stringify(last)).toContain('[key]');
  expect(JSON.stringify(last)).not.toContain(KEY);
});
