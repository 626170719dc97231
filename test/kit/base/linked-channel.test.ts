import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPanelHub } from '../../../src/background/runs/panel-hub.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import type { PanelEvent, PanelHello } from '../../../src/lib/protocol/events.ts';
import { linkedChannel, type LinkedPort } from './linked-channel.ts';
import { commitOf } from '../storage/store-conformance.ts';

const heard = (port: LinkedPort): unknown[] => {
  const all: unknown[] = [];
  port.onMessage.addListener((message) => all.push(message));
  return all;
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a linked channel', () => {
  it('brings copies, in order, once, and later', async () => {
    const [a, b] = linkedChannel();
    const all = heard(b);
    const message = { list: [1] };
    a.postMessage(message);
    message.list.push(2);
    a.postMessage('second');
    expect(all).toEqual([]);
    await settled();
    expect(all).toEqual([{ list: [1] }, 'second']);
  });

  it('once closed tells the other end alone, brings nothing more, and refuses to post', async () => {
    const [a, b] = linkedChannel();
    const all = heard(b);
    const gone: string[] = [];
    a.onDisconnect.addListener(() => gone.push('a'));
    b.onDisconnect.addListener(() => gone.push('b'));
    a.postMessage('too late');
    a.disconnect();
    await settled();
    expect([gone, all]).toEqual([['b'], []]);
    expect(() => {
      b.postMessage('x');
    }).toThrow(/disconnected/);
  });
});

describe('a panel at the other end of a channel', () => {
  it('that is cut off and connects again, however often, has every frame once it has said how far it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (cuts) => {
        const store = createFrameStore(createMemoryArea());
        const hub = createPanelHub(store);
        const frames: Frame[] = [];
        const connect = (): LinkedPort => {
          const [panel, worker] = linkedChannel();
          const member = hub.join({
            post(event) {
              worker.postMessage(event);
            },
          });
          worker.onMessage.addListener((message) => void member.handleHello(message as PanelHello));
          worker.onDisconnect.addListener(() => {
            member.leave();
          });
          panel.onMessage.addListener((message) => {
            const event = message as PanelEvent;
            if (event.type !== 'frames') return;
            for (const frame of event.frames) {
              expect(frame.seq).toBeLessThanOrEqual(frames.length);
              if (frame.seq === frames.length) frames.push(frame);
            }
          });
          panel.postMessage({
            type: 'panel.hello',
            tabId: 1,
            runId: frames.length > 0 ? 'a' : null,
            after: frames.length - 1,
          });
          return panel;
        };
        const all: Frame[] = [];
        let port = connect();
        for (const [seq, cut] of cuts.entries()) {
          const commit = commitOf('a', seq, 1, 1);
          all.push(...commit);
          await store.append(commit);
          hub.publish(commit);
          if (!cut) continue;
          port.disconnect();
          await settled();
          port = connect();
        }
        await settled();
        expect(frames).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });
});
