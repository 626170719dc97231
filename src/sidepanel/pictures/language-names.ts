/** Codes that browsers do not know, as BCP 47 tags. */
const LANGUAGE_TAGS: Readonly<Record<string, string>> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

export function formatLanguageNames(codes: readonly string[]): readonly string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return codes.map((code) => {
    const tag = LANGUAGE_TAGS[code] ?? code;
    return /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?$/.test(tag) ? (names.of(tag) ?? code) : code;
  });
}
