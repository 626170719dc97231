/** Addresses of an answer that no model composed, beside the run's link table: typed by the user, or links of a page that was read (SAFETY D4). */
import { createTimeSlicer, type ReadText } from '../ports.ts';
import { findUserUrls } from '../egress/user-words.ts';
import { findArtifactsByName } from '../state/artifacts.ts';
import type { AgentState } from '../state/agent-state.ts';
import { parseUrl } from '../../base/urls.ts';

/** Per answer. */
const MAX_ADDRESSES = 200;
const ADDRESS = /https?:\/\/[^\s<>"'`]{1,2000}/gi;
const TRAILING_PUNCTUATION = /[.,;:!?*_~|)\]}\\]{1,9}$/;
/** A link as page reading writes it. */
const PAGE_LINK = /\]\((https?:\/\/[^\s()<>]{1,2000})\)/gi;

/** Links of the answer that were typed by the user or stand on a page that was read, in the browser's spelling. */
export async function listVerifiedLinks(answer: string, state: AgentState, read: ReadText): Promise<readonly string[]> {
  const wanted = collectAddresses(answer);
  if (wanted.size === 0) return [];
  const links = new Set(
    findUserUrls(state)
      .map(toHref)
      .filter((href) => wanted.has(href)),
  );
  const slicer = createTimeSlicer();
  for (const { body } of findArtifactsByName(state, 'page', 'selection', 'web')) {
    const text = await read(body.hash).catch(() => '');
    for (const [, address = ''] of text.matchAll(PAGE_LINK)) {
      await slicer.yieldIfDue();
      const href = toHref(address);
      if (wanted.has(href)) links.add(href);
    }
  }
  return [...links];
}

/** Each address with and without each mark that may end the sentence or the link. */
function collectAddresses(answer: string): ReadonlySet<string> {
  const hrefs = new Set<string>();
  for (const [match] of answer.matchAll(ADDRESS)) {
    if (hrefs.size >= MAX_ADDRESSES) break;
    const marks = TRAILING_PUNCTUATION.exec(match)?.[0].length ?? 0;
    for (let cut = 0; cut <= marks; cut += 1) hrefs.add(toHref(match.slice(0, match.length - cut)));
    // the words of a link may be its address
    const middle = match.indexOf('](');
    if (middle > 0) hrefs.add(toHref(match.slice(0, middle)));
  }
  hrefs.delete('');
  return hrefs;
}

function toHref(address: string): string {
  const url = parseUrl(address);
  return url?.username === '' && url.password === '' ? url.href : '';
}
