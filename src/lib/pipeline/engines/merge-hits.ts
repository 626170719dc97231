/** Merges hits by rank alone (reciprocal rank fusion; Cormack, Clarke and Büttcher, SIGIR 2009). */
import type { SearchHit } from './types.ts';
import { canonicaliseUrl } from '../web/web-address.ts';

/** The paper's constant: damps the advantage of high ranks. */
const RANK_CONSTANT = 60;

export interface HitList {
  readonly label: string;
  /** Best first. */
  readonly hits: readonly SearchHit[];
}

/** Its address is canonical and unique within a list. */
export interface MergedHit extends SearchHit {
  readonly engines: readonly string[];
}

interface Scored {
  hit: MergedHit;
  score: number;
}

/** Best first, ties in list order. A page counts at its first rank; the longest snippet is kept. */
export function mergeHits(lists: readonly HitList[], most: number): readonly MergedHit[] {
  const found = new Map<string, Scored>();
  for (const { label, hits } of lists) {
    const counted = new Set<string>();
    hits.forEach((hit, rank) => {
      const url = canonicaliseUrl(hit.url);
      if (url === null) return;
      const existing = found.get(url);
      const score = counted.has(url) ? 0 : 1 / (RANK_CONSTANT + rank + 1);
      counted.add(url);
      if (existing === undefined) found.set(url, { hit: { ...hit, url, engines: [label] }, score });
      else found.set(url, { hit: mergeHit(existing.hit, hit, label), score: existing.score + score });
    });
  }
  // the sort is stable and a Map keeps insertion order
  return [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, most))
    .map(({ hit }) => hit);
}

function mergeHit(existing: MergedHit, hit: SearchHit, label: string): MergedHit {
  return {
    url: existing.url,
    title: existing.title === '' ? hit.title : existing.title,
    snippet: hit.snippet.length > existing.snippet.length ? hit.snippet : existing.snippet,
    published: existing.published === '' ? hit.published : existing.published,
    engines: existing.engines.includes(label) ? existing.engines : [...existing.engines, label],
  };
}
