/** Defines `__klImage` in the isolated world; a file is freed once handed over. */
import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import { createFileHolders, type FileHolder, type FileHolders } from '../lib/pipeline/pdf/file-holder.ts';
import { MAX_PICTURE_URL_CHARS } from '../lib/protocol/requests/picture.ts';
import { findImage, locateElement } from './find-image.ts';
import type { ViewRegion } from '../lib/pipeline/ocr/boxes.ts';

declare global {
  var __klImage:
    | {
        /** `source`: as the browser gave it, possibly only its beginning. */
        files(source: string): FileHolders;
        place(source: string): Promise<ViewRegion | null>;
        readonly all: Map<string, FileHolder>;
      }
    | undefined;
}

/** Other sites only with CORS, without cookies. '' fails, since it would mean the page. */
const fetchAsPage: typeof fetch = (address, options) =>
  address === '' ? Promise.resolve(Response.error()) : fetch(address, { ...options, credentials: 'same-origin' });
// reuses held files; own property, since an element with that id shows up on `window`
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
