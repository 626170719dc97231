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
  languagesFailed: (why: string) => `That did not work: ${why}`,
  removeLanguageLabel: (title: string) => `Remove ${title}`,
  languageRemoved: (title: string) => `${title} was removed.`,
  languageAdding: (file: string) => `Adding ${file} …`,
  languageThere: (title: string) => `${title} was added. Tick it to have pictures read for it.`,
  addLanguage: 'Add a language from a file',
  addLanguageHelp:
    'A file such as fra.traineddata, up to 40 MB. They are free in the collections “tessdata_fast” and “tessdata_best” of the tesseract project.',
} as const;
