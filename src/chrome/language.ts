/** A BCP 47 tag. */
export function getBrowserLanguage(): string {
  return chrome.i18n.getUILanguage();
}
