/** Names of the data that the OCR engine reads languages with, and what of it is in the package. */

/** As its makers name it: `eng`, `chi_sim`. */
export const LANGUAGE_NAME = '^[A-Za-z][A-Za-z0-9_]{1,29}$';
/** Where on the settings page they are chosen: the part of its address that leads there. */
export const LANGUAGES = 'languages';
/** Most languages that one picture is read for: each takes its time. */
export const MAX_LANGUAGES = 3;

export const LANGUAGES_SCHEMA = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_LANGUAGES,
  uniqueItems: true,
  items: { type: 'string', pattern: LANGUAGE_NAME, maxLength: 30 },
} as const;

/** A language that pictures can be read for. */
export interface OcrLanguage {
  readonly name: string;
  /** Of its data, as it is kept. */
  readonly bytes: number;
}

/** In the package. */
export const PACKAGED: readonly OcrLanguage[] = [
  { name: 'eng', bytes: 2_952_873 },
  { name: 'deu', bytes: 1_333_102 },
  { name: 'chi_sim', bytes: 1_718_768 },
];
