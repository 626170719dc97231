/**
 * What a person does with a selection, from wherever they do it: the toolbar on the page, the context menu, a shortcut, the
 * panel. The one rule: a press is on record before anything is waited for, so that a worker's death cannot lose it; and what a
 * page's script says is some words, nothing that is believed (SAFETY D6).
 */
import { PREVIEW_LENGTH, type About } from '../chrome/about.ts';
import type { Intent, Intents } from '../chrome/intents.ts';
import type { RunSpec, RunTerms } from '../lib/agent/frames.ts';
import type { Blobs } from '../lib/agent/ports.ts';
import type { Clock } from '../lib/base/clock.ts';
import { troubleOf, TroubleError, type Trouble } from '../lib/base/errors.ts';
import { languageName } from '../lib/jobs/wishes.ts';
import type { SelectedText } from '../lib/pipeline/page/selected.ts';
import type { Replies, Request } from '../lib/protocol/messages.ts';
import type { Preset } from '../lib/protocol/settings.ts';
import { webOrigin } from '../lib/protocol/toolbar.ts';
import { termsFor } from './approvals.ts';
import { createPace, TOO_OFTEN } from './pace.ts';
import type { Picturing } from './picturing.ts';
import { selectionWish } from './wishes.ts';

/** A press as whoever reports it knows it. */
export type Pressed = Omit<Intent, 'at'>;
type Sender = chrome.runtime.MessageSender;

export interface Selecting {
  /** From the context menu or a shortcut. What goes wrong is said in the panel; never rejects. */
  press(pressed: Pressed): Promise<void>;
  /** From the panel. Resolves with the run's id, '' where the action starts none. Rejects with a `TroubleError`. */
  start(pressed: Pressed): Promise<string>;
  /** From a script in a page: at most so often, and for the tab and frame that it is in. Rejects with a `TroubleError`. */
  act(said: Omit<Request<'selection.act'>, 'type'>, sender: Sender): Promise<Replies['selection.act']>;
  menu(): Promise<Replies['selection.menu']>;
  hide(where: Request<'selection.hide'>['where'], sender: Sender): Promise<Replies['selection.hide']>;
  /** Takes up what a worker before this one was told and did not live to begin. */
  drain(): Promise<void>;
  /** The tab is gone: nothing is about its selection any more. */
  tabClosed(tabId: number): Promise<void>;
  /** The session is over. */
  clear(): Promise<void>;
}

/** What is known without reading the page, for where it cannot be read. */
export type Fallback = Pick<Intent, 'text' | 'url' | 'title'>;

export interface SelectingDeps {
  /** Nothing may look at runs before. */
  readonly ready: Promise<unknown>;
  /** Reads what is selected; where nothing can be read, the words that are known. Throws a `TroubleError`. */
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
    /** Whether there is a run of that id. */
    readonly has: (runId: string) => Promise<boolean>;
  };
  /** Presses that are about no selection but about what is to be seen. */
  readonly picturing: Pick<Picturing, 'take' | 'image'>;
  readonly terms: () => Promise<RunTerms>;
  readonly presets: () => Promise<readonly Preset[]>;
  /** Of the person, a BCP 47 tag. */
  readonly language: () => string;
  readonly intents: Intents;
  readonly about: {
    readonly set: (about: About) => Promise<void>;
    readonly clear: (tabId: number) => Promise<void>;
    readonly clearAll: () => Promise<void>;
  };
  readonly hide: (where: Request<'selection.hide'>['where'], origins: readonly string[]) => Promise<void>;
  /** Says in the panel of that tab what went wrong. Resolves once it has been said. */
  readonly tell: (tabId: number, trouble: Trouble) => Promise<void>;
  readonly clock: Clock;
}

const READ_MS = 10_000;
/** A press that is older than this is not taken up again: nobody waits for it, and something else may be selected. */
const STALE_MS = 60_000;

