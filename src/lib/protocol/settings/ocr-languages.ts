/** Names of the OCR language data, and which of it is packaged. */

/** Tesseract's names: `eng`, `chi_sim`. */
export const LANGUAGE_NAME = '^[A-Za-z][A-Za-z0-9_]{1,29}$';
export const MAX_LANGUAGES = 3;

export const LANGUAGES_SCHEMA = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_LANGUAGES,
  uniqueItems: true,
  items: { type: 'string', pattern: LANGUAGE_NAME, maxLength: 30 },
} as const;

export interface OcrLanguage {
  readonly name: string;
  readonly bytes: number;
}

export const PACKAGED_LANGUAGES: readonly OcrLanguage[] = [
  { name: 'eng', bytes: 2_952_873 },
  { name: 'deu', bytes: 1_333_102 },
  { name: 'chi_sim', bytes: 1_718_768 },
];
