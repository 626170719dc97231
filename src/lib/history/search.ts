/**
 * Searches runs by a query, best match first, with a snippet each. Keeps nothing between searches, so that removed runs
 * can never be found.
 */
import { toOneLine } from '../base/one-line.ts';
import { createIndex, createLineSieve, type MatchedLine } from '../pipeline/search/index.ts';

export interface SearchableRun {
  readonly runId: string;
  readonly title: string;
  /** Lines separated by line feeds (`words.ts`). */
  readonly words: string;
}

export interface RunMatch {
  readonly runId: string;
  /** The matching line besides the title; '' if only the title matches. */
  readonly snippet: string;
}

/** Most characters of a snippet, in UTF-16 units. */
export const MAX_SNIPPET_CHARS = 160;
/** Most characters of a snippet before the match. */
const MAX_LEAD = 50;
/** Lines of a run that the index reads: enough to rank it, few enough for hundreds of runs. */
const MAX_LINES = 8;
/** Characters that the index would take for markup. */
const MARKUP = /[\\`![\]<>&*_~#|]/g;

/** Returns at most `limit` matches; none for a query without words. */
export async function searchRuns(
  runs: readonly SearchableRun[],
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly RunMatch[]> {
  const findLines = createLineSieve(query, MAX_LINES);
  const matches = runs.flatMap(({ runId, title, words }) => {
    const [lines, titleLines] = [findLines(words), findLines(title.replace(/\s+/g, ' '))];
    if (lines.length + titleLines.length === 0) return [];
    const text = removeMarkup(lines.map(({ line }) => line).join('\n'));
    const bodyLine = lines.find(({ line }) => line.trim() !== title.trim()); // the list shows the title anyway
    return [{ runId, beside: bodyLine, text, path: [removeMarkup(title), removeMarkup(title)] }]; // title words count twice
  });
  const index = await createIndex(matches, '', signal);
  return index
    .search(query, limit)
    .map(({ passage: { runId, beside } }) => ({ runId, snippet: createSnippet(beside) }));
}

const removeMarkup = (text: string): string => text.replace(MARKUP, ' ');

/** Cuts the line around the match, between words. */
function createSnippet(found: MatchedLine | undefined): string {
  if (found === undefined) return '';
  const { line, at: matchStart } = found;
  if (line.length <= MAX_SNIPPET_CHARS) return toOneLine(line, MAX_SNIPPET_CHARS);
  const cutStart = Math.min(Math.max(0, matchStart - MAX_LEAD), line.length - MAX_SNIPPET_CHARS + 2);
  const from =
    cutStart === 0 ? 0 : Math.min(line.indexOf(' ', cutStart) + 1 || cutStart, Math.max(matchStart, cutStart));
  return toOneLine(`${from === 0 ? '' : '…'}${line.slice(from)}`, MAX_SNIPPET_CHARS);
}
