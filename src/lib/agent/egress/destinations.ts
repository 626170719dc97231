/** What a call can reach, as its tool says. */
import { parseUrl } from '../../base/urls.ts';

/** The tab opened to the run by the user's gesture. */
export const OWN_TAB = 'tab:own';
/** Engines the user chose; only in runs whose user wants web search. */
export const ENGINES = 'engines:own';
/** A URL from the run's link table (SAFETY D3), composed by no model. */
export const LINKED = 'link:own';
/** Unknown destination; never allowed without asking. */
export const UNREADABLE = '';

const RUN_DESTINATIONS: ReadonlySet<string> = new Set([OWN_TAB, ENGINES, LINKED]);

/** A destination of the run or a web origin, exactly as written. */
export const isDestination = (to: string): boolean => RUN_DESTINATIONS.has(to) || getWebOrigin(to) === to;

/** {@link UNREADABLE} for anything but web URLs and for URLs with credentials. */
export function getWebOrigin(address: unknown): string {
  const url = typeof address === 'string' ? parseUrl(address) : null;
  if (!url) return UNREADABLE;
  const { protocol, username, password, origin } = url;
  return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : UNREADABLE;
}
