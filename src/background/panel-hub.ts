/**
 * What panels see of the runs: a replay of what is stored, then the live stream; opening late, reopening and resuming are
 * one path. Delivery is at least once and in order; a panel drops what it has by `seq`.
 */
import type { Commit, Frame } from '../lib/agent/frames.ts';
import { wishOf } from '../lib/agent/head.ts';
import type { Draft, FrameStore, RunHead } from '../lib/agent/ports.ts';
import { messageOf, type Trouble } from '../lib/base/errors.ts';
import type { NoticeCode, PanelEvent, PanelHello } from '../lib/protocol/events.ts';

export interface PanelChannel {
  post(event: PanelEvent): void;
}

/** What a model call has written. */
interface Written {
  readonly text: string;
  /** Of the text, as far as they have been counted. */
  readonly tokens?: number;
}

interface Panel {
  readonly channel: PanelChannel;
  tabId: number;
  runId: string | null;
  /** Live events held back while stored frames are being replayed; null once the panel is live. */
  held: PanelEvent[] | null;
  /** Raised by every hello, so that a replay that was overtaken stops. */
  greeting: number;
}

export interface PanelHub {
  join(channel: PanelChannel): PanelMember;
  /** After a commit has been stored. */
  publish(commit: Commit): void;
  draft(runId: string, key: string, text: string, tokens?: number): void;
  /** How far the tool call of that key is, 0 … 1. */
  progress(runId: string, key: string, share: number): void;
  /** What is being written in the run as it stands, for a checkpoint. */
  draftsOf(runId: string): readonly Draft[];
  /** Something that a person should know; kept until a panel is there to say it. */
  notify(code: NoticeCode, message: string): void;
  /** What was pressed over that tab cannot be done: said by the next panel that looks at it. Resolves once it is. */
  refuse(tabId: number, trouble: Trouble): Promise<void>;
  /** Something of the run that is no frame has changed: whether it is kept. */
  refresh(runId: string): void;
  /** Runs whose tab is gone with the browser that had it: shown beside any tab that has none of its own. */
  adopt(runIds: readonly string[]): void;
  /** Shows an empty session on every panel. */
  reset(): void;
}

export interface PanelMember {
  hello(message: PanelHello): Promise<void>;
  leave(): void;
}

