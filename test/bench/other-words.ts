/**
 * Questions in other words, or in another language than the page: how often the five best passages hold the answer, alone
 * and with other queries. A translator is played by the same question in the page's language, a model by queries written by
 * hand. The one rule: other queries count only where the product would ask for them.
 */
import { createPassageSearch } from '../../src/lib/toolbox/page/passage-search.ts';
import { splitIntoPassages } from '../../src/lib/pipeline/text/passages.ts';
import { PARAPHRASED } from '../kit/paraphrased-questions.ts';
import type { Figure } from './figure.ts';
import { holdsAnswer, pageOf, share, type Question } from './question-pages.ts';

interface Asked extends Pick<Question, 'start' | 'end'> {
  readonly query: string;
  readonly others: readonly string[];
}

async function measure(name: string, language: string, asked: readonly Asked[], aim?: number): Promise<Figure[]> {
  const { page } = pageOf(language);
  const places = new Map(splitIntoPassages(page, language).map((passage) => [passage.id, passage]));
  const search = await createPassageSearch([{ text: page, language }], new AbortController().signal);
  const isFound = (question: Asked, queries: readonly string[]): boolean =>
    holdsAnswer(
      question,
      (search.find(queries, 5)?.ids ?? []).map((id) => places.get(id)),
    );
  const weak = asked.map(({ query }) => !search.mayAnswer(query));
  const alone = asked.map((question) => isFound(question, [question.query]));
  const helped = asked.map((question, nth) =>
    weak[nth] === true ? isFound(question, [question.query, ...question.others]) : alone[nth] === true,
  );
  const title = `retrieval, recall@5, ${name}, ${String(asked.length)} questions`;
  return [
    { name: `${title}: alone`, value: share(alone), unit: '%' },
    {
      name: `${title}: with other queries`,
      value: share(helped),
      unit: '%',
      ...(aim !== undefined && { against: { name: 'aim', value: aim } }),
    },
    { name: `${title}: other queries asked for`, value: share(weak), unit: '%' },
  ];
}

/** Questions in one language to the page in another, or in the same: then other queries are asked for in vain. */
function measureTranslated(from: string, into: string): Promise<Figure[]> {
  const texts = new Map(pageOf(from).questions.map(({ id, text }) => [id, text]));
  const asked = pageOf(into).questions.map(({ id, text, start, end }) => ({
    ...{ start, end, query: texts.get(id) ?? '' },
    others: [text],
  }));
  return measure(`${from} asked of a page in ${into}`, into, asked, from === into ? undefined : 90);
}

async function measureParaphrased(): Promise<Figure[]> {
  const byId = new Map(pageOf('en').questions.map((question) => [question.id, question]));
  const asked = PARAPHRASED.flatMap(({ id, ...question }): Asked[] => {
    const place = byId.get(id);
    return place ? [{ ...place, ...question }] : [];
  });
  return measure('in other words', 'en', asked, 75);
}

export async function otherWordsBench(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [from, into] of [
    ['de', 'en'],
    ['zh', 'en'],
    ['en', 'de'],
    ['en', 'zh'],
    ['en', 'en'],
    ['de', 'de'],
    ['zh', 'zh'],
  ] as const)
    figures.push(...(await measureTranslated(from, into)));
  return [...figures, ...(await measureParaphrased())];
}
