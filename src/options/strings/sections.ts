import { formatNumber } from '../../lib/base/numbers.ts';

export const SELECTION_STRINGS = {
  selections: 'Selections',
  selectionsHelp:
    'A small toolbar beside what you select: explain it, say it simply, translate it, look it up, or ask about it.',
  withoutToolbar:
    'Without it, and without any access to sites, the same is in the menu of the right mouse button, on the keyboard, and in the side panel.',
  toolbarWhere: 'Where the toolbar appears',
  toolbarPlaces: { nowhere: 'Nowhere', sites: 'On sites I choose', everywhere: 'On every site' },
  toolbarNow: {
    nowhere: 'The toolbar appears nowhere, and the access that only it had was given back.',
    sites: 'The toolbar appears on the sites in the list.',
    everywhere: 'The toolbar appears on every site.',
  },
  toolbarDeclined: 'The browser’s question was declined, so nothing has changed.',
  toolbarMissing: 'The browser no longer lets the toolbar appear on every site.',
  allowEverywhere: 'Allow on every site',
  chosenSites: 'Sites with the toolbar',
  noChosenSites: 'None yet. Add one here, or press “On this site” in the side panel.',
  exceptSites: 'Sites without it',
  noExceptSites: 'None. The toolbar’s own menu can hide it on a site, too.',
  siteMissing: 'The browser does not allow it here.',
  allowSiteLabel: (site: string) => `Allow the toolbar on ${site}`,
  removeSiteLabel: {
    sites: (site: string) => `Take the toolbar off ${site}`,
    butNot: (site: string) => `No longer leave out ${site}`,
  },
  addSite: { sites: 'Add a site', butNot: 'Leave out a site' },
  addSiteHelp: 'An address or a host, such as example.org.',
  addSiteNow: 'Add',
  siteAdded: {
    sites: (site: string) => `The toolbar appears on ${site}.`,
    butNot: (site: string) => `The toolbar leaves ${site} alone.`,
  },
  siteRemoved: {
    sites: (site: string) => `The toolbar no longer appears on ${site}.`,
    butNot: (site: string) => `The toolbar appears on ${site} again.`,
  },
  sitesFull: (most: number) => `The list is full: it holds ${formatNumber(most)} sites.`,
  shortcuts: 'Keyboard shortcuts',
  noShortcut: 'not set',
  changeShortcuts: 'Change shortcuts',

  presets: 'Your own for selections',
  presetsHelp:
    'What you often want done with a selection. They stand in the toolbar’s menu, the menu of the right mouse button, and the side panel.',
  noPresets: 'None yet.',
  presetTitle: 'Name',
  presetTitleHelp: 'As it stands in the menus: up to 40 characters.',
  presetPrompt: 'What is to be done',
  presetPromptHelp: 'In your own words, up to 1,000 characters. The selection and its surroundings go with it.',
  addPreset: 'Add your own',
  addPresetTitle: 'A new preset',
  upLabel: (title: string) => `Move ${title} up`,
  downLabel: (title: string) => `Move ${title} down`,
  movedTo: (title: string, place: number, of: number) =>
    `${title} is number ${formatNumber(place)} of ${formatNumber(of)} now.`,
  presetSure: (title: string) => `Remove ${title}?`,
  suggestions: 'For example',
  suggestLabel: (title: string) => `Add “${title}”`,
  suggestedPresets: [
    {
      title: 'Explain like I am twelve',
      prompt: 'Explain this in words that a twelve-year-old knows, with one example from everyday life.',
    },
    {
      title: 'What is assumed here?',
      prompt: 'List what this takes for granted without saying it, and say of each how safe it is to assume.',
    },
    {
      title: 'Key terms',
      prompt: 'List the key terms in this, each with a short definition that fits how it is used here.',
    },
  ],
} as const;

const formatMegabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;

const DATA_VARIANTS: Readonly<Record<string, string>> = {
  sim: 'simplified',
  tra: 'traditional',
  vert: 'vertical',
  frak: 'Fraktur',
  latf: 'Fraktur',
  latn: 'Latin letters',
  cyrl: 'Cyrillic letters',
  old: 'old',
};

/** `chi_sim` becomes Chinese (simplified). */
export function formatLanguageTitle(name: string): string {
  const [code = '', ...kinds] = name.split('_');
  const language = /^[a-z]{2,3}$/.test(code)
    ? new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code)
    : undefined;
  if (language === undefined) return name;
  return kinds.length === 0 ? language : `${language} (${kinds.map((kind) => DATA_VARIANTS[kind] ?? kind).join(', ')})`;
}

export const LANGUAGE_STRINGS = {
  languages: 'Reading pictures',
  languagesHelp: (most: number) =>
    `Text in pictures and screenshots is read on this computer, with nothing sent anywhere. Tick the languages to look for, up to ${String(most)}: each one more takes longer.`,
  languagesList: 'Languages',
  languagesLoading: 'Looking for added languages …',
  languagePackaged: (bytes: number) => `${formatMegabytes(bytes)}, in the package`,
  languageAdded: (bytes: number) => `${formatMegabytes(bytes)}, added by you`,
  languageMissing: 'Its data is not on this computer: add it from a file, or take the tick away.',
  languageNeeded: 'At least one language has to stay ticked.',
  languagesFull: (most: number) => `Up to ${String(most)} languages can be ticked. Take one away first.`,
  languageAdding: (file: string) => `Adding ${file} …`,
  languageThere: (title: string) => `${title} was added. Tick it to have pictures read for it.`,
  addLanguage: 'Add a language from a file',
  addLanguageHelp:
    'A file such as fra.traineddata, up to 40 MB. They are free in the collections “tessdata_fast” and “tessdata_best” of the tesseract project.',
} as const;

export const SEARCH_STRINGS = {
  search: 'Web search',
  searchHelp:
    'Who is asked when you search the web from the side panel or a selection, in this order: the next one only where those before fail or find too little.',
  searchPrivacy:
    'An engine is sent your language and the words to search for, made of your question or of what you selected. It is sent no page, no cookies, and nothing while you do not search.',
  noEngines: 'None: the web cannot be searched until you add one. All else works as before.',
  engineNeeds: {
    wikipedia: 'The encyclopedia in your language. No key, no account.',
    searxng: 'An instance of your own. It asks other engines for you.',
    brave: 'An index of its own. Needs an API key.',
    tavily: 'Made for programs that read. Needs an API key.',
    google: 'For those who have a Programmable Search Engine. Needs its id and an API key.',
  },
  addEngine: 'Add an engine',
  addEngineLabel: (name: string) => `Add ${name}`,
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

export const ABOUT_STRINGS = {
  about: 'About',
  aboutProduct: (version: string) => `KnowledgeLens ${version}, free software under the MIT licence.`,
  papers: [
    ['LICENSE.txt', 'Licence'],
    ['licences.txt', 'Licences of the software it contains'],
    ['sbom.cdx.json', 'List of that software for programs (CycloneDX)'],
  ],
} as const;
