/**
 * A worker for the built extension in place of its own: reads pages of the web as the product does, and nothing else. Its
 * parts are the product's; manifest, policy and offscreen document stay those of the build.
 */
import { idbBlobs } from '../../src/chrome/blobs.ts';
import { keyedFetch } from '../../src/chrome/keys.ts';
import { offscreen } from '../../src/chrome/offscreen.ts';
import { sessionArea } from '../../src/chrome/session-area.ts';
import { sessionCache } from '../../src/chrome/session-cache.ts';
import { PAGES_KEPT, webPages } from '../../src/chrome/web-pages.ts';
import { bodyReader } from '../../src/chrome/web-text.ts';
import type { WebPage } from '../../src/lib/agent/ports.ts';
import { systemClock } from '../../src/lib/base/clock.ts';
import { TroubleError, type Trouble } from '../../src/lib/base/errors.ts';

export type WebAnswer = { readonly page: WebPage } | { readonly trouble: Trouble };

declare global {
  var readWeb: (url: string) => Promise<WebAnswer>;
  /** As a model's server is asked, by whoever set it up. */
  var askOwn: (endpoint: string, path: string) => Promise<string>;
}

const hidden = offscreen();
chrome.runtime.onConnect.addListener((port) => {
  if (!hidden.take(port)) port.disconnect();
});
chrome.runtime.onMessage.addListener(() => undefined);

const pages = webPages({
  kept: sessionCache(PAGES_KEPT, sessionArea(), idbBlobs(), systemClock),
  readBody: bodyReader((service) => hidden.open(service)),
});

globalThis.readWeb = async (url) => {
  try {
    return { page: await pages.read(url, new AbortController().signal) };
  } catch (thrown) {
    if (thrown instanceof TroubleError) return { trouble: thrown.trouble };
    throw thrown;
  }
};

globalThis.askOwn = async (endpoint, path) => {
  try {
    return await (await keyedFetch('searxng', endpoint)(`${endpoint}${path}`)).text();
  } catch (thrown) {
    return String(thrown);
  }
};
