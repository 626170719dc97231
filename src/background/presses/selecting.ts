/** Handles selection actions. A press is recorded before any await; page data is untrusted (SAFETY D6). */
import type { Intent, Intents } from '../../chrome/storage/presses.ts';
import type { Clock } from '../../lib/base/clock.ts';
import { toUserError, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { Replies, Request } from '../../lib/protocol/requests/requests.ts';
import type { Preset } from '../../lib/protocol/settings/settings.ts';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { createRateLimiter, TOO_OFTEN_ERROR } from './rate-limit.ts';
import type { SelectionPress, StartSelection } from './selection-runs.ts';

type Sender = chrome.runtime.MessageSender;

export interface SelectionServiceDeps {
  readonly startSelection: StartSelection;
  readonly loadPresets: () => Promise<readonly Preset[]>;
  /** A BCP 47 tag. */
  readonly loadTranslationLanguage: () => Promise<string>;
  readonly clock: Clock;
  readonly intents: Intents;
  readonly about: {
    readonly clear: (tabId: number) => Promise<void>;
    readonly clearAll: () => Promise<void>;
  };
  readonly hide: (
    where: Request<'selection.hide'>['where'],
    origins: readonly string[],
    tabId: number,
  ) => Promise<void>;
  readonly showError: (tabId: number, error: UserError) => Promise<void>;
}

/** A press on the active tab's selection, of which nothing is known yet. */
export const createPress = (
  tabId: number,
  action: SelectionPress['action'],
  commandId: string = crypto.randomUUID(),
): SelectionPress => ({ tabId, frame: null, action, preset: '', text: '', url: '', title: '', commandId });

/** Older presses are not resumed: the user no longer waits. */
const STALE_MS = 60_000;

export type SelectionService = ReturnType<typeof createSelectionService>;

export function createSelectionService(deps: SelectionServiceDeps) {
  const { intents, about, clock, startSelection } = deps;
  const isAllowed = createRateLimiter(clock);
  /** The active press of each tab; a later press aborts it. */
  const latest = new Map<number, AbortController>();
  /** By id of the press: its tab. */
  const ownPresses = new Map<string, number>();

  async function runPress(pressed: SelectionPress): Promise<string> {
    const { tabId } = pressed;
    const controller = new AbortController();
    latest.get(tabId)?.abort();
    latest.set(tabId, controller);
    try {
      return await startSelection(pressed, controller.signal);
    } catch (thrown) {
      if (controller.signal.aborted) return '';
      throw thrown;
    } finally {
      if (latest.get(tabId) === controller) latest.delete(tabId);
    }
  }

  /** The record is removed once the run has begun or `reportFailure` has reported the error. */
  async function runRecorded(intent: Intent, reportFailure: (thrown: unknown) => Promise<void>): Promise<string> {
    ownPresses.set(intent.commandId, intent.tabId);
    let reported = Promise.resolve();
    try {
      return await runPress(intent);
    } catch (thrown) {
      reported = reportFailure(thrown);
      return '';
    } finally {
      void reported.then(() => intents.remove(intent)); // the caller does not wait for the panel
    }
  }

  /** Must be synchronous until the press is recorded: gesture and worker may end at the next await. */
  function recordPress(pressed: SelectionPress): Intent {
    const intent = { ...pressed, at: clock.now() };
    intents.save(intent);
    return intent;
  }

  return {
    /** Errors are shown in the panel; never rejects. */
    async handlePress(pressed: SelectionPress): Promise<void> {
      await runRecorded(recordPress(pressed), (thrown) => deps.showError(pressed.tabId, toUserError(thrown)));
    },
    /** Returns the run's id, or '' if the action starts none. Rejects with a `UserFacingError`. */
    startAction: runPress,
    /** Rate limited, and only for the script's own tab and frame. Rejects with a `UserFacingError`. */
    async handleToolbarAction(
      action: Omit<Request<'selection.act'>, 'type'>,
      { tab, frameId, url = '' }: Sender,
    ): Promise<Replies['selection.act']> {
      const tabId = tab?.id ?? -1;
      if (!isAllowed(tabId)) throw new UserFacingError(TOO_OFTEN_ERROR);
      const intent = recordPress({
        ...action,
        tabId,
        frame: frameId ?? null,
        url,
        title: tab?.title ?? '',
        isFromPage: true,
      });
      const failures: UserError[] = [];
      const runId = await runRecorded(intent, (thrown) => Promise.resolve(void failures.push(toUserError(thrown))));
      if (failures[0]) throw new UserFacingError(failures[0]); // the toolbar shows the error itself
      return { runId };
    },
    async getMenu(): Promise<Replies['selection.menu']> {
      const [presets, language] = await Promise.all([deps.loadPresets(), deps.loadTranslationLanguage()]);
      return { presets: presets.map(({ id, title }) => ({ id, title })), language };
    },
    async hide(where: Request<'selection.hide'>['where'], { tab, origin = '', url = '' }: Sender): Promise<void> {
      // both the tab's site and the frame's, or the toolbar there would stay
      const origins = [tab?.url ?? '', toWebOrigin(origin) ?? url].flatMap((address) => toWebOrigin(address) ?? []);
      await deps.hide(where, [...new Set(origins)], tab?.id ?? -1);
    },
    /** Resumes presses that an earlier worker recorded but did not start. */
    async resumePresses(): Promise<void> {
      const unfinished = (await intents.listPending()).filter(({ commandId }) => !ownPresses.has(commandId));
      await Promise.all(
        unfinished.map((intent) =>
          clock.now() - intent.at > STALE_MS
            ? intents.remove(intent)
            : runRecorded(intent, (thrown) => deps.showError(intent.tabId, toUserError(thrown))),
        ),
      );
    },
    async handleTabClosed(tabId: number): Promise<void> {
      latest.get(tabId)?.abort();
      for (const [press, tab] of ownPresses) if (tab === tabId) ownPresses.delete(press);
      await about.clear(tabId);
    },
    async clear(): Promise<void> {
      for (const controller of latest.values()) controller.abort();
      await about.clearAll();
    },
  };
}
