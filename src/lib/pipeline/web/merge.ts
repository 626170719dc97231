/** Stand-in until the merge is there. */
import { canonicalUrl } from './canonical.ts';
import type { SearchHit } from './types.ts';

export interface MergedHit extends SearchHit {
  readonly engines: readonly string[];
}

export function mergeHits(
  lists: readonly { readonly label: string; readonly hits: readonly SearchHit[] }[],
  most: number,
): readonly MergedHit[] {
  const all = new Map<string, MergedHit>();
  for (const { label, hits } of lists)
    for (const hit of hits) {
      const url = canonicalUrl(hit.url);
      if (url !== null && !all.has(url)) all.set(url, { ...hit, url, engines: [label] });
    }
  return [...all.values()].slice(0, most);
}
