/**
 * Runs → those that fit a query, the best first, each with the words that fit. The one rule: what was not given to it is never
 * found, whatever was searched before: nothing is kept from one search to the next.
 */
import { oneLine } from '../base/one-line.ts';
import { createIndex, sieve, type Sifted } from '../pipeline/search/index.ts';

export interface Searched {
  readonly runId: string;
  readonly title: string;
  /** Lines (`words.ts`). */
  readonly words: string;
}

export interface Match {
  readonly runId: string;
  /** Where the query fits beside the title, in one line; '' where that alone does. */
  readonly snippet: string;
}

/** Longest snippet, in UTF-16 units. */
export const SNIPPET = 160;
/** So much of it may stand before the words that fit. */
const BEFORE = 50;
/** Lines of a run that the index reads: enough to rank it, few enough for hundreds of runs. */
const LINES = 8;
/** What the index would take for marks; between words they stand for nothing. */
const MARKS = /[\\`![\]<>&*_~#|]/g;

/** At most `limit`; [] for a query without a word. */
export async function searchRuns(
  runs: readonly Searched[],
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly Match[]> {
  const look = sieve(query, LINES);
  const fitting = runs.flatMap(({ runId, title, words }) => {
    const [lines, named] = [look(words), look(title.replace(/\s+/g, ' '))];
    if (lines.length + named.length === 0) return [];
    const text = plain(lines.map(({ line }) => line).join('\n'));
    const beside = lines.find(({ line }) => line.trim() !== title.trim()); // a list shows the title anyway
    return [{ runId, beside, text, path: [plain(title), plain(title)] }]; // a word of the title counts twice
  });
  const index = await createIndex(fitting, '', signal);
  return index.search(query, limit).map(({ passage: { runId, beside } }) => ({ runId, snippet: snippetOf(beside) }));
}

const plain = (text: string): string => text.replace(MARKS, ' ');

/** The line around its place, cut between words. */
function snippetOf(found: Sifted | undefined): string {
  if (found === undefined) return '';
  const { line, at } = found;
  if (line.length <= SNIPPET) return oneLine(line, SNIPPET);
  const begin = Math.min(Math.max(0, at - BEFORE), line.length - SNIPPET + 2);
  const from = begin === 0 ? 0 : Math.min(line.indexOf(' ', begin) + 1 || begin, Math.max(at, begin));
  return oneLine(`${from === 0 ? '' : '…'}${line.slice(from)}`, SNIPPET);
}
