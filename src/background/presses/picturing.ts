/** Starts runs that read pictures. A page's script may only supply the coordinates of a requested region. */
import { isSameSite } from '../../chrome/page/capture-access.ts';
import type { Intent } from '../../chrome/storage/presses.ts';
import type { Images } from '../../chrome/page/page-images.ts';
import type { KeptPictures } from '../../chrome/storage/pictures.ts';
import type { RegionRequest, Regions } from '../../chrome/page/regions.ts';
import { CAPTURE_ACCESS_ERROR } from '../../chrome/page/capture-tab.ts';
import type { ChromeScreen } from '../../chrome/page/screen.ts';
import { EMPTY_REQUEST, type RunSpec, type RunConfig, type RequestPicture } from '../../lib/agent/frames/frames.ts';
import type { CapturedPicture } from '../../lib/agent/ports.ts';
import { limitTime, type Clock } from '../../lib/base/clock.ts';
import { toUserError, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { Replies, Request } from '../../lib/protocol/requests/requests.ts';
import { createRateLimiter, TOO_OFTEN_ERROR } from './rate-limit.ts';

type Sender = chrome.runtime.MessageSender;
export type Region = NonNullable<Request<'region.chosen'>['region']>;

type PointedAt = Pick<Intent, 'tabId' | 'frame' | 'source' | 'url' | 'title' | 'commandId'>;

export interface PictureServiceDeps {
  readonly runs: {
    readonly start: (spec: RunSpec) => Promise<unknown>;
    readonly has: (runId: string) => Promise<boolean>;
  };
  readonly config: () => Promise<RunConfig>;
  readonly screen: Pick<ChromeScreen, 'capture' | 'captureRegion'>;
  readonly pictures: Pick<KeptPictures, 'put'>;
  readonly images: Images;
  readonly regions: Omit<Regions, 'handleTabClosed'>;
  readonly canCapture: (tabId: number) => Promise<boolean>;
  readonly getTabUrl: (tabId: number) => Promise<string>;
  /** Resolves once the error is shown. */
  readonly showError: (tabId: number, error: UserError) => Promise<void>;
  readonly clock: Clock;
}

const GOAL = 'Read the text in this picture.';
const CAPTURE_MS = 20_000;
/** Expiry of a request: the page and the access to it may have changed. */
const STALE_MS = 10 * 60_000;
const [MAX_URL, MAX_TITLE] = [8000, 500];

export type PictureService = ReturnType<typeof createPictureService>;

export function createPictureService(deps: PictureServiceDeps) {
  const { runs, screen, regions, clock } = deps;
  const isAllowed = createRateLimiter(clock);
  /** Work by ticket: a repeated answer waits for the same work. */
  const inProgress = new Map<string, Promise<void>>();

  /** Idempotent: the same id means the same run. */
  async function readPictures(
    tabId: number,
    pictures: readonly RequestPicture[],
    commandId: string,
  ): Promise<Replies['picture.read']> {
    const request = { ...EMPTY_REQUEST, job: 'screenshot', goal: GOAL, tabId, pictures } as const;
    await runs.start({ sub: null, runId: commandId, ...request, ...(await deps.config()) });
    return { runId: commandId };
  }

  async function startReading(
    tabId: number,
    { hash, url, title }: Omit<RequestPicture, 'text'>,
    runId: string,
  ): Promise<void> {
    await readPictures(
      tabId,
      [{ hash, text: null, url: url.slice(0, MAX_URL), title: title.slice(0, MAX_TITLE) }],
      runId,
    );
  }

  async function readRegion(tabId: number, ticket: string, region: Region, url: string): Promise<void> {
    try {
      if (await runs.has(ticket)) return;
      const captured = await limitTime(clock, CAPTURE_MS, (late) => screen.captureRegion(tabId, region, url, late));
      await startReading(tabId, captured, ticket);
    } catch (thrown) {
      void deps.showError(tabId, toUserError(thrown)); // the page does not wait for the panel
      throw thrown;
    } finally {
      await regions.remove(tabId, ticket);
    }
  }

  async function loadPicture(pressed: PointedAt, signal: AbortSignal): Promise<Pick<CapturedPicture, 'hash'>> {
    const { tabId, frame, source = '' } = pressed;
    const file = await deps.images.readFile({ tabId, frame, source }, signal);
    const stored = file && (await deps.pictures.put(file).catch(ignoreBrokenPicture));
    if (stored) return stored;
    // scripts may not fetch the file, or only the browser can render it: capture it
    const region = await deps.images.findRegion({ tabId, frame, source }, signal);
    return screen.captureRegion(tabId, region, pressed.url, signal);
  }

  return {
    readPictures,
    /** Rejects with a `UserFacingError`. */
    async takePicture(
      tabId: number,
      what: Request<'picture.take'>['what'],
      commandId: string,
    ): Promise<Replies['picture.take']> {
      if (await runs.has(commandId)) return { runId: commandId };
      if (what === 'visible') {
        const captured = await limitTime(clock, CAPTURE_MS, (late) => screen.capture(tabId, late));
        await startReading(tabId, captured, commandId);
        return { runId: commandId };
      }
      if (!(await deps.canCapture(tabId))) throw new UserFacingError(CAPTURE_ACCESS_ERROR); // before the user takes the trouble of choosing a region
      await regions.start(tabId, { ticket: commandId, url: await deps.getTabUrl(tabId), at: clock.now() });
      return { runId: '' };
    },
    /** Rejects with a `UserFacingError`. */
    async readImage(pressed: PointedAt, signal: AbortSignal): Promise<string> {
      const { hash } = await loadPicture(pressed, signal);
      signal.throwIfAborted();
      await startReading(pressed.tabId, { ...pressed, hash }, pressed.commandId);
      return pressed.commandId;
    },
    /** Rejects with a `UserFacingError`, also shown in the panel if a region was requested. */
    async handleRegion(ticket: string, region: Region | null, sender: Sender): Promise<void> {
      const tabId = sender.tab?.id ?? -1;
      const request = await regions.getPending(tabId);
      if (!isValidAnswer(request, ticket, sender, clock.now())) {
        if (!isAllowed(tabId)) throw new UserFacingError(TOO_OFTEN_ERROR);
        if (await runs.has(ticket)) return; // a repeated answer
        throw new UserFacingError({
          code: 'region.not-asked',
          message: 'This area was chosen too late to be read.',
          hint: 'Capture it again, from the panel, the right-click menu or the keyboard.',
        });
      }
      if (region === null) await regions.remove(tabId, ticket);
      else {
        const work = inProgress.get(ticket) ?? readRegion(tabId, ticket, region, request.url);
        inProgress.set(ticket, work);
        await work.finally(() => inProgress.delete(ticket));
      }
    },
  };
}

/** Accepts an answer only from the main frame of the requesting page, in time. */
function isValidAnswer(
  request: RegionRequest | null,
  ticket: string,
  { frameId, url = '' }: Sender,
  now: number,
): request is RegionRequest {
  if (request?.ticket !== ticket || frameId !== 0 || now - request.at > STALE_MS) return false;
  return isSameSite(url, request.url); // pages may change the rest of their address while open
}

function ignoreBrokenPicture(thrown: unknown): null {
  if (thrown instanceof UserFacingError && thrown.error.code === 'picture.broken') return null;
  throw thrown;
}
