/**
 * What several engines found, as one list. The one rule: the order depends on ranks alone, for what engines call a score
 * cannot be compared (reciprocal rank fusion; Cormack, Clarke and Büttcher, SIGIR 2009).
 */
import { canonicalUrl } from './canonical.ts';
import type { SearchHit } from './types.ts';

/** The paper's constant: how little it counts to be first rather than second. */
const K = 60;

export interface HitList {
  /** Of the engine. */
  readonly label: string;
  /** Best first. */
  readonly hits: readonly SearchHit[];
}

export interface MergedHit {
  /** Canonical: no two of a list share it. */
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** ISO 8601 date, or ''. */
  readonly published: string;
  /** Labels of the engines that found it, in the order of the lists. */
  readonly engines: readonly string[];
}

interface Scored {
  hit: MergedHit;
  score: number;
}

/**
 * At most so many hits, best first; of equals, the one that stands first in the lists. A page that an engine names twice
 * counts where it stands first, and of several snippets the longest is kept.
 */
export function mergeHits(lists: readonly HitList[], most: number): readonly MergedHit[] {
  const found = new Map<string, Scored>();
  for (const { label, hits } of lists) {
    const counted = new Set<string>();
    hits.forEach((hit, rank) => {
      const url = canonicalUrl(hit.url);
      if (url === null) return;
      const before = found.get(url);
      const score = counted.has(url) ? 0 : 1 / (K + rank + 1);
      counted.add(url);
      if (before === undefined) found.set(url, { hit: { ...partsOf(hit), url, engines: [label] }, score });
      else found.set(url, { hit: joined(before.hit, hit, label), score: before.score + score });
    });
  }
  // the sort is stable, and a Map keeps the place of what was first put into it
  return [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, most))
    .map(({ hit }) => hit);
}

function partsOf({ title, snippet, published }: SearchHit): Pick<SearchHit, 'title' | 'snippet' | 'published'> {
  return { title, snippet, published };
}

function joined(before: MergedHit, hit: SearchHit, label: string): MergedHit {
  return {
    url: before.url,
    title: before.title === '' ? hit.title : before.title,
    snippet: hit.snippet.length > before.snippet.length ? hit.snippet : before.snippet,
    published: before.published === '' ? hit.published : before.published,
    engines: before.engines.includes(label) ? before.engines : [...before.engines, label],
  };
}
