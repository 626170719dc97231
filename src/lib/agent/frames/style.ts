/** How answers are written, as the user set it. Recorded with the run; the words of a request override it. */
export const ANSWER_LENGTHS = ['short', 'medium', 'long'] as const;
export const ANSWER_FORMATS = ['auto', 'bullets', 'prose'] as const;

export interface AnswerStyle {
  /** `request` or `page`: as that is written; else a BCP 47 tag. */
  readonly language: string;
  readonly length: (typeof ANSWER_LENGTHS)[number];
  readonly format: (typeof ANSWER_FORMATS)[number];
}

export const DEFAULT_STYLE: AnswerStyle = { language: 'request', length: 'medium', format: 'auto' };

/** Null where the language follows the request or the page. */
export const findChosenLanguage = ({ language }: AnswerStyle): string | null =>
  language === 'request' || language === 'page' ? null : language;
