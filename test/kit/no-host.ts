/** Where no test reaches a browser's own model. */
import type { ChromeHost } from '../../src/lib/models/prompt-api/prompt-messages.ts';

export const NO_HOST: ChromeHost = {
  prompt: () => new ReadableStream(),
  state: () => Promise.reject(new Error('There is no browser.')),
};
