/**
 * A question and passages → the sentences that best bear on it, as a list. The one rule: every point is the page's own
 * sentence, whole; where no passage has enough of the question's words, it says that instead of quoting something.
 */
import { createIndex, type Hit, type Searchable } from '../../pipeline/search/index.ts';
import { blocksOf } from '../../pipeline/text/blocks.ts';
import type { Slices } from '../../pipeline/text/slice.ts';
import type { DocumentPart, ModelFailure, ModelMessage } from '../model.ts';
import type { TokenCounter } from '../tokens.ts';
import type { Composition } from './compose.ts';
import { escapeMarkdown } from '../../pipeline/text/plain.ts';
import { outlineOf, type Unit } from './outline.ts';
import { tableHeader } from './shapes.ts';

/** So many sentences at most, none of which shares less than half as much with the question as the best. */
const MOST = 5;
const GOOD = 0.5;
/**
 * The share of the question that one passage must have; of a question in pairs of characters less, for every second
 * pair lies across two words. docs/decisions/retrieval.md says what the bounds cost and what they spare.
 */
const NEEDED = 0.3;
const NEEDED_PAIRS = 0.2;
const PAIRS = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/;
/** A question on the page answers nothing alone: it is quoted with the sentence right after it. */
const ASKING = /[?？؟]["'”’»)]*$/u;

interface Quote extends Searchable {
  /** Index of its document. */
  readonly from: number;
}

/** No pieces when there is an answer, but none of its sentences fits into `max` tokens. */
export async function answerFrom(
  messages: readonly ModelMessage[],
  documents: readonly DocumentPart[],
  max: number,
  tokens: TokenCounter,
  turns: Slices,
): Promise<Composition | ModelFailure> {
  const question = questionOf(messages);
  const language = documents[0]?.language ?? '';
  const passages = documents.map(({ text }, from): Quote => ({ text, path: [], from }));
  const hits = (await createIndex(passages, language)).search(question, passages.length);
  const needed = PAIRS.test(question) ? NEEDED_PAIRS : NEEDED;
  if (!hits.some(({ coverage }) => coverage >= needed)) return nothing();
  const quotes = await quotesOf(documents, turns);
  const found = (await createIndex(quotes, language)).search(question, quotes.length);
  if (found.length === 0) return nothing();
  return listed(ranked(found, hits), max, tokens, turns);
}

/** The text of the last message of the user that has any. */
function questionOf(messages: readonly ModelMessage[]): string {
  for (const { role, content } of [...messages].reverse()) {
    if (role !== 'user') continue;
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (text.trim() !== '') return text;
  }
  return '';
}

/** Sentences, items and labels, each under its heading; of tables, the rows. As Markdown that shows their words. */
async function quotesOf(documents: readonly DocumentPart[], turns: Slices): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  for (const [from, document] of documents.entries()) {
    const { units, sections } = await outlineOf([document], turns);
    let asked = '';
    for (const { text, kind, section, block, order } of units) {
      if (kind === 'table') continue;
      const whole = asked + text;
      const goes = asked === '' && ASKING.test(text) && saysNext(block, units[order + 1]);
      asked = goes ? `${text} ` : '';
      if (goes) continue;
      const title = sections[section]?.title ?? '';
      quotes.push({ text: escapeMarkdown(whole), path: title === '' ? [] : [title], from });
    }
    for (const { kind, text } of blocksOf(document.text)) {
      if (kind !== 'table') continue;
      for (const row of text.split('\n').slice(2)) {
        const cells = tableHeader(row);
        if (cells !== '') quotes.push({ text: escapeMarkdown(cells), path: [tableHeader(text)], from });
        await turns.turn();
      }
    }
  }
  return quotes;
}

/** Whether a unit follows on a block of words with nothing between: no code, no heading, no line across the page. */
const saysNext = (block: number, next: Unit | undefined): boolean =>
  next !== undefined && next.kind !== 'table' && next.block <= block + 1;

/** By how much a sentence and the passage around it share with the question, in equal parts. The best first. */
function ranked(found: readonly Hit<Quote>[], hits: readonly Hit<Quote>[]): readonly Quote[] {
  const around = new Map(hits.map(({ passage, score }) => [passage.from, score / (hits[0]?.score ?? 1)]));
  const most = found[0]?.score ?? 1;
  return found
    .filter(({ score }) => score >= GOOD * most)
    .map(({ passage, score }) => ({ passage, worth: score / most + (around.get(passage.from) ?? 0) }))
    .sort((a, b) => b.worth - a.worth) // stable: ties stay in the page's order
    .map(({ passage }) => passage);
}

/** As many as fit, the first ones first; what is said twice is shown once. */
async function listed(
  quotes: readonly Quote[],
  max: number,
  counter: TokenCounter,
  turns: Slices,
): Promise<Composition> {
  const said = new Set<string>();
  let pieces: readonly string[] = [];
  let used = 0;
  for (const { text } of quotes) {
    if (pieces.length === MOST) break;
    await turns.turn();
    if (said.has(text)) continue;
    said.add(text);
    const longer = [...pieces, `${pieces.length === 0 ? '' : '\n'}- ${text}`];
    const tokens = await counter.count(longer.join(''));
    if (tokens <= max) [pieces, used] = [longer, tokens];
  }
  return { pieces, tokens: used };
}

function nothing(): ModelFailure {
  return {
    code: 'answer.nothing',
    message: 'The page says nothing about this that word matching could find.',
    cure: 'Ask with words that stand on the page, or choose a language model in Settings.',
    retryable: false,
  };
}
