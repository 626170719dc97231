/** The development questions of XQuAD, and one page of all their paragraphs. */
import { readFileSync } from 'node:fs';
import { DATA } from '../long-text.ts';

export interface Question {
  /** The same in all languages. */
  readonly id: string;
  readonly text: string;
  readonly answer: string;
  /** Where its paragraph stands in the page. */
  readonly start: number;
  readonly end: number;
}

interface QuestionSet {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly {
        readonly id: string;
        readonly question: string;
        readonly answers: readonly { readonly text: string }[];
      }[];
    }[];
  }[];
}

export const getQuestionFile = (language: string): URL => new URL(`qa-dev/xquad.${language}.json`, DATA);

function readQuestions(language: string): QuestionSet['data'] {
  return (JSON.parse(readFileSync(getQuestionFile(language), 'utf8')) as QuestionSet).data;
}

export const readArticles = (
  language: string,
): readonly (readonly { text: string; questions: readonly string[] }[])[] =>
  readQuestions(language).map(({ paragraphs }) =>
    paragraphs.map(({ context, qas }) => ({ text: context, questions: qas.map(({ question }) => question) })),
  );

/** One page of all paragraphs. */
export function pageOf(language: string): { page: string; questions: Question[] } {
  const questions: Question[] = [];
  let page = '';
  for (const { paragraphs } of readQuestions(language)) {
    for (const { context, qas } of paragraphs) {
      const place = { start: page.length, end: page.length + context.length };
      page += `${context}\n\n`;
      for (const { id, question, answers } of qas)
        questions.push({ id, text: question, answer: answers[0]?.text ?? '', ...place });
    }
  }
  return { page, questions };
}

export const holdsAnswer = (
  { start, end }: Pick<Question, 'start' | 'end'>,
  found: readonly ({ readonly start: number; readonly end: number } | undefined)[],
): boolean => found.some((passage) => passage !== undefined && passage.start < end && passage.end > start);

/** In percent. */
export const share = (values: readonly boolean[]): number =>
  Math.round((10_000 * values.filter(Boolean).length) / Math.max(1, values.length)) / 100;
