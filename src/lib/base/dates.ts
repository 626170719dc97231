import { LOCALE } from './locale.ts';

let found: string | undefined;

/** The first English among the languages that the reader asks for, with the clock of the first of them all. */
export function findDateLocale(languages: readonly string[]): string {
  const english = languages.find((tag) => /^en\b/i.test(tag)) ?? 'en-GB';
  const { hourCycle } = new Intl.DateTimeFormat(languages[0] ?? LOCALE, { hour: 'numeric' }).resolvedOptions();
  return new Intl.Locale(english, hourCycle === undefined ? {} : { hourCycle }).toString();
}

/** Outside a browser nobody has chosen languages. */
const getLocale = (): string => (found ??= findDateLocale(typeof navigator === 'undefined' ? [] : navigator.languages));

export const formatTime = (ms: number): string => new Date(ms).toLocaleTimeString(getLocale(), { timeStyle: 'short' });

export const formatDateTime = (ms: number): string =>
  new Date(ms).toLocaleString(getLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** `day`: 0 is Sunday. */
export const formatWeekday = (day: number): string =>
  new Date(Date.UTC(2023, 0, 1 + day)).toLocaleDateString(LOCALE, { weekday: 'short', timeZone: 'UTC' });
