/** Handles selection actions. A press is recorded before any await; page data is untrusted (SAFETY D6). */
import { PREVIEW_LENGTH, type About } from '../chrome/storage/pending-question.ts';
import type { Intent, Intents } from '../chrome/storage/intents.ts';
import type { RunSpec, RunConfig } from '../lib/agent/frames/frames.ts';
import type { Blobs } from '../lib/agent/ports.ts';
import type { Clock } from '../lib/base/clock.ts';
import { toUserError, UserFacingError, type UserError } from '../lib/base/errors.ts';
import { getEnglishLanguageName } from '../lib/jobs/wishes.ts';
import type { SelectedText } from '../lib/pipeline/page/selection/selection.ts';
import type { Replies, Request } from '../lib/protocol/messages.ts';
import type { Preset } from '../lib/protocol/settings.ts';
import { toWebOrigin } from '../lib/protocol/toolbar.ts';
import { addJobGrants } from './approvals.ts';
import { createRateLimiter, TOO_OFTEN_ERROR } from './pace.ts';
import type { PictureService } from './picturing.ts';
import { toSelectionRequest } from './wishes.ts';

export type SelectionPress = Omit<Intent, 'at'>;
type Sender = chrome.runtime.MessageSender;

export interface SelectionService {
  /** Errors are shown in the panel; never rejects. */
  handlePress(pressed: SelectionPress): Promise<void>;
  /** Returns the run's id, or '' if the action starts none. Rejects with a `UserFacingError`. */
  startAction(pressed: SelectionPress): Promise<string>;
  /** Rate limited, and only for the script's own tab and frame. Rejects with a `UserFacingError`. */
  handleToolbarAction(said: Omit<Request<'selection.act'>, 'type'>, sender: Sender): Promise<Replies['selection.act']>;
  getMenu(): Promise<Replies['selection.menu']>;
  hide(where: Request<'selection.hide'>['where'], sender: Sender): Promise<Replies['selection.hide']>;
  /** Resumes presses that an earlier worker recorded but did not start. */
  resumePresses(): Promise<void>;
  handleTabClosed(tabId: number): Promise<void>;
  clear(): Promise<void>;
}

export type Fallback = Pick<Intent, 'text' | 'url' | 'title'>;

export interface SelectionServiceDeps {
  readonly ready: Promise<unknown>;
  /** Returns the fallback's text if the page cannot be read. Throws a `UserFacingError`. */
  readonly read: (
    tabId: number,
    frame: number | null,
    fallback: Fallback,
    signal: AbortSignal,
  ) => Promise<SelectedText>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly runs: {
    readonly start: (spec: RunSpec) => Promise<void>;
    readonly summarise: (tabId: number, runId: string) => Promise<void>;
    readonly has: (runId: string) => Promise<boolean>;
  };
  readonly picturing: Pick<PictureService, 'takePicture' | 'readImage'>;
  readonly config: () => Promise<RunConfig>;
  readonly loadPresets: () => Promise<readonly Preset[]>;
  /** A BCP 47 tag. */
  readonly getLanguage: () => string;
  readonly intents: Intents;
  readonly about: {
    readonly set: (about: About) => Promise<void>;
    readonly clear: (tabId: number) => Promise<void>;
    readonly clearAll: () => Promise<void>;
  };
  readonly hide: (where: Request<'selection.hide'>['where'], origins: readonly string[]) => Promise<void>;
  readonly showError: (tabId: number, error: UserError) => Promise<void>;
  readonly clock: Clock;
}

const READ_MS = 10_000;
/** Older presses are not resumed: the user no longer waits. */
const STALE_MS = 60_000;