export function createSelecting(deps: SelectingDeps): Selecting {
  const { ready, blobs, runs, intents, about, clock } = deps;
  const mayPass = createPace(clock);
  /** The latest press of each tab that is being carried out: a later one takes its place. */
  const latest = new Map<number, AbortController>();
  /** Ids of presses that this worker looks after. */
  const known = new Set<string>();

  async function carryOut(pressed: Pressed): Promise<string> {
    const { tabId } = pressed;
    const overtaken = new AbortController();
    latest.get(tabId)?.abort();
    latest.set(tabId, overtaken);
    try {
      return await begin(pressed, overtaken.signal);
    } catch (thrown) {
      if (overtaken.signal.aborted) return '';
      throw thrown;
    } finally {
      if (latest.get(tabId) === overtaken) latest.delete(tabId);
    }
  }

  async function begin(pressed: Pressed, overtaken: AbortSignal): Promise<string> {
    const { tabId, frame, action, text, url, title, commandId } = pressed;
    await ready;
    if (await runs.has(commandId)) return commandId; // the same again; by now something else may be selected
    if (action === 'summarise') {
      await runs.summarise(tabId, commandId);
      return commandId;
    }
    if (action === 'read-region') return (await deps.picturing.take(tabId, 'region', commandId)).runId;
    if (action === 'read-image') return deps.picturing.image(pressed, overtaken);
    const signal = AbortSignal.any([overtaken, clock.timeout(READ_MS)]);
    const selected = await deps.read(tabId, frame, { text, url, title }, signal);
    const selection = await blobs.put(JSON.stringify(selected));
    overtaken.throwIfAborted();
    if (action === 'ask') {
      await about.set({ tabId, hash: selection, ...shown(selected), at: clock.now() });
      return '';
    }
    const language = deps.language();
    const wish = selectionWish(pressed, await deps.presets(), languageName(language));
    const terms = termsFor(wish.job, await deps.terms());
    overtaken.throwIfAborted();
    await runs.start({
      runId: commandId,
      sub: null,
      ...wish,
      tabId,
      also: [],
      selection,
      pictures: [],
      language,
      sources: null,
      agent: '',
      ...terms,
    });
    return commandId;
  }

  /** Carries out what is on record. It goes off the record once it has begun, or once `failed` has told why not. */
  async function finish(intent: Intent, failed: (thrown: unknown) => Promise<void>): Promise<string> {
    known.add(intent.commandId);
    let told = Promise.resolve();
    try {
      return await carryOut(intent);
    } catch (thrown) {
      told = failed(thrown);
      return '';
    } finally {
      void told.then(() => intents.done(intent)); // the panel may take its time; whoever waits here need not
    }
  }

  /** Synchronous up to the record: whoever presses has a gesture, and the worker may have a moment. */
  function record(pressed: Pressed): Intent {
    const intent = { ...pressed, at: clock.now() };
    intents.keep(intent);
    return intent;
  }

  return {
    async press(pressed) {
      await finish(record(pressed), (thrown) => deps.tell(pressed.tabId, troubleOf(thrown)));
    },
    start: carryOut,
    async act(said, { tab, frameId, url = '' }) {
      const tabId = tab?.id ?? -1;
      if (!mayPass(tabId)) throw new TroubleError(TOO_OFTEN);
      const intent = record({ ...said, tabId, frame: frameId ?? null, url, title: tab?.title ?? '' });
      const failures: Trouble[] = [];
      const runId = await finish(intent, (thrown) => Promise.resolve(void failures.push(troubleOf(thrown))));
      if (failures[0]) throw new TroubleError(failures[0]); // the toolbar says it itself
      return { runId };
    },
    async menu() {
      const presets = await deps.presets();
      return { presets: presets.map(({ id, title }) => ({ id, title })), language: deps.language() };
    },
    async hide(where, { tab, origin = '', url = '' }) {
      // of the tab, which is what a person takes for the site, and of the frame, or nothing would be seen to happen
      const origins = [tab?.url ?? '', webOrigin(origin) ?? url].flatMap((address) => webOrigin(address) ?? []);
      await deps.hide(where, [...new Set(origins)]);
      return {};
    },
    async drain() {
      const left = (await intents.left()).filter(({ commandId }) => !known.has(commandId));
      await Promise.all(
        left.map((intent) =>
          clock.now() - intent.at > STALE_MS
            ? intents.done(intent)
            : finish(intent, (thrown) => deps.tell(intent.tabId, troubleOf(thrown))),
        ),
      );
    },
    async tabClosed(tabId) {
      latest.get(tabId)?.abort();
      await about.clear(tabId);
    },
    async clear() {
      for (const overtaken of latest.values()) overtaken.abort();
      await about.clearAll();
    },
  };
}

/** What is shown of a selection beside a question about it. */
function shown({ text, url, title }: SelectedText): Pick<About, 'preview' | 'url' | 'title'> {
  const preview = text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
  return { preview, url, title };
}
