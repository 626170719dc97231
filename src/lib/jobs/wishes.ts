/** What can be wanted of a selection, in the words that a run is asked with. */

/** The built-in wishes, in words. `language`: its English name. */
export const WISHES = {
  explain: 'Explain the selected text.',
  simplify: 'Put the selected text in plainer and shorter words.',
  translate: (language: string) => `Translate the selected text into ${language}.`,
  search: 'Search the web for what the selected text is about, and say what is to know about it.',
} as const;

/** `German` for `de-AT`; the tag itself where nobody knows a name for it. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