export function createSelectionService(deps: SelectionServiceDeps): SelectionService {
  const { ready, blobs, runs, intents, about, clock } = deps;
  const isAllowed = createRateLimiter(clock);
  /** The active press of each tab; a later press aborts it. */
  const latest = new Map<number, AbortController>();
  const ownPresses = new Set<string>();

  async function runPress(pressed: SelectionPress): Promise<string> {
    const { tabId } = pressed;
    const controller = new AbortController();
    latest.get(tabId)?.abort();
    latest.set(tabId, controller);
    try {
      return await startPress(pressed, controller.signal);
    } catch (thrown) {
      if (controller.signal.aborted) return '';
      throw thrown;
    } finally {
      if (latest.get(tabId) === controller) latest.delete(tabId);
    }
  }

  async function startPress(pressed: SelectionPress, overtaken: AbortSignal): Promise<string> {
    const { tabId, frame, action, text, url, title, commandId } = pressed;
    await ready;
    if (await runs.has(commandId)) return commandId; // repeated press; the selection may have changed since
    if (action === 'summarise') {
      await runs.summarise(tabId, commandId);
      return commandId;
    }
    if (action === 'read-region') return (await deps.picturing.takePicture(tabId, 'region', commandId)).runId;
    if (action === 'read-image') return deps.picturing.readImage(pressed, overtaken);
    const signal = AbortSignal.any([overtaken, clock.timeout(READ_MS)]);
    const selected = await deps.read(tabId, frame, { text, url, title }, signal);
    const selection = await blobs.put(JSON.stringify(selected));
    overtaken.throwIfAborted();
    if (action === 'ask') {
      await about.set({ tabId, hash: selection, ...createPreview(selected), at: clock.now() });
      return '';
    }
    const language = deps.getLanguage();
    const request = toSelectionRequest(pressed, await deps.loadPresets(), getEnglishLanguageName(language));
    const config = addJobGrants(request.job, await deps.config());
    overtaken.throwIfAborted();
    await runs.start({
      runId: commandId,
      sub: null,
      ...request,
      tabId,
      also: [],
      selection,
      pictures: [],
      language,
      sources: null,
      agent: '',
      ...config,
    });
    return commandId;
  }

  /** The record is removed once the run has begun or `reportFailure` has reported the error. */
  async function runRecorded(intent: Intent, reportFailure: (thrown: unknown) => Promise<void>): Promise<string> {
    ownPresses.add(intent.commandId);
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
    async handlePress(pressed) {
      await runRecorded(recordPress(pressed), (thrown) => deps.showError(pressed.tabId, toUserError(thrown)));
    },
    startAction: runPress,
    async handleToolbarAction(action, { tab, frameId, url = '' }) {
      const tabId = tab?.id ?? -1;
      if (!isAllowed(tabId)) throw new UserFacingError(TOO_OFTEN_ERROR);
      const intent = recordPress({ ...action, tabId, frame: frameId ?? null, url, title: tab?.title ?? '' });
      const failures: UserError[] = [];
      const runId = await runRecorded(intent, (thrown) => Promise.resolve(void failures.push(toUserError(thrown))));
      if (failures[0]) throw new UserFacingError(failures[0]); // the toolbar shows the error itself
      return { runId };
    },
    async getMenu() {
      const presets = await deps.loadPresets();
      return { presets: presets.map(({ id, title }) => ({ id, title })), language: deps.getLanguage() };
    },
    async hide(where, { tab, origin = '', url = '' }) {
      // both the tab's site and the frame's, or the toolbar there would stay
      const origins = [tab?.url ?? '', toWebOrigin(origin) ?? url].flatMap((address) => toWebOrigin(address) ?? []);
      await deps.hide(where, [...new Set(origins)]);
      return {};
    },
    async resumePresses() {
      const unfinished = (await intents.listPending()).filter(({ commandId }) => !ownPresses.has(commandId));
      await Promise.all(
        unfinished.map((intent) =>
          clock.now() - intent.at > STALE_MS
            ? intents.remove(intent)
            : runRecorded(intent, (thrown) => deps.showError(intent.tabId, toUserError(thrown))),
        ),
      );
    },
    async handleTabClosed(tabId) {
      latest.get(tabId)?.abort();
      await about.clear(tabId);
    },
    async clear() {
      for (const controller of latest.values()) controller.abort();
      await about.clearAll();
    },
  };
}

function createPreview({ text, url, title }: SelectedText): Pick<About, 'preview' | 'url' | 'title'> {
  const preview = text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
  return { preview, url, title };
}
