/** The language of the person's browser, a BCP 47 tag. */
export function ownLanguage(): string {
  return chrome.i18n.getUILanguage();
}
