import { expect, it } from 'vitest';
import { findDateLocale } from '../../../src/lib/base/dates.ts';

const AT = Date.UTC(2026, 10, 28, 18, 21);

it.each([
  [['en-US'], 'Nov 28, 2026, 6:21 PM'],
  [['en-GB'], '28 Nov 2026, 18:21'],
  [['de-DE', 'de', 'en-US', 'en'], 'Nov 28, 2026, 18:21'],
  [['fr-FR'], '28 Nov 2026, 18:21'],
  [['hi-IN'], '28 Nov 2026, 6:21 pm'],
])('writes dates in English, with the clock of a reader of %j', (languages, said) => {
  const shown = new Date(AT).toLocaleString(findDateLocale(languages), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  expect(shown.replaceAll('\u202f', ' ')).toBe(said);
});
