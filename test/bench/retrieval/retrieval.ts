/**
 * Passages of a page: how often the five best hold the answer, how often an answer without a model quotes it, how often it
 * says that there is none, and the time to read 1 MB. The one rule: MiniSearch is given the same passages. recall@5: all paragraphs of a question set as
 * one page; a hit is a passage that shares text with the paragraph that holds the answer.
 */
import { existsSync } from 'node:fs';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import type { DocumentPart } from '../../../src/lib/models/model.ts';
import { createAnswerJudge } from '../../../src/lib/pipeline/retrieval/answer-judge.ts';
import { createIndex } from '../../../src/lib/pipeline/retrieval/bm25.ts';
import { type Passage, splitIntoPassagesAsync, splitIntoPassages } from '../../../src/lib/pipeline/text/passages.ts';
import { counterOf } from '../../kit/base/counter.ts';
import { chanceOf } from '../../kit/screens/chance.ts';
import { SEED } from '../../kit/base/seed.ts';
import { type Figure, median } from '../figure.ts';
import { longText } from '../long-text.ts';
import { otherWordsBench } from './other-words.ts';
import { getQuestionFile, holdsAnswer, pageOf, readArticles, share } from './question-pages.ts';
import { watched } from '../watched.ts';

const PEER = new URL('../node_modules/minisearch/package.json', import.meta.url);

type Peer = (texts: readonly { readonly text: string }[]) => (query: string) => readonly number[];

async function recall(language: string, peer: Peer | undefined): Promise<readonly Figure[]> {
  const { page, questions } = pageOf(language);
  const passages = splitIntoPassages(page);
  const index = await createIndex(passages, language);
  const theirs = peer?.(passages);
  const five = questions.map((question) =>
    holdsAnswer(
      question,
      index.search(question.text, 5).map(({ passage }) => passage),
    ),
  );
  const other = questions.map(
    (question) =>
      theirs !== undefined &&
      holdsAnswer(
        question,
        theirs(question.text)
          .slice(0, 5)
          .map((at) => passages[at]),
      ),
  );
  const name = `retrieval, recall@5, ${language}, ${questions.length} questions`;
  const aim = { name: 'aim', value: language === 'de' ? 96 : 98 };
  return [
    { name, value: share(five), unit: '%', against: aim },
    ...(theirs ? [{ name, value: share(five), unit: '%', against: { name: 'MiniSearch', value: share(other) } }] : []),
  ];
}

const model = createExtractiveModel(counterOf((text) => Math.ceil(text.length / 4)));

/** What the extractive engine says to a question from these passages. */
async function answerOf(question: string, passages: readonly Passage[], language: string): Promise<string> {
  const documents = passages.map(({ text }): DocumentPart => ({
    type: 'document',
    title: '',
    url: '',
    language,
    text,
  }));
  const messages = [{ role: 'user' as const, content: [...documents, { type: 'text' as const, text: question }] }];
  let said = '';
  for await (const event of model.stream(
    { task: 'answer', maxOutputTokens: 1000, messages },
    new AbortController().signal,
  ))
    if (event.type === 'text') said += event.text;
  return said;
}

const chance = chanceOf(SEED);

/** Every fourth question, from another one each time. */
const sample = <T>(all: readonly T[]): readonly T[] => {
  const first = chance.number(0, 3);
  return all.filter((_, index) => index % 4 === first);
};

async function quoting(language: string): Promise<readonly Figure[]> {
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const { page, questions } = pageOf(language);
  const index = await createIndex(splitIntoPassages(page), language);
  const quoted: boolean[] = [];
  for (const question of sample(questions)) {
    const passages = index.search(question.text, 5).map(({ passage }) => passage);
    quoted.push(bare(await answerOf(question.text, passages, language)).includes(bare(question.answer)));
  }
  return [{ name: `answer without a model, ${language}: quotes the answer`, value: share(quoted), unit: '%' }];
}

/** Paragraphs of a page: one, an article, four articles. */
const PAGE_SIZES = [1, 5, 20] as const;

