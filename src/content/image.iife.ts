/**
 * Injected into the frame with a picture that a person pointed at: lays `__klImage` into the isolated world, by which the worker
 * has the very file fetched and handed over, or is told where it stands. Rule: nothing is held once it has been handed over.
 */
import { openShadow } from '../chrome/dom.ts';
import type { ViewRegion } from '../lib/pipeline/ocr/crop.ts';
import { holders, type Holder, type Holders } from '../lib/pipeline/pdf/held.ts';
import { MAX_SOURCE } from '../lib/protocol/picture.ts';
import { findImage, placeOf } from './image/find.ts';

declare global {
  var __klImage:
    | {
        /** Files of pictures; `source` as the browser told it, which may be the beginning of it alone. */
        files(source: string): Holders;
        place(source: string): Promise<ViewRegion | null>;
        readonly all: Map<string, Holder>;
      }
    | undefined;
}

/**
 * As a page gets its pictures: another site's only with leave, and then without the person's session there. No address is the
 * page's own.
 */
const get: typeof fetch = (address, options) =>
  address === '' ? Promise.resolve(Response.error()) : fetch(address, { ...options, credentials: 'same-origin' });
// a second injection goes on with what the first one holds; the world's own, not an element that a page calls so
const before = Object.hasOwn(globalThis, '__klImage') ? globalThis.__klImage : undefined;
const all = before?.all ?? new Map<string, Holder>();

globalThis.__klImage = {
  all,
  files(source) {
    const cut = source.length >= MAX_SOURCE;
    const address = cut ? (findImage(document, source, openShadow)?.address ?? '') : source;
    return holders(address, get, all, () => true);
  },
  async place(source) {
    const found = findImage(document, source, openShadow);
    return found && placeOf(found.element);
  },
};
