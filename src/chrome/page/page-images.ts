/** A picture the user pointed at, as its file or its region. Data from a renderer is not trusted. */
import { decodeBase64 } from '../../lib/base/base64.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { concatBytes } from '../../lib/base/bytes.ts';
import { MAX_PDF_BYTES, PIECE_BYTES } from '../../lib/pipeline/pdf/file-holder.ts';
import { check } from '../../lib/protocol/check.ts';
import { callInPage, withPageErrors, type PageCall } from './page-scripts.ts';
import type { ViewRegion } from '../../lib/pipeline/ocr/boxes.ts';

/** `source`: the picture's URL, or the beginning of a very long one. */
interface ImageTarget {
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
  const createCall = ({ tabId, frame }: ImageTarget): PageCall => ({
    target: { tabId, frameIds: [frame ?? 0] },
    script,
    at: 'once',
  });
  return {
    readFile: (image, signal) =>
      withPageErrors(image.tabId, { signal, timeoutMs: FILE_MS, error: TIMEOUT_ERROR }, () =>
        readFileInPage(createCall(image), image.source),
      ),
    findRegion: (image, signal) =>
      withPageErrors(image.tabId, { signal, timeoutMs: PLACE_MS, error: TIMEOUT_ERROR }, () =>
        findRegionInPage(createCall(image), image.source),
      ),
  };
}

async function readFileInPage(call: PageCall, source: string): Promise<Blob | null> {
  const { target } = call;
  const id = crypto.randomUUID();
  try {
    const fetched = await callInPage(
      call,
      (address, own) => globalThis.__klImage?.files(address).fetch(own),
      source,
      id,
    );
    const size = parseFileSize(fetched);
    return size === null ? null : new Blob([await readPieces({ target, at: 'once' }, id, size)]);
  } finally {
    callInPage({ target }, (own) => globalThis.__klImage?.files('').drop(own), id).catch(() => undefined); // a closed frame holds nothing
  }
}

function parseFileSize(value: unknown): number | null {
  const { ok, size } = (value ?? {}) as { ok?: unknown; size?: unknown };
  return ok === true && typeof size === 'number' && Number.isSafeInteger(size) && size > 0 && size <= MAX_PDF_BYTES
    ? size
    : null;
}

async function readPieces(call: PageCall, id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const piece = await callInPage(call, (own, from) => globalThis.__klImage?.files('').readPiece(own, from), id, at);
    const expectedLength = Math.min(PIECE_BYTES, size - at);
    const bytes = typeof piece === 'string' ? decodeBase64(piece) : null;
    if (bytes?.length !== expectedLength) throw new UserFacingError(NOT_FOUND_ERROR);
    parts.push(bytes);
  }
  return concatBytes(parts);
}

async function findRegionInPage(call: PageCall, source: string): Promise<ViewRegion> {
  const region = await callInPage(call, (address) => globalThis.__klImage?.place(address), source);
  const checked = check('region.chosen', { type: 'region.chosen', ticket: 'place', region });
  if (!checked.ok || checked.value.region === null) throw new UserFacingError(NOT_FOUND_ERROR);
  return checked.value.region;
}

const NOT_FOUND_ERROR: UserError = {
  code: 'picture.not-found',
  message: 'The page doesn’t give this picture away, and where it is shown couldn’t be found.',
  hint: 'Use “Capture area of this page” in the same menu instead.',
};
const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'The page took too long to hand the picture over.',
  hint: 'Use “Capture area of this page” in the same menu instead.',
};
