import { SHARED_WORDS } from '../../ui/words.ts';

/** What is said beside a question of the web. */
export const WEB_NOTE_WORDS = {
  looking: 'Checking search engines…',
  asks: ([first = '']: readonly string[]) => `Searches ${first}.`,
  readsNone: 'Uses its excerpts only.',
  noEngineHint: 'A web search needs a search engine.',
  setUp: 'Set one up',
  offer: 'Uses the search engine’s excerpts only.',
  offerTake: 'Allow reading full pages',
  offerDismiss: 'Continue with excerpts only',
  offerTaken: 'Full pages are read from now on. You can change this in Settings.',
  offerDeclined: SHARED_WORDS.declinedAccess,
} as const;
