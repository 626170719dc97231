/**
 * Injected into the frame of a picture that the user pointed at: defines `__klImage` in the isolated world, through
 * which the worker fetches the file or finds the picture's place. A file is freed once it has been handed over.
 */
import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import type { ViewRegion } from '../lib/pipeline/ocr/crop.ts';
import { createFileHolders, type FileHolder, type FileHolders } from '../lib/pipeline/pdf/held.ts';
import { MAX_PICTURE_URL_CHARS } from '../lib/protocol/picture.ts';
import { findImage, locateElement } from './image/find.ts';

declare global {
  var __klImage:
    | {
        /** Picture files; `source` as the browser gave it, possibly only its beginning. */
        files(source: string): FileHolders;
        place(source: string): Promise<ViewRegion | null>;
        readonly all: Map<string, FileHolder>;
      }
    | undefined;
}

/**
 * Fetches like the page would: another site's pictures only with CORS and without cookies. An empty address fails,
 * because it would mean the page itself.
 */
const fetchAsPage: typeof fetch = (address, options) =>
  address === '' ? Promise.resolve(Response.error()) : fetch(address, { ...options, credentials: 'same-origin' });
// a repeated injection reuses the files held by the first; must be an own property, not a page's element with that id
const existing = Object.hasOwn(globalThis, '__klImage') ? globalThis.__klImage : undefined;
const allHolders = existing?.all ?? new Map<string, FileHolder>();

globalThis.__klImage = {
  all: allHolders,
  files(source) {
    const isTruncated = source.length >= MAX_PICTURE_URL_CHARS;
    const address = isTruncated ? (findImage(document, source, getShadowRoot)?.address ?? '') : source;
    return createFileHolders(address, fetchAsPage, allHolders, () => true);
  },
  async place(source) {
    const image = findImage(document, source, getShadowRoot);
    return image && locateElement(image.element);
  },
};
