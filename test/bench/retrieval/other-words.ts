/**
 * Questions in other words, or in another language than the page: how often the five best passages hold the answer, alone
 * and with other queries. A translator is played by the same question in the page's language, a model by queries written by
 * hand. The one rule: other queries count only where the product would ask for them.
 */
import { createPassageSearch } from '../../../src/lib/toolbox/page/passage-search.ts';
import { splitIntoPassages } from '../../../src/lib/pipeline/text/passages.ts';
import { HELD_OUT_PARAPHRASES } from '../../kit/retrieval/held-out-paraphrases.ts';
import { type ParaphrasedQuestion, PARAPHRASED } from '../../kit/retrieval/paraphrased-questions.ts';
import { readTranslatedQuestions, TRANSLATED_INTO } from '../../kit/retrieval/translated-questions.ts';
import type { Figure } from '../figure.ts';
import { holdsAnswer, pageOf, share, type Question } from './question-pages.ts';

interface Asked extends Pick<Question, 'start' | 'end'> {
  readonly query: string;
  readonly others: readonly string[];
}

interface Aims {
  readonly alone?: number;
  readonly helped?: number;
}

/** Without a model, words of the same script are at least cognates and names. */
const ALONE_IN_SAME_SCRIPT = 60;
const TRANSLATED = 90;

const against = (aim: number | undefined): Pick<Figure, 'against'> =>
  aim === undefined ? {} : { against: { name: 'aim', value: aim } };

async function measure(name: string, language: string, asked: readonly Asked[], aims: Aims): Promise<Figure[]> {
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
    { name: `${title}: alone`, value: share(alone), unit: '%', ...against(aims.alone) },
    { name: `${title}: with other queries`, value: share(helped), unit: '%', ...against(aims.helped) },
    { name: `${title}: other queries asked for`, value: share(weak), unit: '%' },
  ];
}

const readTexts = (language: string): ReadonlyMap<string, string> =>
  new Map(pageOf(language).questions.map(({ id, text }) => [id, text]));

/** Questions in one language to the page in another, or in the same: then other queries are asked for in vain. */
function measureTranslated(from: string, into: string, texts: ReadonlyMap<string, string>): Promise<Figure[]> {
  const asked = pageOf(into).questions.flatMap(({ id, text, start, end }): Asked[] => {
    const query = texts.get(id);
    return query === undefined ? [] : [{ query, start, end, others: [text] }];
  });
  const isOfSameScript = into === 'en' && (from === 'de' || from === 'es');
  return measure(`${from} asked of a page in ${into}`, into, asked, {
    ...(from !== into && { helped: TRANSLATED }),
    ...(isOfSameScript && { alone: ALONE_IN_SAME_SCRIPT }),
  });
}

async function measureParaphrased(
  name: string,
  paraphrased: readonly ParaphrasedQuestion[],
  aims: Aims = {},
): Promise<Figure[]> {
  const byId = new Map(pageOf('en').questions.map((question) => [question.id, question]));
  const asked = paraphrased.flatMap(({ id, ...question }): Asked[] => {
    const place = byId.get(id);
    return place ? [{ ...place, ...question }] : [];
  });
  return measure(name, 'en', asked, aims);
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
    figures.push(...(await measureTranslated(from, into, readTexts(from))));
  for (const from of TRANSLATED_INTO)
    figures.push(...(await measureTranslated(from, 'en', readTranslatedQuestions(from))));
  return [
    ...figures,
    ...(await measureParaphrased('in other words', [...PARAPHRASED, ...HELD_OUT_PARAPHRASES])),
    ...(await measureParaphrased('in other words, never tuned on', HELD_OUT_PARAPHRASES, { helped: 75 })),
  ];
}
