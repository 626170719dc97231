const formatNumber = (value: number): string => value.toLocaleString('en');

export const SEARCH_STRINGS = {
  search: 'Web search',
  searchHelp:
    'Who is asked when you search the web from the side panel or a selection, in this order: the next one only where those before fail or find too little.',
  searchPrivacy:
    'An engine is sent your language and the words to search for, made of your question or of what you selected. It is sent no page, no cookies, and nothing while you do not search.',
  noEngines: 'None: the web cannot be searched until you add one. All else works as before.',
  enginesFull: (most: number) => `The list is full: it holds ${formatNumber(most)}.`,
  engineNeeds: {
    wikipedia: 'The encyclopedia in your language. No key, no account.',
    searxng: 'An instance of your own. It asks other engines for you.',
    brave: 'An index of its own. Needs an API key.',
    tavily: 'Made for programs that read. Needs an API key.',
    google: 'For those who have a Programmable Search Engine. Needs its id and an API key.',
  },
  addEngine: 'Add an engine',
  addEngineLabel: (name: string) => `Add ${name}`,
  newEngineTitle: (name: string) => `Add ${name}`,
  engineEndpoint: 'Address of the instance',
  engineEndpointHelp: 'Such as https://search.example.org. Results as JSON have to be switched on there.',
  engineUnencrypted:
    'This address is not encrypted: what you search for could be read on the way. Use https:// unless the instance is in your own network.',
  cx: 'Search engine ID',
  cxHelp: 'Google calls it cx. It stands in the overview of your search engine.',
  noKeyYet: 'No API key is saved for it.',
  keyNeeded: (name: string) => `${name} needs an API key: type or paste it.`,
  engineSaved: (name: string) => `Saved: ${name}. The next search uses it.`,
  tryEngine: 'Try it',
  tryEngineLabel: (name: string) => `Try it: ${name}`,
  tryingEngine: 'Asking…',
  engineFound: (many: number, first: string) =>
    `It works: ${many === 1 ? '1 result' : `${formatNumber(many)} results`}, the first: “${first}”`,
  engineFoundNothing: 'It answers, but found nothing for the word “Wikipedia”.',
} as const;
