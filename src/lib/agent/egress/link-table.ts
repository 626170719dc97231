/** A run's link table (SAFETY D3): search results, pages that were read and the links on them. No model composed these. */
import { findArtifactsByName, listLinks } from '../state/artifacts.ts';
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

/** Counts the current turn's results, or all results if that turn has none. */
export function countResults(state: AgentState): number {
  const rounds = findArtifactsByName(state, 'results');
  const current = rounds.filter(({ turn }) => turn >= state.past.length);
  const urls = (current.length > 0 ? current : rounds).flatMap(({ meta }) => meta.results.map(({ url }) => url));
  return new Set(urls).size;
}

/** Calls of one turn choose among the same: those of turns before `to` (exclusive). */
export const countLinks = (state: AgentState, to = Infinity): number => new Set(listLinks(state, to)).size;
