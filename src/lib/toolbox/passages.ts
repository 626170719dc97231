/**
 * The passages of a text that bear on a query, as every tool that looks something up gives them. Deterministic: the same
 * text and query find the same.
 */
import { ToolError } from '../agent/tools.ts';
import { createIndex } from '../pipeline/search/index.ts';
import { passagesInSlices, type Passage } from '../pipeline/text/passages.ts';

/** How many passages a look-up brings unless told. */
export const PASSAGES = 5;

export interface FoundPassages {
  /** The passages, the best first, each under its id and headings. */
  readonly text: string;
  readonly ids: readonly string[];
  /** Where each passage's own words stand in the text. */
  readonly spans: readonly (readonly [number, number])[];
}

export interface LookUp {
  /** BCP 47, or ''. */
  readonly language: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** At most `limit` passages of a Markdown text, the best first; null when none has words of the query. */
export async function passagesOn(
  query: string,
  markdown: string,
  { language, limit, signal }: LookUp,
): Promise<FoundPassages | null> {
  const passages = await passagesInSlices(markdown, language, signal);
  const index = await createIndex(passages, language, signal);
  const hits = index.search(query, limit).map(({ passage }) => passage);
  return hits.length === 0 ? null : { ...joined(hits), ids: hits.map(({ id }) => id) };
}

function joined(passages: readonly Passage[]): Pick<FoundPassages, 'text' | 'spans'> {
  let text = '';
  const spans = passages.map((passage): [number, number] => {
    text += `${text === '' ? '' : '\n\n'}[${passage.id}] ${passage.path.join(' › ')}\n`;
    const start = text.length;
    text += passage.text;
    return [start, text.length];
  });
  return { text, spans };
}

/** That a look-up brought nothing: a failure that other words may cure. */
export function nothingFound(query: string, where: string, cure: string): ToolError {
  const message = `No passage of ${where} has words of “${query.slice(0, 80)}”.`;
  return new ToolError({ code: 'tool.nothing-found', message, cure }, true);
}
