export const stripHash = (url: string): string => url.split('#', 1)[0] ?? '';

/** Its root is the page itself. */
const HASH_ROUTE = /^[^#]*#(?:!\/?|\/)[^#!/][^#]*/;

/** What tells one page from another: no anchor, but the route that an app keeps in its hash (`#/inbox`, `#!inbox`). */
export const toPageAddress = (url: string): string => HASH_ROUTE.exec(url)?.[0] ?? stripHash(url);

export const isSamePage = (one: string, other: string): boolean => toPageAddress(one) === toPageAddress(other);

/** Null if it is no URL. `URL.canParse` is not used: in Node 20 it rejects letters like `ü` once it is compiled. */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** Null if it does not begin with `http://` or `https://`, or is no URL. */
export const parseWebUrl = (url: string): URL | null => (/^https?:\/\//i.test(url) ? parseUrl(url) : null);

/** '' if it is no URL. */
export const getHostname = (url: string): string => parseUrl(url)?.hostname ?? '';

export const getSiteName = (url: string): string => getHostname(url).replace(/^www\./, '');
