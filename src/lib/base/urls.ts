export const stripHash = (url: string): string => url.split('#', 1)[0] ?? '';

/** '' if it is no URL. */
export const getHostname = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

export const getSiteName = (url: string): string => getHostname(url).replace(/^www\./, '');
