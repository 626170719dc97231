/** A run's link table (SAFETY D3): search results, pages that were read and the links on them. No model composed these. */
import { findArtifactsByName } from '../state/artifacts.ts';
import type { AgentState } from '../state/agent-state.ts';
import { canonicaliseUrl } from '../ports.ts';

/** Null for any other reference or URL. */
export function resolveLinkRef(ref: string, state: AgentState): string | null {
  const wanted = ref.trim();
  const url = canonicaliseUrl(wanted);
  const results = findArtifactsByName(state, 'results').flatMap(({ meta }) => meta.results);
  const result = results.find((one) => one.ref === wanted || one.url === url);
  if (result) return result.url;
  for (const { meta } of findArtifactsByName(state, 'web')) {
    if (meta.ref === wanted) return meta.url;
    if (url !== null && (meta.url === url || meta.links.includes(url))) return url;
  }
  return null;
}

/** Of the current turn; of all if it has none. */
export function countResults(state: AgentState): number {
  const rounds = findArtifactsByName(state, 'results');
  const current = rounds.filter(({ turn }) => turn >= state.past.length);
  const urls = (current.length > 0 ? current : rounds).flatMap(({ meta }) => meta.results.map(({ url }) => url));
  return new Set(urls).size;
}

/** Of turns before `to` (exclusive): calls of one turn choose among the same. */
export function countLinks(state: AgentState, to = Infinity): number {
  const urls = new Set<string>();
  for (const { meta, turn } of findArtifactsByName(state, 'results'))
    if (turn < to) for (const { url } of meta.results) urls.add(url);
  for (const { meta, turn } of findArtifactsByName(state, 'web'))
    if (turn < to) for (const url of [meta.url, ...meta.links]) urls.add(url);
  return urls.size;
}
