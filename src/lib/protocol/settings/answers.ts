/** How answers are written, and the language that was last translated into. */
import type { FromSchema } from 'json-schema-to-ts';
import { ANSWER_FORMATS, ANSWER_LENGTHS } from '../../agent/frames/style.ts';
import { formatLanguageName, LOCALE } from '../../base/locale.ts';
import { defineObject, type DeepReadonly } from '../../schema/object.ts';

const language = { type: 'string', maxLength: 35 } as const;

export const ANSWERS_SCHEMA = defineObject({
  /** `request`, `page` or a BCP 47 tag. */
  language: { ...language, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
  length: { enum: ANSWER_LENGTHS },
  format: { enum: ANSWER_FORMATS },
  /** A BCP 47 tag; '' for the browser's language. */
  translateTo: { ...language, pattern: '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$' },
});

export type AnswerSettings = DeepReadonly<FromSchema<typeof ANSWERS_SCHEMA>>;

/** Offered to answer in and to translate into, as BCP 47 tags. */
export const LANGUAGES = [
  ...['en', 'ar', 'bn', 'bg', 'ca', 'zh-Hans', 'zh-Hant', 'hr', 'cs', 'da', 'nl', 'et', 'fi', 'fr', 'de', 'el', 'he'],
  ...['hi', 'hu', 'id', 'it', 'ja', 'ko', 'lv', 'lt', 'ms', 'nb', 'fa', 'pl', 'pt', 'ro', 'ru', 'sr', 'sk', 'sl', 'es'],
  ...['sw', 'sv', 'tl', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'vi'],
] as const;

/** Lists languages by name; `other`: one more, which may come from the browser or a file, '' for none. */
export const listLanguages = (other: string): readonly (readonly [tag: string, name: string])[] =>
  Array.from(new Set([...LANGUAGES, other]), (tag) => [tag, formatLanguageName(tag)] as const)
    .filter(([tag]) => tag !== '')
    .toSorted(([, a], [, b]) => a.localeCompare(b, LOCALE));

/** The offered one that is meant by a tag such as `pt-BR` or `zh-CN`; the tag itself if there is none. */
export function findOfferedLanguage(tag: string): string {
  const written = toWritten(tag);
  return LANGUAGES.find((offered) => offered === tag || toWritten(offered) === written) ?? tag;
}

/** The language and the script that it is written in: `zh-CN` is `zh-Hans`. */
function toWritten(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return tag; // no language tag
  }
}
