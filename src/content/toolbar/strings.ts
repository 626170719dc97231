export const t = {
  toolbar: 'KnowledgeLens: selected text',
  explain: 'Explain',
  simplify: 'Simplify',
  translate: 'Translate',
  translateInto: (language: string) => `Translate into ${language}`,
  search: 'Search the web',
  ask: 'Ask…',
  more: 'More',
  menu: 'More for the selected text',
  loading: 'Looking up your own actions…',
  hideHere: 'Hide on this site',
  hideEverywhere: 'Hide everywhere',
  dismiss: 'Dismiss',
  noAnswer: { message: 'KnowledgeLens did not answer.', hint: 'Try again. If that does not help, reload this page.' },
  updated: { message: 'KnowledgeLens was updated:', hint: 'reload this page to use it here.' },
} as const;

export function getLanguageLabel(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