/** Whether the judge takes a page for one that answers: its own questions, and those of other articles and paragraphs. */
async function admitting(language: string): Promise<readonly Figure[]> {
  const articles = readArticles(language);
  const listParagraphs = (article: number): readonly string[] => articles[article]?.map(({ text }) => text) ?? [];
  const pickOther = (article: number): number => (article + chance.number(1, articles.length - 1)) % articles.length;
  const refused = PAGE_SIZES.map((): boolean[] => []);
  const answered = PAGE_SIZES.map((): boolean[] => []);
  const neighbours: boolean[] = [];
  const all = articles.flatMap((paragraphs, article) =>
    paragraphs.flatMap(({ questions }, at) => questions.map((question) => ({ question, article, at }))),
  );
  for (const { question, article, at } of sample(all)) {
    const others = [0, 1, 2, 3].map(() => listParagraphs(pickOther(article)));
    const own = listParagraphs(article);
    const mayAnswer = async (paragraphs: readonly string[]): Promise<boolean> => {
      const index = await createIndex(splitIntoPassages(paragraphs.join('\n\n')), language);
      const found = index.search(question, 5).map(({ passage }) => passage.text);
      return createAnswerJudge(question, language)(found);
    };
    for (const [nth, size] of PAGE_SIZES.entries()) {
      const context = size === 20 ? others.slice(1).flat() : [];
      refused[nth]?.push(!(await mayAnswer(size === 1 ? own.slice(at, at + 1) : [...own, ...context])));
      answered[nth]?.push(
        await mayAnswer(
          size === 1 ? (others[0] ?? []).slice(at, at + 1) : size === 5 ? (others[0] ?? []) : others.flat(),
        ),
      );
    }
    neighbours.push(await mayAnswer(own.filter((_, index) => index !== at)));
  }
  const name = `answer without a model, ${language}`;
  const against = { name: 'at most', value: 5 };
  return [
    ...PAGE_SIZES.flatMap((size, nth) => [
      {
        name: `${name}, page of ${size} paragraphs: refused though it answers`,
        value: share(refused[nth] ?? []),
        unit: '%',
        against,
      },
      {
        name: `${name}, page of ${size} paragraphs on other matters: answered`,
        value: share(answered[nth] ?? []),
        unit: '%',
        against,
      },
    ]),
    { name: `${name}: answered from the article's other paragraphs`, value: share(neighbours), unit: '%' },
  ];
}

/** What a page seldom says of a thing that it names. */
const ASPECTS = 'capital population president currency price language mayor anthem zodiac salary'.split(' ');

/** Short questions for what no word of an article says about a name that it has: "What is the capital of Tesla?" */
function asking(): readonly Figure[] {
  const answered = readArticles('en').flatMap((paragraphs) => {
    const texts = paragraphs.map(({ text }) => text);
    const page = texts.join('\n').toLowerCase();
    const names = [...new Set(texts.join('\n').match(/(?<=[a-z,] )[A-Z][a-z]{3,}(?: [A-Z][a-z]{3,})?/g) ?? [])];
    return names
      .slice(0, 20)
      .flatMap((name) =>
        ASPECTS.filter((aspect) => !page.includes(aspect.slice(0, 5))).map((aspect) =>
          createAnswerJudge(`What is the ${aspect} of ${name}?`, 'en')(texts),
        ),
      );
  });
  const name = `answer without a model, en, ${answered.length} short questions on a name of the page: answered`;
  return [{ name, value: share(answered), unit: '%', against: { name: 'at most', value: 5 } }];
}

async function times(peer: Peer | undefined): Promise<readonly Figure[]> {
  const page = longText(1_000_000);
  const passages = splitIntoPassages(page);
  const index = await createIndex(passages, 'en');
  const [reading, indexing, theirs, asking, held]: [number[], number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  for (let round = 0; round < 9; round += 1) {
    const read = await watched(() => splitIntoPassagesAsync(page));
    const made = await watched(() => createIndex(passages, 'en'));
    const asked = await watched(() => Promise.resolve(index.search('How long does it take to reach the museum?', 5)));
    const other = peer ? await watched(() => Promise.resolve(peer(passages))) : undefined;
    if (round < 2) continue; // these compile
    reading.push(read.took);
    indexing.push(made.took);
    asking.push(asked.took);
    held.push(Math.max(read.held, made.held));
    if (other) theirs.push(other.took);
  }
  const name = `retrieval, index of 1 MB, ${passages.length} passages`;
  return [
    {
      name,
      value: median(indexing),
      unit: 'ms',
      ...(theirs.length > 0 && { against: { name: 'MiniSearch', value: median(theirs) } }),
    },
    { name: 'retrieval, passages of 1 MB', value: median(reading), unit: 'ms' },
    {
      name: 'retrieval, longest hold of all rounds, passages and index of 1 MB',
      value: Math.max(...held),
      unit: 'ms',
      against: { name: 'aim', value: 50 },
    },
    { name: 'retrieval, one question to 1 MB', value: median(asking), unit: 'ms' },
  ];
}

export async function retrievalBench(): Promise<Figure[]> {
  const peer = existsSync(PEER) ? (await import('./peer-minisearch.ts')).miniSearch : undefined;
  const figures: Figure[] = [{ name: 'retrieval: the seed (KL_SEED repeats it)', value: SEED, unit: '' }];
  for (const language of ['en', 'de', 'zh'])
    if (existsSync(getQuestionFile(language)))
      figures.push(...(await recall(language, peer)), ...(await quoting(language)), ...(await admitting(language)));
  if (existsSync(getQuestionFile('en'))) figures.push(...asking(), ...(await otherWordsBench()));
  return [...figures, ...(await times(peer))];
}
