export const stripHash = (url: string): string => url.split('#', 1)[0] ?? '';

/** Its root is the page itself. */
const HASH_ROUTE = /^[^#]*#(?:!\/?|\/)[^#!/][^#]*/;

/** What tells one page from another: no anchor, but the route that an app keeps in its hash (`#/inbox`, `#!inbox`). */
export const toPageAddress = (url: string): string => HASH_ROUTE.exec(url)?.[0] ?? stripHash(url);

export const isSamePage = (one: string, other: string): boolean => toPageAddress(one) === toPageAddress(other);

/** '' if it is no URL. */
export const getHostname = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

export const getSiteName = (url: string): string => getHostname(url).replace(/^www\./, '');
