/** A panel that keeps what it is sent, and a hub over a store of its own. */
import { createPanelHub, type PanelHub } from '../../../src/background/runs/panel-hub.ts';
import type { Clock } from '../../../src/lib/base/clock.ts';
import type { Commit, Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameStore } from '../../../src/lib/agent/storage-ports.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { PanelEvent, PanelHello } from '../../../src/lib/protocol/events.ts';

export const hello = (tabId: number, runId: string | null = null, after = -1): PanelHello => ({
  type: 'panel.hello',
  tabId,
  runId,
  after,
});

export function listener(): {
  events: PanelEvent[];
  post: (event: PanelEvent) => void;
  frames: (runId: string) => Frame[];
  draft: (key?: string) => string;
} {
  const events: PanelEvent[] = [];
  return {
    events,
    post: (event) => events.push(event),
    /** As a panel folds them: duplicates dropped by seq, a gap is an error. */
    frames(runId) {
      const seen: Frame[] = [];
      for (const event of events) {
        if (event.type !== 'frames' || event.runId !== runId) continue;
        for (const frame of event.frames) {
          if (frame.seq > seen.length) throw new Error(`gap before ${String(frame.seq)}`);
          if (frame.seq === seen.length) seen.push(frame);
        }
      }
      return seen;
    },
    draft(key = 'k') {
      let text = '';
      for (const event of events) {
        if (event.type !== 'draft' || event.key !== key) continue;
        if (event.from > text.length) throw new Error('hole in the draft');
        text = text.slice(0, event.from) + event.text;
      }
      return text;
    },
  };
}

export function make(clock?: Clock): { store: FrameStore; hub: PanelHub; commit: (commit: Commit) => Promise<void> } {
  const store = createFrameStore(createMemoryArea());
  const hub = createPanelHub(store, undefined, undefined, undefined, clock);
  return {
    store,
    hub,
    async commit(commit) {
      await store.append(commit);
      hub.publish(commit);
    },
  };
}
