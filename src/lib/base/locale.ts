/** The one place that knows the language of the product's words, and how it writes numbers, counts and lists. */
export const LOCALE = 'en';

/** By plural category; `#` stands for the number. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Made at the first count: it reads the language's data, which a page does not need at its opening. */
let pluralRules: Intl.PluralRules | undefined;

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(LOCALE, options);

export function formatCount(count: number, forms: PluralForms): string {
  pluralRules ??= new Intl.PluralRules(LOCALE);
  return (forms[pluralRules.select(count)] ?? forms.other).replace('#', () => formatNumber(count));
}

/** Two significant digits, for what is only likely. */
export const formatRoughly = (value: number): string => formatNumber(value, { maximumSignificantDigits: 2 });

/** `share` is 0 to 1; rounded down, since all is only what is whole. */
export const formatPercent = (share: number): string =>
  formatNumber(share, { style: 'percent', roundingMode: 'floor' });

/** All prices are in US dollars, so that they add up. `digits`: significant ones, at most. */
export const formatAmount = (value: number, digits = 4): string =>
  formatNumber(value, { style: 'currency', currency: 'USD', maximumSignificantDigits: digits });

/** `type`: with “and”, with “or”, or only commas. */
export const formatList = (items: readonly string[], type: Intl.ListFormatType = 'unit'): string =>
  new Intl.ListFormat(LOCALE, { type }).format(items);

/** Returns the tag itself if it has no name. */
export function formatLanguageName(tag: string, locale = LOCALE): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag; // no language tag
  }
}
