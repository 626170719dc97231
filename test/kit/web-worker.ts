/**
 * A worker for the built extension in place of its own: reads pages of the web as the product does, and nothing else. Its
 * parts are the product's; manifest, policy and offscreen document stay those of the build.
 */
import { createIdbBlobs } from '../../src/chrome/storage/blobs.ts';
import { createKeyedFetch } from '../../src/chrome/storage/keys.ts';
import { createOffscreen } from '../../src/chrome/offscreen/offscreen.ts';
import { createSessionArea } from '../../src/chrome/storage/areas.ts';
import { createSessionCache } from '../../src/chrome/storage/session-cache.ts';
import { PAGES_CACHE, createWebPages } from '../../src/chrome/web/web-pages.ts';
import { createBodyReader } from '../../src/chrome/offscreen/body-reader.ts';
import type { WebPage } from '../../src/lib/agent/ports.ts';
import { systemClock } from '../../src/lib/base/clock.ts';
import { UserFacingError, type UserError } from '../../src/lib/base/errors.ts';

export type WebAnswer = { readonly page: WebPage } | { readonly error: UserError };

declare global {
  var readWeb: (url: string) => Promise<WebAnswer>;
  /** As a model's server is asked, by whoever set it up. */
  var askOwn: (endpoint: string, path: string) => Promise<string>;
}

const hidden = createOffscreen();
chrome.runtime.onConnect.addListener((port) => {
  if (!hidden.acceptPort(port)) port.disconnect();
});
chrome.runtime.onMessage.addListener(() => undefined);

const pages = createWebPages({
  cache: createSessionCache(PAGES_CACHE, createSessionArea(), createIdbBlobs(), systemClock),
  readBody: createBodyReader((service) => hidden.open(service)),
});

globalThis.readWeb = async (url) => {
  try {
    return { page: await pages.read(url, new AbortController().signal) };
  } catch (thrown) {
    if (thrown instanceof UserFacingError) return { error: thrown.error };
    throw thrown;
  }
};

globalThis.askOwn = async (endpoint, path) => {
  try {
    return await (await createKeyedFetch('searxng', endpoint)(`${endpoint}${path}`)).text();
  } catch (thrown) {
    return String(thrown);
  }
};
