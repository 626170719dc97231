/** Searches runs; keeps nothing, so that removed runs are never found. */
import { toOneLine } from '../base/one-line.ts';
import { createIndex } from '../pipeline/retrieval/bm25.ts';
import { createLineSieve, type MatchedLine } from '../pipeline/retrieval/line-sieve.ts';

export interface SearchableRun {
  readonly runId: string;
  readonly title: string;
  readonly words: string;
}

interface RunMatch {
  readonly runId: string;
  /** '' if only the title matches. */
  readonly snippet: string;
}

/** In UTF-16 units. */
export const MAX_SNIPPET_CHARS = 160;
const MAX_LEAD = 50;
/** Per run: enough to rank it, few enough for hundreds of runs. */
const MAX_LINES = 8;
const MARKUP = /[\\`![\]<>&*_~#|]/g;

/** None for a query without words. Keeps of each run only the lines that match. */
export async function searchRuns(
  runs: Iterable<SearchableRun> | AsyncIterable<SearchableRun>,
  query: string,
  limit: number,
): Promise<readonly RunMatch[]> {
  const findLines = createLineSieve(query, MAX_LINES);
  const matches = [];
  for await (const { runId, title, words } of runs) {
    const [lines, titleLines] = [findLines(words), findLines(title.replace(/\s+/g, ' '))];
    if (lines.length + titleLines.length === 0) continue;
    const text = removeMarkup(lines.map(({ line }) => line).join('\n'));
    const bodyLine = lines.find(({ line }) => line.trim() !== title.trim()); // the list shows the title anyway
    matches.push({ runId, beside: bodyLine, text, path: [removeMarkup(title), removeMarkup(title)] }); // title words count twice
  }
  const index = await createIndex(matches);
  return index
    .search(query, limit)
    .map(({ passage: { runId, beside } }) => ({ runId, snippet: createSnippet(beside) }));
}

const removeMarkup = (text: string): string => text.replace(MARKUP, ' ');

function createSnippet(found: MatchedLine | undefined): string {
  if (found === undefined) return '';
  const { line, at: matchStart } = found;
  if (line.length <= MAX_SNIPPET_CHARS) return toOneLine(line, MAX_SNIPPET_CHARS);
  const cutStart = Math.min(Math.max(0, matchStart - MAX_LEAD), line.length - MAX_SNIPPET_CHARS + 2);
  const from =
    cutStart === 0 ? 0 : Math.min(line.indexOf(' ', cutStart) + 1 || cutStart, Math.max(matchStart, cutStart));
  return toOneLine(`${from === 0 ? '' : '…'}${line.slice(from)}`, MAX_SNIPPET_CHARS);
}
