/** Sends stored frames, then live events to panels, in order and at least once; panels drop duplicates by `seq`. */
import type { Commit } from '../../lib/agent/frames/frames.ts';
import { findRequest } from '../../lib/agent/state/run-summary.ts';
import { createDraftTexts } from './draft-texts.ts';
import { createPanelBacklog } from './panel-backlog.ts';
import { createMemoryArea, type StorageArea } from '../../lib/agent/store/storage-area.ts';
import { StoreError, type Draft, type FrameStore, type RunSummary } from '../../lib/agent/storage-ports.ts';
import { sleep, systemClock, type Clock } from '../../lib/base/clock.ts';
import type { UserError } from '../../lib/base/errors.ts';
import { omitUndefined } from '../../lib/base/loose.ts';
import type { Expenses } from '../../lib/agent/budget/expense.ts';
import type { NoticeCode, PanelEvent, PanelHello } from '../../lib/protocol/events.ts';

interface PanelChannel {
  post(event: PanelEvent): void;
  /** The id that Chrome gives the panel's document. */
  readonly documentId?: string | undefined;
}

const REREAD_MS = 1000;
const MAX_REREADS = 5;

interface Panel {
  readonly channel: PanelChannel;
  tabId: number;
  runId: string | null;
  /** Live events queued during a replay; null once the panel is live. */
  heldEvents: PanelEvent[] | null;
  /** The run that it lacks, because storage did not answer: it is read again after a while, and with the run's next commit. */
  unread: string | null;
  /** How often it was read again since. */
  rereads: number;
  /** Incremented by every hello, to stop an outdated replay. */
  helloCount: number;
}

export const toStorageNotice = (error: unknown): NoticeCode =>
  error instanceof StoreError && error.code === 'corrupt' ? 'corrupt' : 'no-mirror';

export type PanelHub = ReturnType<typeof createPanelHub>;

