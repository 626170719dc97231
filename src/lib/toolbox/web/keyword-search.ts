/** Grades results and makes queries by keywords, for engines with no model. */
import type { GradeByWords } from '../../agent/rag/grades.ts';
import type { Strategy } from '../../agent/frames/web-search.ts';
import { createAnswerJudge } from '../../pipeline/retrieval/answer-judge.ts';
import { getTokenKeys, tokenise } from '../../pipeline/retrieval/analyse.ts';
import { extractKeywords } from '../../pipeline/engines/keywords.ts';

const MIN_RELEVANT_SHARE = 0.5;
/** Texts are indexed by pairs of these, so a single one is matched as a substring. */
const SINGLE_CHAR_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const MAX_REASON_WORDS = 4;

/** Grades by the share of the need's keywords, in any inflection, above the floor of an answer. `language`: that of the need. */
export const createKeywordGrader =
  (language: string): GradeByWords =>
  ({ url, title, snippet }, need) => {
    const wanted = extractKeywords(need, language);
    const text = `${title} ${snippet}`.normalize('NFC');
    const textKeys = new Set(tokenise(text).flatMap((token) => getTokenKeys(token, language)));
    const common = wanted.filter(
      (word) =>
        (SINGLE_CHAR_WORD.test(word) && text.includes(word)) ||
        tokenise(word).some((token) => getTokenKeys(token, language).some((key) => textKeys.has(key))),
    );
    const share = wanted.length === 0 ? 0 : common.length / wanted.length;
    const isRelevant = share >= MIN_RELEVANT_SHARE && createAnswerJudge(need, language)([text]);
    const words = [...common.slice(0, MAX_REASON_WORDS), ...(common.length > MAX_REASON_WORDS ? ['…'] : [])].join(', ');
    return {
      url,
      relevance: isRelevant ? 'relevant' : 'not_relevant',
      confidence: Math.round(Math.abs(share - MIN_RELEVANT_SHARE) * 200) / 100,
      reason: `${String(common.length)} of ${String(wanted.length)} words${words === '' ? '' : ` (${words})`}`,
      by: 'rule',
    };
  };

interface KeywordQuery {
  readonly query: string;
  readonly strategy: Strategy;
}

/** Best first: fewer words (broader), then names and numbers with one more word (related). */
export function buildKeywordQueries(need: string, language: string): readonly KeywordQuery[] {
  const words = extractKeywords(need, language).slice(0, MAX_QUERY_WORDS);
  const names = words.filter((word, i) => /\p{N}/u.test(word) || (i > 0 && /^\p{Lu}/u.test(word)));
  const others = words.filter((word) => !names.includes(word));
  const broader = [words.slice(0, Math.ceil(words.length * 0.6)), words.slice(0, -1), words.slice(1)];
  const related = [
    [...names, ...selectLongest(others, 1)],
    selectLongest(words, 2),
    names,
    ...words.map((word) => [word]),
  ];
  const toQueries = (lists: readonly (readonly string[])[], strategy: Strategy): KeywordQuery[] =>
    lists.filter((list) => list.length > 0).map((list) => ({ query: list.join(' '), strategy }));
  return [...toQueries(broader, 'broader'), ...toQueries(related, 'related')];
}

export const MAX_QUERY_WORDS = 12;

function selectLongest(words: readonly string[], count: number): readonly string[] {
  const chosen = new Set([...words].sort((a, b) => b.length - a.length).slice(0, count));
  return words.filter((word) => chosen.has(word));
}
