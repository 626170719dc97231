/** What is said beside a question of the web. */
export const WEB_NOTE_WORDS = {
  looking: 'Checking what is available…',
  asks: (engines: readonly string[]) => `Searches ${formatEngines(engines)}.`,
  reads: 'Reads the best pages.',
  readsNone: 'Uses its excerpts only.',
  noEngineHint: 'Without a search engine nothing can be found on the web.',
  setUp: 'Set one up',
  offer: 'Uses the search engine’s excerpts only.',
  offerTake: 'Allow reading full pages',
  offerDismiss: 'Go on without reading pages',
  offerTaken: 'Pages are read from now on. You can undo this in Settings.',
  offerDeclined: 'The browser’s question was declined, so nothing has changed.',
} as const;

function formatEngines([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, then ${others.join(', then ')} if needed`;
}
