/** `language`: its English name. Stored as run goals. */
export const SELECTION_GOALS = {
  explain: 'Explain the selected text.',
  simplify: 'Put the selected text in plainer and shorter words.',
  translate: (language: string) => `Translate the selected text into ${language}.`,
  search: 'Search the web for what the selected text is about, and say what is to know about it.',
} as const;

/** Returns the tag itself if it has no name. */
export function getEnglishLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
