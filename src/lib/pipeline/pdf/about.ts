/** What a PDF says of itself: title, author, date, language. The one rule: fields that a program filled in say nothing. */
import { canonicalTag } from '../text/script.ts';

/** Of the document's information, as it stands in the file; '' where there is none. */
export interface PdfInfo {
  readonly title: string;
  readonly author: string;
  /** `D:20240131120000+01'00'` */
  readonly created: string;
  readonly language: string;
}

export const NO_INFO: PdfInfo = { title: '', author: '', created: '', language: '' };

/** What writing programs call a document that nobody has named. */
const UNNAMED =
  /^(?:untitled|unbenannt|sans titre|sin título|无标题|無題|document|dokument|microsoft \w+ -|slide 1$|powerpoint)/i;
const FILE = /\.(?:docx?|pdf|indd|tex|dvi|pptx?|xlsx?|odt|qxd|rtf|pages|html?)$/i;

export function titleIn({ title }: PdfInfo): string {
  const said = clean(title);
  return said === '' || UNNAMED.test(said) || FILE.test(said) || !/\p{L}/u.test(said) ? '' : said;
}

export const authorIn = ({ author }: PdfInfo): string => (/\p{L}/u.test(author) ? clean(author) : '');

/** The day, as ISO 8601; '' where there is none that a calendar has. */
export function dateIn({ created }: PdfInfo): string {
  const [, year, month = '01', day = '01'] = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/.exec(created.trim()) ?? [];
  if (year === undefined) return '';
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : '';
}

export const languageIn = ({ language }: PdfInfo): string => canonicalTag(language);

/** The file's name, without its ending. */
export function fileNameOf(url: string): string {
  try {
    const name = decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
    return clean(name.replace(/\.pdf$/i, ''));
  } catch {
    return '';
  }
}

const clean = (text: string): string =>
  text
    .slice(0, 1000)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
