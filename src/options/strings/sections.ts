import { formatCount, formatLanguageName, formatList, formatNumber } from '../../lib/base/locale.ts';
import { SHARED_WORDS } from '../../ui/words.ts';

export const SELECTION_STRINGS = {
  selections: 'Toolbar on selected text',
  selectionsHelp: 'Explain, simplify, translate, look up or ask, next to the text you select.',
  withoutToolbar: 'Also in the right-click menu, on the keyboard and in the side panel, with no access to sites.',
  toolbarWhere: 'Show toolbar on',
  toolbarPlaces: { nowhere: 'Off', sites: 'Selected sites', everywhere: SHARED_WORDS.allSites },
  toolbarNow: {
    nowhere: 'The toolbar is off. Access that only it used was removed.',
    sites: 'The toolbar shows on selected sites.',
    everywhere: 'The toolbar shows on all sites.',
  },
  toolbarMissing: 'The toolbar needs permission again to show on all sites.',
  chosenSites: 'Sites with the toolbar',
  noChosenSites: 'None yet. Add one here, or choose “On this site” in the side panel.',
  exceptSites: 'Exceptions',
  noExceptSites: 'None. You can also hide it on a site from the toolbar’s own menu.',
  siteMissing: 'Needs permission.',
  allowSiteLabel: (site: string) => `Allow the toolbar on ${site}`,
  removeSiteLabel: {
    sites: (site: string) => `Remove the toolbar from ${site}`,
    butNot: (site: string) => `Remove ${site} from the exceptions`,
  },
  addSite: { sites: 'Add a site', butNot: 'Add an exception' },
  addSiteHelp: 'Such as example.org.',
  addSiteNow: 'Add',
  siteAdded: {
    sites: (site: string) => `The toolbar shows on ${site}.`,
    butNot: (site: string) => `The toolbar is off on ${site}.`,
  },
  siteRemoved: {
    sites: (site: string) => `The toolbar is off on ${site}.`,
    butNot: (site: string) => `The toolbar shows on ${site} again.`,
  },
  sitesFull: (most: number) =>
    formatCount(most, { one: 'The list is full (# site).', other: 'The list is full (# sites).' }),
  shortcuts: 'Keyboard shortcuts',
  noShortcut: 'not set',
  changeShortcuts: 'Change shortcuts',

  presets: 'Custom actions',
  presetsHelp: 'Prompts you use often on selected text.',
  noPresets: 'None yet.',
  presetTitle: 'Name',
  presetTitleHelp: 'Shown in menus. Up to 40 characters.',
  presetPrompt: 'Prompt',
  presetPromptHelp: 'Up to 1,000 characters. The selection and the text around it are sent along.',
  addPreset: 'Add a custom action',
  addPresetTitle: 'New custom action',
  upLabel: (title: string) => `Move ${title} up`,
  downLabel: (title: string) => `Move ${title} down`,
  movedTo: (title: string, place: number, of: number) =>
    `${title} is now ${formatNumber(place)} of ${formatNumber(of)}.`,
  presetSure: (title: string) => `Remove ${title}?`,
  suggestions: 'Suggestions',
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
  formatNumber(bytes / 1_000_000, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

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
  const language = /^[a-z]{2,3}$/.test(code) ? formatLanguageName(code) : code;
  if (language === code) return name;
  return kinds.length === 0
    ? language
    : `${language} (${formatList(kinds.map((kind) => DATA_VARIANTS[kind] ?? kind))})`;
}

export const LANGUAGE_STRINGS = {
  languages: 'Text in pictures',
  languagesHelp: (most: number) =>
    formatCount(most, {
      one: 'Read on this computer. Nothing is sent. Tick up to # language.',
      other: 'Read on this computer. Nothing is sent. Tick up to # languages. More languages take longer.',
    }),
  languagesList: 'Languages',
  languagesLoading: 'Loading added languages…',
  languagePackaged: (bytes: number) => `${formatMegabytes(bytes)}, built in`,
  languageAdded: (bytes: number) => `${formatMegabytes(bytes)}, added by you`,
  languageMissing: 'Its data isn’t on this computer. Add it from a file, or untick it.',
  languageNeeded: 'Keep at least one language ticked.',
  languagesFull: (most: number) =>
    formatCount(most, { one: 'Up to # language. Untick one first.', other: 'Up to # languages. Untick one first.' }),
  languageAdding: (file: string) => `Adding ${file}…`,
  languageThere: (title: string) => `${title} was added. Tick it to use it.`,
  addLanguage: 'Add a language from a file',
  addLanguageHelp:
    'A file such as fra.traineddata, up to 40 MB. The Tesseract project offers them free in “tessdata_fast” and “tessdata_best”.',
} as const;

export const PHOTO_READER_STRINGS = {
  photoReader: 'Photo reader',
  photoReaderHelp:
    'Reads photographed, slanted and outlined text in English and Chinese. A picture takes some seconds and 400 MB of memory. Nothing is sent.',
  photoReaderAdded: (bytes: number) => `${formatMegabytes(bytes)}, added by you`,
  photoReaderMissing: (file: string) => `One file is missing: ${file}.`,
  photoReaderAdding: 'Adding…',
  photoReaderThere: (files: number) =>
    formatCount(files, { one: 'The file was added.', other: 'The files were added.' }),
  addPhotoReader: 'Add its two files',
  addPhotoReaderHelp: 'Download these two free files first:',
} as const;

export const SEARCH_STRINGS = {
  search: 'Web search',
  searchHelp: 'Used in this order. The next one is asked only if the others fail or find too little.',
  searchPrivacy:
    'An engine gets your language and search words made from your question or selection. It gets no page and no cookies.',
  noEngines: 'None. Add one to search the web.',
  engineNeeds: {
    wikipedia: 'The encyclopedia in your language. No key, no account.',
    searxng: 'Your own instance. It asks other engines for you.',
    brave: 'Its own index. Needs an API key.',
    tavily: 'Made for AI apps. Needs an API key.',
    google: 'Your Programmable Search Engine. Needs its ID and an API key.',
  },
  addEngine: 'Add an engine',
  addEngineLabel: (name: string) => `Add ${name}`,
  engineEndpoint: 'Address of the instance',
  engineEndpointHelp: 'Such as https://search.example.org. JSON results must be turned on there.',
  engineUnencrypted:
    'This address isn’t encrypted. Your searches could be read on the way. Use https:// unless the instance is in your own network.',
  cx: 'Search engine ID',
  cxHelp: 'Also called cx. It is in the overview of your search engine.',
  noKeyYet: 'No API key saved.',
  keyNeeded: (name: string) => `${name} needs an API key.`,
  engineSaved: (name: string) => `Saved: ${name}. Applies to your next search.`,
  tryingEngine: 'Testing…',
  engineFound: (many: number, first: string) =>
    formatCount(many, {
      one: `It works. # result, the first: “${first}”`,
      other: `It works. # results, the first: “${first}”`,
    }),
  engineFoundNothing: 'It works, but found nothing for “Wikipedia”.',
} as const;

export const APPEARANCE_STRINGS = {
  appearanceHelp: 'For the side panel and these settings.',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  textSize: 'Text size',
  textSizes: { small: 'Small', normal: 'Normal', large: 'Large' },
} as const;

export const ABOUT_STRINGS = {
  about: 'About',
  aboutProduct: (version: string) => `KnowledgeLens ${version}. Free software under the MIT licence.`,
  papers: [
    ['LICENSE.txt', 'Licence'],
    ['licences.txt', 'Licences of the software it contains'],
    ['sbom.cdx.json', 'Software bill of materials (CycloneDX)'],
  ],
} as const;

export const ANSWER_STRINGS = {
  answersHelp:
    'For summaries, explanations and answers that a model writes. What you ask for in a question comes first.',
  answerLanguage: 'Language',
  answerLanguageHelp: 'A summary is in the language of the page unless you choose a language here.',
  answerLanguages: { request: 'Same as the question', page: 'Same as the page' },
  answerLength: 'Length',
  answerLengths: { short: 'Short', medium: 'Medium', long: 'Long' },
  answerFormat: 'Format',
  answerFormats: { auto: 'Automatic', bullets: 'Bullet points', prose: 'Paragraphs' },
  secondOpinion: 'Second opinion',
  secondOpinionHelp:
    'After an answer with quotes, your fast model is asked once which claims don’t follow from them. Included in the price shown.',
  answersSaved: 'Saved. Applies to your next question.',
} as const;
