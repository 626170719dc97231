import { expect, it, onTestFinished, vi } from 'vitest';
import { createOffscreen } from '../../../src/chrome/offscreen/offscreen.ts';
import { fakeLanguageModel } from '../../kit/models/fake-language-model.ts';
import { linkedChannel } from '../../kit/base/linked-channel.ts';
import { offscreenWorld } from '../../kit/protocol/offscreen-world.ts';

it('makes one document however many ask at once, and none before anybody does', async () => {
  const world = offscreenWorld(fakeLanguageModel());
  expect(world.made()).toBe(0);
  const lines = await Promise.all([1, 2, 3].map(() => world.offscreen.open('model')));
  expect(new Set(lines.map(({ name }) => name)).size).toBe(3);
  await world.offscreen.open('model');
  expect(world.made()).toBe(1);
});

it('takes no port of anybody but the document, whatever it is called', () => {
  const world = offscreenWorld(fakeLanguageModel());
  const stranger = { id: 'somebody' };
  for (const name of ['offscreen', 'offscreen/model/1', 'panel']) {
    const [port] = linkedChannel(name);
    expect(world.offscreen.acceptPort({ ...port, sender: stranger })).toBe(false);
  }
});

it('takes no port of the document that it has not asked for', () => {
  const [port] = linkedChannel('offscreen/model/9');
  expect(offscreenWorld(fakeLanguageModel()).offscreen.acceptPort(port)).toBe(false);
});

it('waits for an earlier worker’s document that is slow to connect again, but not for one that closes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let exists = true;
  const [near, far] = linkedChannel('offscreen');
  const host = {
    exists: () => Promise.resolve(exists),
    close: () => Promise.reject(new Error('It was closed.')),
    isDocument: () => true,
    create: () => Promise.reject(new Error('Another was made.')),
  };
  const opened = vi.fn();
  far.onMessage.addListener(opened);
  const hidden = createOffscreen(host);
  void hidden.open('model');
  await vi.advanceTimersByTimeAsync(3000);
  hidden.acceptPort(near);
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveBeenCalledOnce();

  const closing = createOffscreen(host).openExisting('model');
  await vi.advanceTimersByTimeAsync(1000);
  exists = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(await closing).toBeNull();
});

it('refuses whoever waits for a line when the document goes', async () => {
  const [near, far] = linkedChannel('offscreen');
  const hidden = createOffscreen({
    exists: () => Promise.resolve(false),
    close: () => Promise.resolve(),
    isDocument: () => true,
    create: () => {
      hidden.acceptPort(near);
      return Promise.resolve();
    },
  });
  const asked = hidden.open('model');
  far.onMessage.addListener(() => far.disconnect());
  await expect(asked).rejects.toThrow('was closed');
});

it('does not wait for ever for a document that goes before it has said a word, and makes another', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [near] = linkedChannel('offscreen');
  let made = 0;
  const hidden = createOffscreen({
    exists: () => Promise.resolve(false),
    close: () => Promise.resolve(),
    isDocument: () => true,
    create: () => {
      if (++made === 2) hidden.acceptPort(near);
      return Promise.resolve();
    },
  });
  const refused = expect(hidden.open('model')).rejects.toThrow('was closed');
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  void hidden.open('model');
  await vi.advanceTimersByTimeAsync(0);
  expect(made).toBe(2);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0)); // within a second, so that no time-out fires
});
