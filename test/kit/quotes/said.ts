/** What a page says, sentence by sentence, as its reader sees it. */
import { hasWords } from '../../../src/lib/pipeline/text/terms.ts';
import type { QuotePage } from './quote-pages.ts';
import { quotesOf } from './quotes.ts';

export interface Said {
  readonly sentence: string;
  readonly isQuestion: boolean;
  readonly isSpaced: boolean;
  readonly language: string;
  /** The sentences after it in its paragraph; '' if there are none. */
  readonly next: string;
  readonly afterNext: string;
  /** A sentence of another section, or ''. */
  readonly elsewhere: string;
  /** Words of the page that begin with a capital within a sentence. */
  readonly names: readonly string[];
  /** The page as its reader sees it, in one line. */
  readonly page: string;
}

const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u4e00-\u9fff]/;
/** After a word: elsewhere it stands for a value. */
const QUESTION = /[\p{L}\p{N}"'”’»)]\s?[?？؟]$/u;
const MAX_LENGTH = 400;

export function listSaid({ markdown, language }: QuotePage): readonly Said[] {
  const quotes = quotesOf(markdown, language).filter(({ kind }) => kind !== 'passage');
  const page = quotes.map(({ exact }) => exact).join(' ');
  const names = [...new Set(page.match(/(?<=\p{Ll} )\p{Lu}\p{Ll}{2,}(?= )/gu) ?? [])];
  let section = 0;
  const sections = quotes.map(({ kind }) => (kind === 'heading' ? (section += 1) : section));
  return quotes.flatMap(({ exact: sentence, kind }, i) => {
    if (kind === 'heading' || kind === 'code' || !hasWords(sentence) || sentence.length > MAX_LENGTH) return [];
    const follows = (k: number): string => {
      const later = quotes[i + k]?.exact ?? '';
      return isSameParagraph(markdown, sentence, later) ? later : '';
    };
    const elsewhere = quotes.find(
      (quote, k) => quote.kind === 'paragraph' && k > i && (sections[k] ?? 0) > (sections[i] ?? 0),
    );
    const isGreekQuestion = language === 'el' && sentence.endsWith(';');
    return [
      {
        sentence,
        isQuestion: (QUESTION.test(sentence) && !/[=_{}[\]]/.test(sentence)) || isGreekQuestion,
        isSpaced: !UNSPACED.test(sentence),
        language,
        next: follows(1),
        afterNext: follows(2),
        elsewhere: elsewhere?.exact ?? '',
        names,
        page,
      },
    ];
  });
}

function isSameParagraph(markdown: string, sentence: string, later: string): boolean {
  const start = markdown.indexOf(sentence);
  const end = start < 0 || later === '' ? -1 : markdown.indexOf(later, start);
  return end > start && !markdown.slice(start, end).includes('\n');
}
