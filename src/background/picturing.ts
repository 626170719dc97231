/**
 * Pictures to be read, from wherever a person points at them: the panel, a shortcut, the context menu, a region dragged on
 * the page. The one rule: what a page's script says of a region is a few numbers, taken only where a region was asked for.
 */
import { isSameSite } from '../chrome/capture-access.ts';
import type { Intent } from '../chrome/intents.ts';
import type { Images } from '../chrome/images.ts';
import type { KeptPictures } from '../chrome/pictures.ts';
import type { Asked, Regions } from '../chrome/regions.ts';
import { NO_ACCESS, type ChromeScreen } from '../chrome/screen.ts';
import type { RunSpec, RunTerms, WishedPicture } from '../lib/agent/frames.ts';
import type { Captured } from '../lib/agent/ports.ts';
import type { Clock } from '../lib/base/clock.ts';
import { troubleOf, TroubleError, type Trouble } from '../lib/base/errors.ts';
import type { Replies, Request } from '../lib/protocol/messages.ts';
import { createPace, TOO_OFTEN } from './pace.ts';

type Sender = chrome.runtime.MessageSender;
export type Region = NonNullable<Request<'region.chosen'>['region']>;

export interface Picturing {
  /** Takes a picture of what the tab shows, or lets the person choose a region of it. Rejects with a `TroubleError`. */
  take(tabId: number, what: Request<'picture.take'>['what'], commandId: string): Promise<Replies['picture.take']>;
  /** Reads a picture of the page that a person pointed at. Rejects with a `TroubleError`. */
  image(pressed: PointedAt, signal: AbortSignal): Promise<string>;
  /** Reads pictures that are kept already; the same id again is the same run. */
  read(tabId: number, pictures: readonly WishedPicture[], commandId: string): Promise<Replies['picture.read']>;
  /** From a script in a page. Rejects with a `TroubleError`, which the panel is told as well where a region was asked for. */
  chosen(ticket: string, region: Region | null, sender: Sender): Promise<Replies['region.chosen']>;
  /** The tab is gone, and with it what was asked there. */
  tabClosed(tabId: number): Promise<void>;
}

export type PointedAt = Pick<Intent, 'tabId' | 'frame' | 'source' | 'url' | 'title' | 'commandId'>;

export interface PicturingDeps {
  readonly runs: {
    readonly start: (spec: RunSpec) => Promise<void>;
    /** Whether there is a run of that id. */
    readonly has: (runId: string) => Promise<boolean>;
  };
  readonly terms: () => Promise<RunTerms>;
  readonly screen: Pick<ChromeScreen, 'capture' | 'captureRegion'>;
  readonly pictures: Pick<KeptPictures, 'put'>;
  readonly images: Images;
  readonly regions: Regions;
  /** Whether a picture may be taken of the tab, as far as it is known before. */
  readonly mayCapture: (tabId: number) => Promise<boolean>;
  readonly addressOf: (tabId: number) => Promise<string>;
  /** Says in the panel of that tab what went wrong. Resolves once it has been said. */
  readonly tell: (tabId: number, trouble: Trouble) => Promise<void>;
  readonly clock: Clock;
}

const GOAL = 'Read the text in this picture.';
const CAPTURE_MS = 20_000;
/** Who takes longer to choose is asked anew: by then the page and the access to it may be others. */
const STALE_MS = 10 * 60_000;
const [MAX_URL, MAX_TITLE] = [8000, 500];

