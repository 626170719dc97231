/**
 * `find_in_page`: the passages of the page that bear on a query, so that a page longer than the window costs a few
 * passages. Deterministic: the same page and query find the same.
 */
import { textArg, ToolError, type Tool } from '../agent/tools.ts';
import { NOBODYS, worst } from '../agent/labels.ts';
import type { DocumentPart } from '../agent/ports.ts';
import { findObject, type AgentState, type Found } from '../agent/state.ts';
import { documentOf, keepBody, metaText, pageLabels, PICTURE, resourceOf, whenRead } from './page.ts';
import { nothingFound, passagesOn, PASSAGES } from './passages.ts';
import { sourcesIn } from './sources.ts';
import { textsOf } from './usable.ts';
import { TOOL_SCHEMAS } from './schemas.ts';

/** Characters of the longest query. */
export const MOST_QUERY = 500;

/** Name of the object that holds the passages found last. */
export const FOUND = 'passages';
/** Of passages from more than one page: their names tell which. */
const SEVERAL = { title: 'Passages of several sources', uri: '', language: '' } as const;
const NOT_THERE = 'Try other words, synonyms or the language of the page; or answer that the page does not say.';

export const findInPage: Tool = {
  definition: {
    name: 'find_in_page',
    description:
      'Find the passages of the page, and of pictures that were read, that bear on a query. Fast and cheap: use it for facts, names, numbers and sections of a long page.',
    inputSchema: TOOL_SCHEMAS.find_in_page,
    outputSchema: null,
    examples: [{ input: { query: 'battery life hours' }, description: 'how long does it last?' }],
    annotations: { title: 'Find in the page', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: 30_000,
  available: (state) => (sourcesIn(state).length > 0 ? true : whenRead(state)),
  // eslint-disable-next-line require-yield -- makes no model call
  async *run(args, { state, read, ports, signal }) {
    const query = textArg(args, 'query');
    const pages = sourcesIn(state());
    const limit = typeof args['limit'] === 'number' ? args['limit'] : PASSAGES;
    const texts = await textsOf(pages, { state, read });
    if (texts.every(({ text }) => text === '')) throw wordless(whereIn(pages));
    const found = await passagesOn(query, texts, { limit, signal });
    if (!found) throw nothingFound(query, whereIn(pages), NOT_THERE);
    const { text, ids, spans, from } = found;
    const body = await keepBody(text, ports);
    const sources = Array.from(new Set(from), (index) => pages[index]);
    return {
      name: FOUND,
      payload: 'passages',
      message: 'Found {count} passages for “{query}”.',
      metadata: { count: ids.length, query },
      objects: [{ name: FOUND, body, meta: { query, ids, spans, from }, hidden: false }],
      content: [{ ...resourceOf(sources[0], body), ...(sources.length > 1 ? SEVERAL : {}) }],
      labels: worst(pageLabels(metaText(sources[0], 'url')), ...sources.map((page) => page?.labels ?? NOBODYS)),
    };
  },
};

/** That other words cannot cure: nothing was read at all. */
function wordless(where: string): ToolError {
  const message = `There is no text in ${where} that could be read.`;
  const cure = 'Take a sharper or larger picture, or choose a model that looks at pictures in Settings.';
  return new ToolError({ code: 'picture.wordless', message, cure }, false);
}

/** What was looked in, in words. */
function whereIn(sources: readonly Found[]): string {
  const pictures = sources.filter(({ name }) => name === PICTURE).length;
  const what = pictures === 0 ? 'page' : pictures === sources.length ? 'picture' : 'page or picture';
  return sources.length > 1 ? `any ${what}` : `the ${what}`;
}

/** Each passage that was found last as a document, the best first. */
export async function foundDocuments(
  state: AgentState,
  read: (hash: string) => Promise<string>,
): Promise<readonly DocumentPart[]> {
  const found = findObject(state, FOUND);
  if (!found) return [];
  const text = await read(found.body.hash);
  const spans = found.meta['spans'] as readonly (readonly [number, number])[];
  const from = (found.meta['from'] ?? []) as readonly number[];
  const pages = sourcesIn(state);
  return spans.map(([start, end], i) => documentOf(pages[from[i] ?? 0], text.slice(start, end)));
}
