/** Answers with sentences quoted from the passages; fails if none shares enough words. */
import { createIndex, type PassageHit, type Searchable } from '../../pipeline/retrieval/bm25.ts';
import { parseBlocks } from '../../pipeline/text/blocks.ts';
import type { TimeSlicer } from '../../pipeline/text/time-slices.ts';
import type { DocumentPart, ModelFailure, ModelMessage } from '../model.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { Composition } from './compose.ts';
import { escapeMarkdown } from '../../pipeline/text/escape-markdown.ts';
import { formatTableHeader } from './block-lines.ts';
import { buildOutline, type Unit } from './outline.ts';

/** Most sentences; each must have at least this share of the best score. */
const MAX_QUOTES = 5;
const MIN_RELATIVE_SCORE = 0.5;
/** Least share of the question; lower for scripts matched in pairs. See docs/decisions/retrieval.md. */
const MIN_COVERAGE = 0.3;
const MIN_PAIR_COVERAGE = 0.2;
const PAIR_SCRIPTS = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/;
/** A question on the page is quoted with the sentence after it. */
const QUESTION_END = /[?？؟]["'”’»)]*$/u;

interface Quote extends Searchable {
  readonly from: number;
}

/** Returns no pieces when no sentence of the answer fits into `max` tokens. */
export async function composeAnswer(
  messages: readonly ModelMessage[],
  documents: readonly DocumentPart[],
  max: number,
  tokens: TokenCounter,
  turns: TimeSlicer,
): Promise<Composition | ModelFailure> {
  const question = findQuestion(messages);
  const language = documents[0]?.language ?? '';
  const passages = documents.map(({ text }, from): Quote => ({ text, path: [], from }));
  const hits = (await createIndex(passages, language)).search(question, passages.length);
  const needed = PAIR_SCRIPTS.test(question) ? MIN_PAIR_COVERAGE : MIN_COVERAGE;
  if (!hits.some(({ coverage }) => coverage >= needed)) return createNoAnswerFailure();
  const quotes = await collectQuotes(documents, turns);
  const matches = (await createIndex(quotes, language)).search(question, quotes.length);
  if (matches.length === 0) return createNoAnswerFailure();
  return composeList(rankQuotes(matches, hits), max, tokens, turns);
}

function findQuestion(messages: readonly ModelMessage[]): string {
  for (const { role, content } of [...messages].reverse()) {
    if (role !== 'user') continue;
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (text.trim() !== '') return text;
  }
  return '';
}

async function collectQuotes(documents: readonly DocumentPart[], turns: TimeSlicer): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  for (const [from, document] of documents.entries()) {
    const { units, sections } = await buildOutline([document], turns);
    let openQuestion = '';
    for (const { text, kind, section, block, order } of units) {
      if (kind === 'table') continue;
      const whole = openQuestion + text;
      const isOpenQuestion =
        openQuestion === '' && QUESTION_END.test(text) && isDirectlyFollowed(block, units[order + 1]);
      openQuestion = isOpenQuestion ? `${text} ` : '';
      if (isOpenQuestion) continue;
      const title = sections[section]?.title ?? '';
      quotes.push({ text: escapeMarkdown(whole), path: title === '' ? [] : [title], from });
    }
    for (const { kind, text } of parseBlocks(document.text)) {
      if (kind !== 'table') continue;
      for (const row of text.split('\n').slice(2)) {
        const cells = formatTableHeader(row);
        if (cells !== '') quotes.push({ text: escapeMarkdown(cells), path: [formatTableHeader(text)], from });
        await turns.yieldIfDue();
      }
    }
  }
  return quotes;
}

const isDirectlyFollowed = (block: number, next: Unit | undefined): boolean =>
  next !== undefined && next.kind !== 'table' && next.block <= block + 1;

function rankQuotes(matches: readonly PassageHit<Quote>[], hits: readonly PassageHit<Quote>[]): readonly Quote[] {
  const around = new Map(hits.map(({ passage, score }) => [passage.from, score / (hits[0]?.score ?? 1)]));
  const topScore = matches[0]?.score ?? 1;
  return matches
    .filter(({ score }) => score >= MIN_RELATIVE_SCORE * topScore)
    .map(({ passage, score }) => ({ passage, relevance: score / topScore + (around.get(passage.from) ?? 0) }))
    .sort((a, b) => b.relevance - a.relevance) // the sort is stable: ties stay in the page's order
    .map(({ passage }) => passage);
}

async function composeList(
  quotes: readonly Quote[],
  max: number,
  counter: TokenCounter,
  turns: TimeSlicer,
): Promise<Composition> {
  const seen = new Set<string>();
  let pieces: readonly string[] = [];
  let used = 0;
  for (const { text } of quotes) {
    if (pieces.length === MAX_QUOTES) break;
    await turns.yieldIfDue();
    if (seen.has(text)) continue;
    seen.add(text);
    const longer = [...pieces, `${pieces.length === 0 ? '' : '\n'}- ${text}`];
    const tokens = await counter.count(longer.join(''));
    if (tokens <= max) [pieces, used] = [longer, tokens];
  }
  return { pieces, tokens: used };
}

function createNoAnswerFailure(): ModelFailure {
  return {
    code: 'answer.nothing',
    message: 'The page says nothing about this that word matching could find.',
    hint: 'Ask with words that stand on the page, or choose a language model in Settings.',
    retryable: false,
  };
}