export function createPicturing(deps: PicturingDeps): Picturing {
  const { runs, screen, regions, clock } = deps;
  const mayPass = createPace(clock);
  /** Answers that are being carried out, by their tickets: the same again waits for the same. */
  const underway = new Map<string, Promise<void>>();

  const read: Picturing['read'] = async (tabId, pictures, commandId) => {
    const wish = {
      job: 'screenshot',
      goal: GOAL,
      tabId,
      also: [],
      selection: null,
      pictures,
      language: '',
      sources: null,
      agent: '',
    } as const;
    await runs.start({ sub: null, runId: commandId, ...wish, ...(await deps.terms()) });
    return { runId: commandId };
  };

  async function start(tabId: number, { hash, url, title }: Omit<WishedPicture, 'text'>, runId: string): Promise<void> {
    await read(tabId, [{ hash, text: null, url: url.slice(0, MAX_URL), title: title.slice(0, MAX_TITLE) }], runId);
  }

  /** `url`: of the page that it was chosen on. */
  async function readRegion(tabId: number, ticket: string, region: Region, url: string): Promise<void> {
    try {
      if (await runs.has(ticket)) return;
      await start(tabId, await screen.captureRegion(tabId, region, url, clock.timeout(CAPTURE_MS)), ticket);
    } catch (thrown) {
      void deps.tell(tabId, troubleOf(thrown)); // the panel may take its time; the page need not wait for it
      throw thrown;
    } finally {
      await regions.answered(tabId, ticket);
    }
  }

  async function pictureOf(pressed: PointedAt, signal: AbortSignal): Promise<Pick<Captured, 'hash'>> {
    const { tabId, frame, source = '' } = pressed;
    const file = await deps.images.file({ tabId, frame, source }, signal);
    const kept = file && (await deps.pictures.put(file).catch(unlessBroken));
    if (kept) return kept;
    // not given to the page's scripts, or of a kind that only the browser draws: then as it is shown
    const place = await deps.images.place({ tabId, frame, source }, signal);
    return screen.captureRegion(tabId, place, pressed.url, signal);
  }

  return {
    read,
    async take(tabId, what, commandId) {
      if (await runs.has(commandId)) return { runId: commandId };
      if (what === 'visible') {
        await start(tabId, await screen.capture(tabId, clock.timeout(CAPTURE_MS)), commandId);
        return { runId: commandId };
      }
      if (!(await deps.mayCapture(tabId))) throw new TroubleError(NO_ACCESS); // not after the work of choosing
      await regions.ask(tabId, { ticket: commandId, url: await deps.addressOf(tabId), at: clock.now() });
      return { runId: '' };
    },
    async image(pressed, signal) {
      const { hash } = await pictureOf(pressed, signal);
      signal.throwIfAborted();
      await start(pressed.tabId, { ...pressed, hash }, pressed.commandId);
      return pressed.commandId;
    },
    async chosen(ticket, region, sender) {
      const tabId = sender.tab?.id ?? -1;
      const asked = await regions.asked(tabId);
      if (!isAnswer(asked, ticket, sender, clock.now())) {
        // one asking has one answer; what comes besides is bounded by its pace
        if (!mayPass(tabId)) throw new TroubleError(TOO_OFTEN);
        if (await runs.has(ticket)) return {}; // said twice: the first word was heard
        throw new TroubleError(NOT_ASKED);
      }
      if (region === null) await regions.answered(tabId, ticket);
      else {
        const work = underway.get(ticket) ?? readRegion(tabId, ticket, region, asked.url);
        underway.set(ticket, work);
        await work.finally(() => underway.delete(ticket));
      }
      return {};
    },
    async tabClosed(tabId) {
      const asked = await regions.asked(tabId);
      if (asked) await regions.answered(tabId, asked.ticket);
    },
  };
}

/** Only from the page that the question was put to, in its time. The tab's being in front is looked at with the picture. */
function isAnswer(asked: Asked | null, ticket: string, { frameId, url = '' }: Sender, now: number): asked is Asked {
  if (asked?.ticket !== ticket || frameId !== 0 || now - asked.at > STALE_MS) return false;
  return isSameSite(url, asked.url); // pages change the rest of their address while they stand
}

function unlessBroken(thrown: unknown): null {
  if (thrown instanceof TroubleError && thrown.trouble.code === 'picture.broken') return null;
  throw thrown;
}

const NOT_ASKED: Trouble = {
  code: 'region.not-asked',
  message: 'No region was asked for on this page, or too long ago.',
  cure: 'Ask for a region again, from the panel, the menu or the shortcut.',
};