export function createPanelHub(
  store: Pick<FrameStore, 'heads' | 'load'>,
  isKept: (runId: string) => Promise<boolean> = () => Promise.resolve(false),
): PanelHub {
  const panels = new Set<Panel>();
  /** By run, by the key of the call. */
  const drafts = new Map<string, Map<string, Written>>();
  const untold = new Map<NoticeCode, string>();
  const orphans = new Set<string>();
  /** By tab, the latest alone. */
  const refusals = new Map<number, { readonly trouble: Trouble; readonly told: () => void }>();

  function send(panel: Panel, event: PanelEvent): void {
    if (panel.held) panel.held.push(event);
    else panel.channel.post(event);
  }

  async function hello(panel: Panel, message: PanelHello): Promise<void> {
    const greeting = (panel.greeting += 1);
    panel.tabId = message.tabId;
    panel.held = [];
    const heads = await store.heads();
    if (panel.greeting !== greeting) return; // overtaken by a later hello
    const head =
      latest(heads.filter((candidate) => candidate.tabId === message.tabId)) ??
      heads.findLast((candidate) => orphans.has(candidate.runId)) ??
      null;
    const kept = head ? await isKept(head.runId) : false;
    if (panel.greeting !== greeting) return;
    const after = head?.runId === message.runId ? message.after : -1;
    panel.runId = head?.runId ?? null;
    const frames = head ? await store.load(head.runId, after).catch(unreadable) : [];
    if (panel.greeting !== greeting) return;
    const held = panel.held;
    panel.held = null;
    send(panel, { type: 'tab', tabId: message.tabId, runId: head?.runId ?? null, others: spentBy(heads, head), kept });
    for (const [code, text] of untold) send(panel, { type: 'notice', code, message: text });
    untold.clear();
    if (head && frames.length > 0) send(panel, { type: 'frames', runId: head.runId, frames });
    if (head)
      for (const [key, draft] of drafts.get(head.runId) ?? [])
        send(panel, { type: 'draft', runId: head.runId, key, from: 0, ...draft });
    // whole drafts have just been sent, and a later one starts anew: held pieces would repeat their tails
    for (const event of held) if (event.type !== 'draft') send(panel, event);
    tellRefusal(panel);
  }

  function settle(runId: string, key: string): void {
    const own = drafts.get(runId);
    if (own?.delete(key) === true && own.size === 0) drafts.delete(runId);
  }

  /** After a replay, which would clear it away. */
  function tellRefusal(panel: Panel): void {
    const refusal = refusals.get(panel.tabId);
    if (!refusal || panel.held) return;
    panel.channel.post({ type: 'refused', tabId: panel.tabId, trouble: refusal.trouble });
    refusals.delete(panel.tabId);
    refusal.told();
  }

  /** The run is shown as far as it can be: not at all. What else is held still reaches the panel. */
  function unreadable(thrown: unknown): readonly Frame[] {
    untold.set('corrupt', `A run could not be read: ${messageOf(thrown)} Clear the session and ask again.`);
    return [];
  }

  /** The channel is closed: nothing is sent there any more, also by a replay under way. */
  function leave(panel: Panel): void {
    panels.delete(panel);
    panel.greeting += 1;
  }

  /** A run that begins on a tab takes over the panels that look at that tab. */
  function takeOver(runId: string, tabId: number): void {
    for (const panel of panels) {
      if (panel.tabId !== tabId || panel.runId === runId) continue;
      void hello(panel, { type: 'panel.hello', tabId, runId: null, after: -1 });
    }
  }

  return {
    join(channel) {
      const panel: Panel = { channel, tabId: -1, runId: null, held: null, greeting: 0 };
      panels.add(panel);
      return { hello: (message) => hello(panel, message), leave: () => leave(panel) };
    },
    publish(commit) {
      const [first] = commit;
      const { runId } = first;
      for (const frame of commit) if (frame.kind === 'model.reply') settle(runId, frame.key);
      const wish = wishOf(first);
      if (wish) takeOver(runId, wish.tabId);
      for (const panel of panels) {
        if (panel.runId === runId) send(panel, { type: 'frames', runId, frames: commit });
      }
    },
    draft(runId, key, text, tokens) {
      const own = drafts.get(runId) ?? new Map<string, Written>();
      const before = text === '' ? '' : (own.get(key)?.text ?? '');
      const from = before.length;
      const counted = tokens === undefined ? {} : { tokens };
      drafts.set(runId, own.set(key, { text: before + text, ...counted }));
      for (const panel of panels) {
        if (panel.runId === runId) send(panel, { type: 'draft', runId, key, from, text, ...counted });
      }
    },
    progress(runId, key, share) {
      for (const panel of panels) if (panel.runId === runId) send(panel, { type: 'progress', runId, key, share });
    },
    draftsOf: (runId) => Array.from(drafts.get(runId) ?? [], ([key, { text }]) => ({ key, text })),
    notify(code, message) {
      if (panels.size === 0) untold.set(code, message);
      for (const panel of panels) panel.channel.post({ type: 'notice', code, message });
    },
    refuse(tabId, trouble) {
      refusals.get(tabId)?.told(); // nobody waits for what this one takes the place of
      const told = new Promise<void>((resolve) => refusals.set(tabId, { trouble, told: resolve }));
      for (const panel of panels) if (panel.tabId === tabId) tellRefusal(panel);
      return told;
    },
    refresh(runId) {
      for (const panel of panels) {
        if (panel.runId !== runId) continue;
        const after = panel.held ? -1 : Number.MAX_SAFE_INTEGER; // a replay that this overtakes is made anew, whole
        void hello(panel, { type: 'panel.hello', tabId: panel.tabId, runId, after });
      }
    },
    adopt(runIds) {
      for (const runId of runIds) orphans.add(runId);
    },
    reset() {
      drafts.clear();
      orphans.clear();
      for (const { told } of refusals.values()) told();
      refusals.clear();
      for (const panel of panels) {
        panel.runId = null;
        send(panel, { type: 'tab', tabId: panel.tabId, runId: null, others: { input: 0, output: 0 }, kept: false });
      }
    },
  };
}

/** The run of which a person wanted something last: one of before may have gone on since. */
function latest(heads: readonly RunHead[]): RunHead | undefined {
  return heads.reduce<RunHead | undefined>(
    (last, head) => (last && last.wishedAt > head.wishedAt ? last : head),
    undefined,
  );
}

function spentBy(heads: readonly RunHead[], except: RunHead | null): { input: number; output: number } {
  const others = heads.filter((head) => head.runId !== except?.runId);
  return {
    input: others.reduce((sum, head) => sum + head.input, 0),
    output: others.reduce((sum, head) => sum + head.output, 0),
  };
}
