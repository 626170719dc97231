/** A picture the user pointed at, as its file or its region. Data from a renderer is not trusted. */
import { decodeBase64 } from '../../lib/base/base64.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { concatBytes } from '../../lib/base/bytes.ts';
import { MAX_PDF_BYTES, PIECE_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import { check } from '../../lib/protocol/check.ts';
import { runWithTimeout } from '../timeout.ts';
import { toPageError, runPackagedScript } from './page-scripts.ts';
import type { ViewRegion } from '../../lib/pipeline/ocr/boxes.ts';

/** `source`: the picture's URL, or the beginning of a very long one. */
export interface ImageTarget {
  readonly tabId: number;
  readonly frame: number | null;
  readonly source: string;
}

export interface Images {
  /** Null if the page cannot read it. Throws a `UserFacingError` if scripts cannot run in the page. */
  readFile(image: ImageTarget, signal: AbortSignal): Promise<Blob | null>;
  /** Scrolls the picture into view. Throws a `UserFacingError` if it is not found. */
  findRegion(image: ImageTarget, signal: AbortSignal): Promise<ViewRegion>;
}

const FILE_MS = 45_000;
const PLACE_MS = 5_000;

export function createChromeImages(script: string): Images {
  const runInFrame = async <T>(
    image: ImageTarget,
    signal: AbortSignal,
    ms: number,
    work: (target: InjectionTarget) => Promise<T>,
  ): Promise<T> => {
    const target = { tabId: image.tabId, frameIds: [image.frame ?? 0] };
    const done = runWithTimeout({ signal, timeoutMs: ms, error: TIMEOUT_ERROR }, () =>
      runPackagedScript(target, script, 'once').then(() => work(target)),
    );
    return done.catch(async (thrown: unknown) => {
      throw await toPageError(image.tabId, thrown);
    });
  };
  return {
    readFile: (pointed, signal) =>
      runInFrame(pointed, signal, FILE_MS, (target) => readFileInPage(target, pointed.source)),
    findRegion: (pointed, signal) =>
      runInFrame(pointed, signal, PLACE_MS, (target) => findRegionInPage(target, pointed.source)),
  };
}

interface InjectionTarget {
  tabId: number;
  frameIds: number[];
}

async function readFileInPage(target: InjectionTarget, source: string): Promise<Blob | null> {
  const id = crypto.randomUUID();
  try {
    const [fetched] = await chrome.scripting.executeScript({
      target,
      args: [source, id],
      injectImmediately: true,
      func: (address: string, own: string) => globalThis.__klImage?.files(address).fetch(own),
    });
    const size = parseFileSize(fetched?.result);
    return size === null ? null : new Blob([await readPieces(target, id, size)]);
  } finally {
    const func = (own: string): void => globalThis.__klImage?.files('').drop(own);
    chrome.scripting.executeScript({ target, func, args: [id] }).catch(() => undefined); // a closed frame holds nothing
  }
}

function parseFileSize(value: unknown): number | null {
  const { ok, size } = (value ?? {}) as { ok?: unknown; size?: unknown };
  return ok === true && typeof size === 'number' && Number.isSafeInteger(size) && size > 0 && size <= MAX_PDF_BYTES
    ? size
    : null;
}

async function readPieces(target: InjectionTarget, id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const [piece] = await chrome.scripting.executeScript({
      target,
      args: [id, at],
      injectImmediately: true,
      func: (own: string, from: number) => globalThis.__klImage?.files('').readPiece(own, from),
    });
    const expectedLength = Math.min(PIECE_BYTES, size - at);
    const bytes = typeof piece?.result === 'string' ? decodeBase64(piece.result) : null;
    if (bytes?.length !== expectedLength) throw new UserFacingError(NOT_FOUND_ERROR);
    parts.push(bytes);
  }
  return concatBytes(parts);
}

async function findRegionInPage(target: InjectionTarget, source: string): Promise<ViewRegion> {
  const [placed] = await chrome.scripting.executeScript({
    target,
    args: [source],
    injectImmediately: true,
    func: (address: string) => globalThis.__klImage?.place(address),
  });
  const region: unknown = placed?.result;
  const checked = check('region.chosen', { type: 'region.chosen', ticket: 'place', region });
  if (!checked.ok || checked.value.region === null) throw new UserFacingError(NOT_FOUND_ERROR);
  return checked.value.region;
}

const NOT_FOUND_ERROR: UserError = {
  code: 'picture.not-found',
  message: 'The page does not give this picture away, and where it is shown could not be found.',
  hint: 'Drag a region over it instead: “Read a region of this page” in the same menu.',
};
const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'The page took too long to hand the picture over.',
  hint: 'Drag a region over it instead: “Read a region of this page” in the same menu.',
};