export function createPanelHub(
  store: Pick<FrameStore, 'listRuns' | 'load'>,
  isPinned: (runId: string) => Promise<boolean> = () => Promise.resolve(false),
  loadExpenses: () => Promise<Expenses> = () => Promise.reject(new Error('There is no ledger.')),
  /** Outlives the worker. */
  area: StorageArea = createMemoryArea(),
  clock: Clock = systemClock,
) {
  const panels = new Set<Panel>();
  const drafts = createDraftTexts();
  const { notices, orphans, restore, keep } = createPanelBacklog(area);
  const refusals = new Map<number, { readonly error: UserError; readonly markShown: () => void }>();

  function send(panel: Panel, event: PanelEvent): void {
    if (panel.heldEvents) panel.heldEvents.push(event);
    else panel.channel.post(event);
  }

  function sendToRun(runId: string, event: PanelEvent): void {
    for (const panel of panels) if (panel.runId === runId) send(panel, event);
  }

  async function replay(panel: Panel, message: PanelHello): Promise<void> {
    const helloCount = (panel.helloCount += 1);
    panel.tabId = message.tabId;
    panel.heldEvents = [];
    panel.unread = null;
    const [listed] = await Promise.all([store.listRuns().catch(noteUnreadable), restore()]);
    if (panel.helloCount !== helloCount) return; // overtaken by a later hello
    const heads = listed ?? [];
    const head =
      findLatestRun(heads.filter((candidate) => candidate.tabId === message.tabId)) ??
      heads.findLast(({ runId, tabId }) => orphans.get(runId) === tabId) ??
      null;
    const pinned = head ? await isPinned(head.runId) : false;
    if (panel.helloCount !== helloCount) return;
    const after = head?.runId === message.runId ? message.after : -1;
    panel.runId = head?.runId ?? null;
    const failures: NoticeCode[] = [];
    const frames = head
      ? await store.load(head.runId, after).catch((thrown: unknown) => {
          failures.push(toStorageNotice(thrown));
          return panel.rereads > 0 && !failures.includes('corrupt') ? null : noteUnreadable(thrown);
        })
      : [];
    if (panel.helloCount !== helloCount) return;
    // without its first frames, it could only gather the others
    if (frames === null) {
      [panel.runId, panel.unread] = [null, panel.runId];
      if (!failures.includes('corrupt')) void rereadLater(panel);
    } else panel.rereads = 0;
    const queued = panel.heldEvents;
    panel.heldEvents = null;
    send(panel, {
      type: 'tab',
      tabId: message.tabId,
      runId: head?.runId ?? null,
      pinned,
    });
    loadExpenses().then(
      (expenses) => panel.helloCount === helloCount && send(panel, { type: 'expenses', expenses }),
      () => undefined, // shown with the next charge
    );
    for (const code of notices) send(panel, { type: 'notice', code });
    if (notices.size > 0) {
      notices.clear();
      keep();
    }
    if (head && frames && frames.length > 0) send(panel, { type: 'frames', runId: head.runId, frames });
    if (head)
      for (const [key, { text, tokens }] of drafts.get(head.runId))
        send(panel, { type: 'draft', runId: head.runId, key, from: 0, text, ...omitUndefined({ tokens }) });
    // whole drafts were just sent: queued pieces would repeat text
    for (const event of queued) if (event.type !== 'draft') send(panel, event);
    sendRefusal(panel);
  }

  /** Must follow a replay, which would clear the message. */
  function sendRefusal(panel: Panel): void {
    const refusal = refusals.get(panel.tabId);
    if (!refusal || panel.heldEvents) return;
    panel.channel.post({ type: 'refused', tabId: panel.tabId, error: refusal.error });
    refusals.delete(panel.tabId);
    refusal.markShown();
  }

  function noteUnreadable(thrown: unknown): null {
    notices.add(toStorageNotice(thrown));
    return null;
  }

  /** Longer each time, a few times. */
  async function rereadLater(panel: Panel): Promise<void> {
    if (panel.rereads >= MAX_REREADS) return;
    const { helloCount } = panel;
    await sleep(clock, REREAD_MS * 2 ** panel.rereads);
    if (panel.helloCount !== helloCount) return; // it was shown something since, or left
    panel.rereads += 1;
    replayAll(panel);
  }

  const replayAll = (panel: Panel): void =>
    void replay(panel, { type: 'panel.hello', tabId: panel.tabId, runId: null, after: -1 });

  function showRunOnTab(runId: string, tabId: number): void {
    for (const panel of panels) {
      if (panel.tabId === tabId && panel.runId !== runId) replayAll(panel);
    }
  }

  return {
    join(channel: PanelChannel) {
      const panel: Panel = {
        channel,
        tabId: -1,
        runId: null,
        heldEvents: null,
        unread: null,
        rereads: 0,
        helloCount: 0,
      };
      panels.add(panel);
      return {
        handleHello(message: PanelHello): Promise<void> {
          panel.rereads = 0; // those of another tab's run count for nothing
          return replay(panel, message);
        },
        leave(): void {
          panels.delete(panel);
          panel.helloCount += 1;
        },
      };
    },
    /** Call only after the commit is stored. */
    publish(commit: Commit): void {
      const [first] = commit;
      const { runId } = first;
      for (const frame of commit) if (frame.kind === 'model.reply') drafts.remove(runId, frame.key);
      for (const panel of panels) if (panel.unread === runId) replayAll(panel);
      const request = findRequest(first);
      if (request) showRunOnTab(runId, request.tabId);
      sendToRun(runId, { type: 'frames', runId, frames: commit });
    },
    appendDraft(runId: string, key: string, text: string, tokens?: number): void {
      const from = drafts.append(runId, key, text, tokens);
      sendToRun(runId, { type: 'draft', runId, key, from, text, ...omitUndefined({ tokens }) });
    },
    /** `tokens`: thought so far. */
    appendThought(runId: string, key: string, text: string, tokens = 0): void {
      if (tokens > 0) drafts.setReasoning(runId, key, tokens);
      sendToRun(runId, { type: 'thought', runId, key, text });
    },
    /** `share`: 0 … 1. */
    sendProgress: (runId: string, key: string, share: number): void =>
      sendToRun(runId, { type: 'progress', runId, key, share }),
    listDrafts: (runId: string): readonly Draft[] =>
      Array.from(drafts.get(runId), ([key, { text, reasoning }]) => ({
        key,
        text,
        ...omitUndefined({ reasoning }),
      })),
    showExpenses(expenses: Expenses): void {
      for (const panel of panels) send(panel, { type: 'expenses', expenses });
    },
    notify(code: NoticeCode): void {
      if (panels.size === 0) {
        notices.add(code);
        keep();
      }
      for (const panel of panels) panel.channel.post({ type: 'notice', code });
    },
    refuse(tabId: number, error: UserError): Promise<void> {
      refusals.get(tabId)?.markShown(); // resolves the refusal that this one replaces
      const shown = new Promise<void>((resolve) => refusals.set(tabId, { error, markShown: resolve }));
      for (const panel of panels) if (panel.tabId === tabId) sendRefusal(panel);
      return shown;
    },
    handleTabClosed(tabId: number): void {
      refusals.get(tabId)?.markShown(); // nobody is left to be told
      refusals.delete(tabId);
    },
    /** Resends the run after a change that has no frame, such as whether it is pinned. */
    refresh(runId: string): void {
      for (const panel of panels) {
        if (panel.runId !== runId) continue;
        const after = panel.heldEvents ? -1 : Number.MAX_SAFE_INTEGER; // a replay that this interrupts restarts from the beginning
        void replay(panel, { type: 'panel.hello', tabId: panel.tabId, runId, after });
      }
    },
    /** After a change of which run the tab shows. */
    refreshTab(tabId: number): void {
      for (const panel of panels) if (panel.tabId === tabId) replayAll(panel);
    },
    hasPanels: (): boolean => panels.size > 0,
    hasOtherPanels: (documentId: string | undefined): boolean =>
      Array.from(panels).some(({ channel }) => channel.documentId !== documentId),
    /** Runs whose tab no longer exists after a restart: shown for any tab without its own run. */
    adopt(heads: readonly Pick<RunSummary, 'runId' | 'tabId'>[]): void {
      for (const { runId, tabId } of heads) orphans.set(runId, tabId);
      keep();
    },
    reset(): void {
      drafts.clear();
      void restore().then(() => {
        orphans.clear();
        keep();
      });
      for (const { markShown } of refusals.values()) markShown();
      refusals.clear();
      for (const panel of panels) {
        panel.runId = null;
        send(panel, { type: 'tab', tabId: panel.tabId, runId: null, pinned: false });
      }
    },
  };
}

function findLatestRun(heads: readonly RunSummary[]): RunSummary | undefined {
  return heads.reduce<RunSummary | undefined>(
    (last, head) => (last && last.requestedAt > head.requestedAt ? last : head),
    undefined,
  );
}
