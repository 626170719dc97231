/**
 * What a person has pressed and the worker has not begun yet, in the session area: a worker that dies right after the press
 * leaves it for the next one. The one rule: it is written in the very call, before anything is waited for.
 */
import type { StorageArea } from '../lib/agent/area.ts';
import type { Request } from '../lib/protocol/messages.ts';

export interface Intent {
  readonly tabId: number;
  /** Null where nobody knows in which frame the selection is. */
  readonly frame: number | null;
  readonly action: Request<'selection.act'>['action'] | 'summarise' | 'read-region' | 'read-image';
  /** Id of the preset, for `preset`. */
  readonly preset: string;
  /** The selected words as far as whoever says it knows them, and the page that they are on; '' where they do not. */
  readonly text: string;
  readonly url: string;
  readonly title: string;
  /** Address of the picture, for `read-image`; of a very long one the beginning. */
  readonly source?: string;
  /** Id of the run that it starts: the same again is the same run. */
  readonly commandId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Intents {
  /** Replaces an earlier one of the same tab, which has one run at a time. Never rejects: without storage, it is not kept. */
  keep(intent: Intent): void;
  /** It has begun, or the person knows why not. */
  done(intent: Intent): Promise<void>;
  /** Those of tabs that are open. */
  left(): Promise<readonly Intent[]>;
}

// one key per tab, since the area has no prefix read, and open tabs can be listed
const keyOf = (tabId: number): string => `intent/${String(tabId)}`;

export function chromeIntents(area: StorageArea): Intents {
  /** Ids of the latest intents of this worker, by tab. */
  const latest = new Map<number, string>();
  let written: Promise<unknown> = Promise.resolve();
  return {
    keep(intent) {
      latest.set(intent.tabId, intent.commandId);
      const write = area.set({ [keyOf(intent.tabId)]: { ...intent } }).catch(() => undefined);
      written = Promise.all([written, write]);
    },
    async done({ tabId, commandId }) {
      await written;
      if ((latest.get(tabId) ?? commandId) !== commandId) return; // a later one stands in its place
      latest.delete(tabId);
      await area.remove([keyOf(tabId)]).catch(() => undefined);
    },
    async left() {
      const tabs = await chrome.tabs.query({});
      const found = await area.get(tabs.map(({ id = -1 }) => keyOf(id)));
      return Object.values(found) as Intent[]; // nobody but this module writes there
    },
  };
}

/** Whether something that was pressed over the tab waits for a worker. */
export async function waitsFor(tabId: number): Promise<boolean> {
  return keyOf(tabId) in (await chrome.storage.session.get(keyOf(tabId)));
}
