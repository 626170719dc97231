/** A PDF's own title, author, date and language. Values filled in by a program are ignored. */
import { canonicaliseTag } from '../text/script.ts';

/** Unprocessed; '' for missing fields. */
export interface PdfInfo {
  readonly title: string;
  readonly author: string;
  /** `D:20240131120000+01'00'` */
  readonly created: string;
  readonly language: string;
}

export const NO_INFO: PdfInfo = { title: '', author: '', created: '', language: '' };

const UNNAMED_TITLE =
  /^(?:untitled|unbenannt|sans titre|sin título|无标题|無題|document|dokument|microsoft \w+ -|slide 1$|powerpoint)/i;
const FILE_NAME = /\.(?:docx?|pdf|indd|tex|dvi|pptx?|xlsx?|odt|qxd|rtf|pages|html?)$/i;

export function getPdfTitle({ title }: PdfInfo): string {
  const text = cleanField(title);
  return text === '' || UNNAMED_TITLE.test(text) || FILE_NAME.test(text) || !/\p{L}/u.test(text) ? '' : text;
}

export const getPdfAuthor = ({ author }: PdfInfo): string => (/\p{L}/u.test(author) ? cleanField(author) : '');

/** ISO 8601; '' if there is none or it is no calendar date. */
export function getPdfDate({ created }: PdfInfo): string {
  const [, year, month = '01', day = '01'] = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/.exec(created.trim()) ?? [];
  if (year === undefined) return '';
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : '';
}

export const getPdfLanguage = ({ language }: PdfInfo): string => canonicaliseTag(language);

/** '' for an invalid address. */
export function getPdfFileName(url: string): string {
  try {
    const name = decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
    return cleanField(name.replace(/\.pdf$/i, ''));
  } catch {
    return '';
  }
}

const cleanField = (text: string): string =>
  text
    .slice(0, 1000)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
