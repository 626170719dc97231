/** Finds the web source of a quote in a run's artifacts. Pure. */
import type { CitedPlace } from '../lib/agent/frames.ts';
import { WEB } from '../lib/toolbox/web.ts';
import type { RunArtifacts } from './found-pictures.ts';

export interface FoundWeb {
  /** Only the search engine's snippet was read. */
  readonly isSnippet: boolean;
  readonly host: string;
}

/**
 * Returns the web source whose text contains the place; null for any other source. What was read in a tab has a `tabId`
 * of 0 or more.
 */
export function findWebSourceAt(
  objects: RunArtifacts,
  { tabId, hash, url }: Pick<CitedPlace, 'tabId' | 'hash' | 'url'>,
): FoundWeb | null {
  if (tabId >= 0) return null;
  let isSnippet = false;
  for (const { name, body, meta } of objects)
    if (name === WEB && body.hash === hash) isSnippet = meta['how'] === 'snippet';
  return { isSnippet, host: URL.canParse(url) ? new URL(url).host : '' };
}
