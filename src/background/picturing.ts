/**
 * Pictures to be read, from wherever a person points at them: the panel, a shortcut, the context menu, a region dragged on
 * the page. The one rule: what a page's script says of a region is a few numbers, taken only where a region was asked for.
 */
import type { RunSpec, RunTerms, WishedPicture } from '../lib/agent/frames.ts';
import type { Replies, Request } from '../lib/protocol/messages.ts';

type Sender = chrome.runtime.MessageSender;
export type Region = NonNullable<Request<'region.chosen'>['region']>;

export interface Picturing {
  /** Takes a picture of what the tab shows, or lets the person choose a region of it. Rejects with a `TroubleError`. */
  take(tabId: number, what: Request<'picture.take'>['what'], commandId: string): Promise<Replies['picture.take']>;
  /** Reads pictures that are kept already; the same id again is the same run. */
  read(tabId: number, pictures: readonly WishedPicture[], commandId: string): Promise<Replies['picture.read']>;
  /** From a script in a page. */
  chosen(ticket: string, region: Region | null, sender: Sender): Promise<Replies['region.chosen']>;
}

export interface PicturingDeps {
  readonly start: (spec: RunSpec) => Promise<void>;
  readonly terms: () => Promise<RunTerms>;
}

const GOAL = 'Read the text in this picture.';

export function createPicturing({ start, terms }: PicturingDeps): Picturing {
  const read: Picturing['read'] = async (tabId, pictures, commandId) => {
    const wish = { job: 'screenshot', goal: GOAL, tabId, also: [], selection: null, pictures, language: '' } as const;
    await start({ runId: commandId, ...wish, ...(await terms()) });
    return { runId: commandId };
  };
  return {
    read,
    take: () => Promise.reject(new Error('Not built yet.')),
    chosen: () => Promise.reject(new Error('Not built yet.')),
  };
}
