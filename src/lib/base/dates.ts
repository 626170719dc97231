import { LOCALE } from './locale.ts';

export const formatTime = (ms: number): string => new Date(ms).toLocaleTimeString(LOCALE, { timeStyle: 'short' });

export const formatDateTime = (ms: number): string =>
  new Date(ms).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** `day`: 0 is Sunday. */
export const formatWeekday = (day: number): string =>
  new Date(Date.UTC(2023, 0, 1 + day)).toLocaleDateString(LOCALE, { weekday: 'short', timeZone: 'UTC' });
