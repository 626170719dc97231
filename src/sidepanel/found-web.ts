/** What the run knows of a source on the web that an answer quotes. Pure. */
import type { CitedPlace } from '../lib/agent/frames.ts';
import { WEB } from '../lib/toolbox/web.ts';
import type { Objects } from './found-pictures.ts';

export interface FoundWeb {
  /** Only the words of a search engine were read. */
  readonly isSnippet: boolean;
  readonly host: string;
}

/** The source on the web in whose text the place is; null where it is in something else: what was read in a tab has its id. */
export function webAt(
  objects: Objects,
  { tabId, hash, url }: Pick<CitedPlace, 'tabId' | 'hash' | 'url'>,
): FoundWeb | null {
  if (tabId >= 0) return null;
  let isSnippet = false;
  for (const { name, body, meta } of objects)
    if (name === WEB && body.hash === hash) isSnippet = meta['how'] === 'snippet';
  return { isSnippet, host: URL.canParse(url) ? new URL(url).host : '' };
}
