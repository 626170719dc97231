/** Looks up the passages that match queries. Deterministic. */
import { ToolError } from '../../agent/tool-calls/index.ts';
import { createIndex } from '../../pipeline/retrieval/bm25.ts';
import { splitIntoPassagesAsync, type Passage } from '../../pipeline/text/passages.ts';
import { formatPassageRef } from '../sources.ts';
import { createKeywordGrader } from '../web/keyword-search.ts';

export const DEFAULT_PASSAGES = 5;

export interface SearchableText {
  /** Markdown. */
  readonly text: string;
  /** BCP 47, or ''. */
  readonly language: string;
}

export interface FoundPassages {
  /** Best first, each below its ref and headings. */
  readonly text: string;
  readonly ids: readonly string[];
  /** Character span of each passage in `text`, without the line above it. */
  readonly spans: readonly (readonly [number, number])[];
  readonly from: readonly number[];
}

export interface PassageSearch {
  /** At most `limit`, best first; null if none contains a word of a query. Several are one: that beats fusing their ranks. */
  readonly find: (queries: readonly string[], limit: number) => FoundPassages | null;
  /** Whether one of the best passages has enough of a question's words. */
  readonly mayAnswer: (question: string) => boolean;
}

interface SourcedPassage extends Passage {
  readonly from: number;
}

export async function createPassageSearch(
  texts: readonly SearchableText[],
  signal: AbortSignal,
): Promise<PassageSearch> {
  const all: SourcedPassage[] = [];
  for (const [from, { text, language }] of texts.entries())
    for (const passage of await splitIntoPassagesAsync(text, language, signal))
      all.push({ ...passage, text: passage.shown, from });
  // one index over all texts makes scores comparable
  const language = texts[0]?.language ?? '';
  const index = await createIndex(all, language, signal);
  const grade = createKeywordGrader(language);
  return {
    find(queries, limit) {
      const hits = index.search(queries.join('\n'), limit).map(({ passage }) => passage);
      return hits.length === 0 ? null : joinPassages(hits);
    },
    mayAnswer: (question) =>
      index.search(question, DEFAULT_PASSAGES).some(({ passage: { text, path } }) => {
        const graded = grade({ url: '', title: path.join(' '), snippet: text }, question);
        return graded.relevance === 'relevant';
      }),
  };
}

export async function getFirstPassages(
  texts: readonly SearchableText[],
  limit: number,
  signal: AbortSignal,
): Promise<FoundPassages> {
  const all: SourcedPassage[] = [];
  for (const [from, { text, language }] of texts.entries()) {
    const [first] = await splitIntoPassagesAsync(text, language, signal);
    if (first) all.push({ ...first, text: first.shown, from });
  }
  return joinPassages(all.slice(0, limit));
}

function joinPassages(passages: readonly SourcedPassage[]): FoundPassages {
  let text = '';
  const spans = passages.map((passage): [number, number] => {
    const heading = `[${formatPassageRef(passage, passage.from)}] ${passage.path.join(' › ')}`.trimEnd();
    text += `${text === '' ? '' : '\n\n'}${heading}\n`;
    const start = text.length;
    text += passage.text;
    return [start, text.length];
  });
  return {
    text,
    spans,
    ids: passages.map((passage) => formatPassageRef(passage, passage.from)),
    from: passages.map(({ from }) => from),
  };
}

/** Retryable with other words. */
export function createNotFoundError(query: string, where: string, advice: string): ToolError {
  const message = `No passage of ${where} has words of “${query.slice(0, 80)}”.`;
  return new ToolError({ code: 'tool.nothing-found', message, hint: NOT_FOUND_HINT }, true, advice);
}

const NOT_FOUND_HINT = 'Ask in other words, or in the language of the page.';
