/** Languages by their names, from the codes of the data that reads them. Pure. */

/** Where the code is none that a browser knows. */
const TAGS: Readonly<Record<string, string>> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

export function languageNames(codes: readonly string[]): readonly string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return codes.map((code) => {
    const tag = TAGS[code] ?? code;
    return /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?$/.test(tag) ? (names.of(tag) ?? code) : code;
  });
}
