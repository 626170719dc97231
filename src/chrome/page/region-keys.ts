/** One key per tab, since the storage area cannot be read by prefix. */
export const REGION_PREFIX = 'region/';
export const getRegionKey = (tabId: number): string => `${REGION_PREFIX}${String(tabId)}`;
