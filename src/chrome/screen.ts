/** What a tab shows, as a picture. */
import type { Screen } from '../lib/agent/ports.ts';

export function chromeScreen(): Screen {
  return {
    capture: () => Promise.reject(new Error('Not built yet.')),
    figures: () => Promise.reject(new Error('Not built yet.')),
  };
}
