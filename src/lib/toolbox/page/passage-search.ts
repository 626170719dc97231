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
  /** Said above its passages, if they do not stand in the page itself. */
  readonly place?: string;
}

export interface FoundPassages {
  /** Best first, each below its ref and headings. */
  readonly text: string;
  readonly ids: readonly string[];
  /** Character span of each passage in `text`, without the line above it. */
  readonly spans: readonly (readonly [number, number])[];
  readonly from: readonly number[];
}

interface AlsoFound {
  /** What else was found, best first; both ranks count the same. */
  readonly near?: readonly SourcedPassage[];
  /** Tells the texts, by index, that come first; the beginning of them if they contain no word of a query. */
  readonly isMeant?: (from: number) => boolean;
}

export interface PassageSearch {
  /**
   * At most `limit`, best first; null if none contains a word of a query. Several are one: that beats fusing their ranks.
   */
  readonly find: (queries: readonly string[], limit: number, also?: AlsoFound) => FoundPassages | null;
  /** Whether one of the best passages has enough of a question's words. */
  readonly mayAnswer: (question: string) => boolean;
  /** At most that many, in page order: those that contain words of the question first, then some from everywhere. */
  readonly sample: (question: string, most: number) => readonly SourcedPassage[];
  /** Texts that were blank so far, at the same indexes. */
  readonly add: (texts: readonly SearchableText[]) => Promise<void>;
}

export interface SourcedPassage extends Passage {
  readonly from: number;
  readonly place?: string;
}

export async function createPassageSearch(
  texts: readonly SearchableText[],
  signal: AbortSignal,
): Promise<PassageSearch> {
  const all = [...(await splitTexts(texts, signal))];
  // one index over all texts makes scores comparable
  const language = texts[0]?.language ?? '';
  const index = await createIndex(all, language, signal);
  const grade = createKeywordGrader(language);
  return {
    async add(more) {
      const added = await splitTexts(more, signal);
      all.push(...added);
      await index.add(added);
    },
    find(queries, limit, { near = [], isMeant } = {}) {
      const depth = isMeant ? all.length : near.length > 0 ? Math.max(limit, FUSED_DEPTH) : limit;
      const hits = index.search(queries.join('\n'), depth).map(({ passage }) => passage);
      const ranked = near.length > 0 ? fuseRanks(hits, near) : hits;
      const found = isMeant ? putFirst(ranked, all, limit, ({ from }) => isMeant(from)) : ranked.slice(0, limit);
      return found.length === 0 ? null : joinPassages(found);
    },
    mayAnswer: (question) =>
      index.search(question, DEFAULT_PASSAGES).some(({ passage: { text, path } }) => {
        const graded = grade({ url: '', title: path.join(' '), snippet: text }, question);
        return graded.relevance === 'relevant';
      }),
    sample(question, most) {
      if (all.length <= most) return all;
      const chosen = new Set(index.search(question, most / 2).map(({ passage }) => passage));
      const others = all.filter((passage) => !chosen.has(passage));
      const room = most - chosen.size;
      for (let at = 0; at < room; at += 1) {
        const other = others[Math.floor((at * others.length) / room)];
        if (other) chosen.add(other);
      }
      return all.filter((passage) => chosen.has(passage));
    },
  };
}

/** How many best ones of each ranking count. */
const FUSED_DEPTH = 20;
/** Low, so that a first place in one ranking is not outdone by late ones in both: those of a short page have the same passages. */
const RANK_OFFSET = 1;

/** Each once, best first. Equal ones in the order of the lists. */
export function fuseRanks<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const scores = new Map<T, number>();
  for (const list of lists)
    for (const [rank, item] of list.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (RANK_OFFSET + rank + 1));
  return [...scores].sort(([, a], [, b]) => b - a).map(([item]) => item);
}

export async function splitTexts(
  texts: readonly SearchableText[],
  signal: AbortSignal,
): Promise<readonly SourcedPassage[]> {
  const all: SourcedPassage[] = [];
  for (const [from, { text, language, place }] of texts.entries())
    for (const passage of await splitIntoPassagesAsync(text, language, signal))
      all.push({ ...passage, text: passage.shown, from, ...(place !== undefined && { place }) });
  return all;
}

/** Up to half of the places go to the others. */
function putFirst(
  hits: readonly SourcedPassage[],
  all: readonly SourcedPassage[],
  limit: number,
  isMeant: (passage: SourcedPassage) => boolean,
): readonly SourcedPassage[] {
  const others = hits.filter((hit) => !isMeant(hit));
  const named = hits.filter(isMeant);
  const meant = named.length > 0 ? named : all.filter(isMeant);
  const places = limit - Math.min(others.length, Math.floor(limit / 2));
  return [...meant.slice(0, places), ...others].slice(0, limit);
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

export function joinPassages(passages: readonly SourcedPassage[]): FoundPassages {
  let text = '';
  const spans = passages.map((passage): [number, number] => {
    const where = [...(passage.place === undefined ? [] : [passage.place]), ...passage.path];
    const heading = `[${formatPassageRef(passage, passage.from)}] ${where.join(' › ')}`.trimEnd();
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
