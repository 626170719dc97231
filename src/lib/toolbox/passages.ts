/**
 * The passages that bear on a query, as every tool that looks something up gives them. Deterministic: the same texts and
 * query find the same.
 */
import { ToolError } from '../agent/tools.ts';
import { createIndex } from '../pipeline/search/index.ts';
import { passagesInSlices, type Passage } from '../pipeline/text/passages.ts';
import { refOf } from './sources.ts';

/** How many passages a look-up brings unless told. */
export const PASSAGES = 5;

/** A text to look in. */
export interface Searched {
  /** Markdown. */
  readonly text: string;
  /** BCP 47, or ''. */
  readonly language: string;
}

export interface FoundPassages {
  /** The passages, the best first, each under its name and headings. */
  readonly text: string;
  readonly ids: readonly string[];
  /** Where each passage's own words stand in the text. */
  readonly spans: readonly (readonly [number, number])[];
  /** Which of the texts each stands in. */
  readonly from: readonly number[];
}

export interface LookUp {
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface Sourced extends Passage {
  readonly from: number;
}

/** At most `limit` passages of the texts, the best first; null when none has words of the query. */
export async function passagesOn(
  query: string,
  texts: readonly Searched[],
  { limit, signal }: LookUp,
): Promise<FoundPassages | null> {
  const all: Sourced[] = [];
  for (const [from, { text, language }] of texts.entries())
    for (const passage of await passagesInSlices(text, language, signal)) all.push({ ...passage, from });
  // one index over all texts, or the worth of passages could not be compared
  const index = await createIndex(all, texts[0]?.language ?? '', signal);
  const hits = index.search(query, limit).map(({ passage }) => passage);
  return hits.length === 0 ? null : joined(hits);
}

/** The first passage of each text: what there is to show where none has words of a query. */
export async function openings(texts: readonly Searched[], { limit, signal }: LookUp): Promise<FoundPassages> {
  const all: Sourced[] = [];
  for (const [from, { text, language }] of texts.entries()) {
    const [first] = await passagesInSlices(text, language, signal);
    if (first) all.push({ ...first, from });
  }
  return joined(all.slice(0, limit));
}

function joined(passages: readonly Sourced[]): FoundPassages {
  let text = '';
  const spans = passages.map((passage): [number, number] => {
    const name = `[${refOf(passage, passage.from)}] ${passage.path.join(' › ')}`.trimEnd();
    text += `${text === '' ? '' : '\n\n'}${name}\n`;
    const start = text.length;
    text += passage.text;
    return [start, text.length];
  });
  return {
    text,
    spans,
    ids: passages.map((passage) => refOf(passage, passage.from)),
    from: passages.map(({ from }) => from),
  };
}

/** That a look-up brought nothing: a failure that other words may cure. */
export function nothingFound(query: string, where: string, cure: string): ToolError {
  const message = `No passage of ${where} has words of “${query.slice(0, 80)}”.`;
  return new ToolError({ code: 'tool.nothing-found', message, cure }, true);
}
