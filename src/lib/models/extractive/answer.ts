/** Answers with sentences quoted from the passages; says that there is no answer if none has enough of the question. */
import { extractKeywords } from '../../pipeline/engines/keywords.ts';
import { createIndex, type PassageHit, type Searchable } from '../../pipeline/retrieval/bm25.ts';
import { parseBlocks } from '../../pipeline/text/blocks.ts';
import { createAnswerJudge } from '../../pipeline/retrieval/answer-judge.ts';
import { createTimeSlicer, type TimeSlicer } from '../../pipeline/text/time-slices.ts';
import type { DocumentPart, ModelMessage } from '../model.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { Composition } from './compose.ts';
import { countWords } from '../../pipeline/text/terms.ts';
import { escapeMarkdown } from '../../pipeline/text/escape-markdown.ts';
import { createKindFilter } from './asked-kind.ts';
import { formatTableHeader } from './block-lines.ts';
import { buildOutline, type Unit } from './outline.ts';

/** Most sentences; each must have at least this share of the best score. */
const MAX_QUOTES = 5;
const MIN_RELATIVE_SCORE = 0.5;
/** Share of the best score that the best sentence of the asked kind must have: a weaker one says something else. */
const MIN_FITTING_SCORE = 0.4;
/** Most sentences that come closest, shown if there is no answer. */
const MAX_NEAREST = 3;
const NO_ANSWER = 'The page doesn’t say.';
const NO_ANSWERS = 'These pages don’t say.';
export const isNoAnswer = (text: string): boolean => text === NO_ANSWER || text === NO_ANSWERS;
/** A question on the page is quoted with the sentence after it, as is a line that leads on to it. */
const OPEN_END = /[?？؟:：]["'”’»)]*$/u;
/** A sentence, which a label stands above and is no part of. */
const STOPPED = /[.!?…。！？।]["'”’»)]*$/u;
/** A longer list is quoted without its items. */
const MAX_ITEMS = 8;

interface Quote extends Searchable {
  readonly from: number;
}

/** Returns no pieces when nothing fits into `max` tokens. */
export async function composeAnswer(
  messages: readonly ModelMessage[],
  documents: readonly DocumentPart[],
  max: number,
  tokens: TokenCounter,
  turns: TimeSlicer,
): Promise<Composition> {
  const question = findQuestion(messages);
  const language = documents[0]?.language ?? '';
  const mayAnswer = createAnswerJudge(question, language);
  const mayBeSaid = createKindFilter(question, language);
  const quotes = mayAnswer(documents.map(({ text }) => text))
    ? await findQuotes(question, documents, turns, mayBeSaid)
    : [];
  return quotes.length > 0 ? composeList(quotes, max, tokens, turns) : composeNoAnswer(documents, max, tokens);
}

/** Markdown, '' for none. */
export async function composeNearest(question: string, documents: readonly DocumentPart[]): Promise<string> {
  const turns = createTimeSlicer();
  const keywords = extractKeywords(question, '').join(' ');
  const named = await findQuotes(keywords, documents, turns);
  const quotes = named.length > 0 ? named : await findQuotes(question, documents, turns);
  return [...new Set(quotes.map(({ text }) => `- ${text}`))].slice(0, MAX_NEAREST).join('\n');
}

async function composeNoAnswer(
  documents: readonly DocumentPart[],
  max: number,
  counter: TokenCounter,
): Promise<Composition> {
  const text = new Set(documents.map(({ url }) => url)).size > 1 ? NO_ANSWERS : NO_ANSWER;
  const tokens = await counter.count(text);
  return tokens <= max ? { pieces: [text], tokens } : { pieces: [], tokens: 0 };
}

/** Best first. */
async function findQuotes(
  question: string,
  documents: readonly DocumentPart[],
  turns: TimeSlicer,
  mayBeSaid: (quote: Searchable) => boolean = () => true,
): Promise<readonly Quote[]> {
  const language = documents[0]?.language ?? '';
  const passages = documents.map(({ text }, from): Quote => ({ text, path: [], from }));
  const hits = (await createIndex(passages, language)).search(question, passages.length);
  const quotes = await collectQuotes(documents, turns);
  const matches = (await createIndex(quotes, language)).search(question, quotes.length);
  return rankQuotes(matches, hits, mayBeSaid);
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
    let opening = '';
    let label = '';
    for (const unit of units) {
      const { text, kind, section, block, order } = unit;
      if (kind === 'table') continue;
      const whole = [opening + text, ...listItemsBelow(unit, units)].join(' ');
      const next = units[order + 1];
      const isOpen = opening === '' && whole === text && leadsOn(unit) && isDirectlyFollowed(block, next);
      const isAbove = isOpen && !OPEN_END.test(text) && STOPPED.test(next?.text ?? '');
      opening = isOpen && !isAbove ? `${text} ` : '';
      const path = [sections[section]?.title ?? '', label].filter((title) => title !== '');
      label = isAbove ? text : '';
      if (isOpen) continue;
      quotes.push({ text: escapeMarkdown(whole), path, from });
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

const leadsOn = ({ text, kind }: Unit): boolean =>
  OPEN_END.test(text) || (kind === 'label' && countWords(text) <= LABEL_WORDS);

/** Words of a line that may be the name of what the next line says. */
const LABEL_WORDS = 3;

/** "You need to bring:" without its items says nothing. */
function listItemsBelow({ text, block, order, kind }: Unit, units: readonly Unit[]): readonly string[] {
  if (!/[:：]$/u.test(text) || kind === 'item') return [];
  const rest = units.slice(order + 1, order + 1 + MAX_ITEMS);
  const end = rest.findIndex((unit) => unit.block !== block + 1 || unit.kind !== 'item');
  return rest.slice(0, end === -1 ? MAX_ITEMS : end).map((item, at) => (at === 0 ? item.text : `· ${item.text}`));
}

const isDirectlyFollowed = (block: number, next: Unit | undefined): boolean =>
  next !== undefined && next.kind !== 'table' && next.block <= block + 1;

function rankQuotes(
  matches: readonly PassageHit<Quote>[],
  hits: readonly PassageHit<Quote>[],
  mayBeSaid: (quote: Searchable) => boolean,
): readonly Quote[] {
  const around = new Map(hits.map(({ passage, score }) => [passage.from, score / (hits[0]?.score ?? 1)]));
  const fitting = matches.filter(({ passage }) => mayBeSaid(passage));
  const topScore = fitting[0]?.score ?? 0;
  if (topScore < MIN_FITTING_SCORE * (matches[0]?.score ?? 1)) return [];
  return fitting
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
