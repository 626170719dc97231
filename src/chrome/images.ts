/**
 * A picture of a page that a person pointed at: the file itself, fetched where the page is, or the place where it is shown. The
 * one rule: what comes out of a renderer is checked before it is believed.
 */
import { bytesOfBase64 } from '../lib/base/base64.ts';
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import type { ViewRegion } from '../lib/pipeline/ocr/crop.ts';
import { joinedBytes, MOST_BYTES, PIECE } from '../lib/pipeline/pdf/held.ts';
import { check } from '../lib/protocol/check.ts';
import { bounded } from './bounded.ts';
import { runPackaged } from './packaged.ts';
import { pageTrouble } from './page-troubles.ts';

/** Which picture. `source`: its address, or the beginning of one that is very long. */
export interface Pointed {
  readonly tabId: number;
  readonly frame: number | null;
  readonly source: string;
}

export interface Images {
  /** The file; null where the page is not given it. Throws a `TroubleError` where the page cannot be entered. */
  file(pointed: Pointed, signal: AbortSignal): Promise<Blob | null>;
  /** Where it is in view, having been brought there. Throws a `TroubleError` where that is not to be found. */
  place(pointed: Pointed, signal: AbortSignal): Promise<ViewRegion>;
}

const FILE_MS = 45_000;
const PLACE_MS = 5_000;

/** `script`: the packaged script that defines `__klImage` where it is injected. */
export function chromeImages(script: string): Images {
  const inPage = async <T>(
    pointed: Pointed,
    signal: AbortSignal,
    ms: number,
    work: (target: Target) => Promise<T>,
  ): Promise<T> => {
    const target = { tabId: pointed.tabId, frameIds: [pointed.frame ?? 0] };
    const done = bounded({ signal, within: ms, trouble: TOO_LONG }, () =>
      runPackaged(target, script, 'once').then(() => work(target)),
    );
    return done.catch(async (thrown: unknown) => {
      throw await pageTrouble(pointed.tabId, thrown);
    });
  };
  return {
    file: (pointed, signal) => inPage(pointed, signal, FILE_MS, (target) => fileIn(target, pointed.source)),
    place: (pointed, signal) => inPage(pointed, signal, PLACE_MS, (target) => placeIn(target, pointed.source)),
  };
}

interface Target {
  tabId: number;
  frameIds: number[];
}

async function fileIn(target: Target, source: string): Promise<Blob | null> {
  const id = crypto.randomUUID();
  try {
    const [fetched] = await chrome.scripting.executeScript({
      target,
      args: [source, id],
      injectImmediately: true,
      func: (address: string, own: string) => globalThis.__klImage?.files(address).fetch(own),
    });
    const size = sizeIn(fetched?.result);
    return size === null ? null : new Blob([await pieces(target, id, size)]);
  } finally {
    const func = (own: string): void => globalThis.__klImage?.files('').drop(own);
    chrome.scripting.executeScript({ target, func, args: [id] }).catch(() => undefined); // a frame that has gone holds nothing
  }
}

function sizeIn(value: unknown): number | null {
  const { ok, size } = (value ?? {}) as { ok?: unknown; size?: unknown };
  return ok === true && typeof size === 'number' && Number.isSafeInteger(size) && size > 0 && size <= MOST_BYTES
    ? size
    : null;
}

async function pieces(target: Target, id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < size; at += PIECE) {
    const [piece] = await chrome.scripting.executeScript({
      target,
      args: [id, at],
      injectImmediately: true,
      func: (own: string, from: number) => globalThis.__klImage?.files('').piece(own, from),
    });
    const wanted = Math.min(PIECE, size - at);
    const bytes = typeof piece?.result === 'string' ? bytesOfBase64(piece.result) : null;
    if (bytes?.length !== wanted) throw new TroubleError(NOT_FOUND);
    parts.push(bytes);
  }
  return joinedBytes(parts);
}

async function placeIn(target: Target, source: string): Promise<ViewRegion> {
  const [placed] = await chrome.scripting.executeScript({
    target,
    args: [source],
    injectImmediately: true,
    func: (address: string) => globalThis.__klImage?.place(address),
  });
  const region: unknown = placed?.result;
  const said = check('region.chosen', { type: 'region.chosen', ticket: 'place', region });
  if (!said.ok || said.value.region === null) throw new TroubleError(NOT_FOUND);
  return said.value.region;
}

const NOT_FOUND: Trouble = {
  code: 'picture.not-found',
  message: 'The page does not give this picture away, and where it is shown could not be found.',
  cure: 'Drag a region over it instead: “Read a region of this page” in the same menu.',
};
const TOO_LONG: Trouble = {
  code: 'page.timeout',
  message: 'The page took too long to hand the picture over.',
  cure: 'Drag a region over it instead: “Read a region of this page” in the same menu.',
};
