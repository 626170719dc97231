/**
 * `find_in_page`: the passages of the page that bear on a query, so that a page longer than the window costs a few
 * passages. Deterministic: the same page and query find the same.
 */
import type { Tool } from '../agent/tools.ts';
import { textArg } from '../agent/tools.ts';
import type { DocumentPart } from '../agent/ports.ts';
import { findObject, type AgentState } from '../agent/state.ts';
import { keepBody, pageDocument, pageLabels, pageMeta, pageOf, pageResource, whenRead } from './page.ts';
import { nothingFound, passagesOn, PASSAGES } from './passages.ts';
import { TOOL_SCHEMAS } from './schemas.ts';

/** Name of the object that holds the passages found last. */
export const FOUND = 'passages';
const NOT_THERE = 'Try other words, synonyms or the language of the page; or answer that the page does not say.';

export const findInPage: Tool = {
  definition: {
    name: 'find_in_page',
    description:
      'Find the passages of the page that bear on a query. Fast and cheap: use it for facts, names, numbers and sections of a long page.',
    inputSchema: TOOL_SCHEMAS.find_in_page,
    outputSchema: null,
    examples: [{ input: { query: 'battery life hours' }, description: 'how long does it last?' }],
    annotations: { title: 'Find in the page', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: 30_000,
  available: whenRead,
  // eslint-disable-next-line require-yield -- makes no model call
  async *run(args, { state, read, ports, signal }) {
    const query = textArg(args, 'query');
    const page = pageOf(state());
    const language = pageMeta(state(), 'language');
    const limit = typeof args['limit'] === 'number' ? args['limit'] : PASSAGES;
    const found = await passagesOn(query, await read(page.body.hash), { language, limit, signal });
    if (!found) throw nothingFound(query, 'the page', NOT_THERE);
    const { text, ids, spans } = found;
    const body = await keepBody(text, ports);
    return {
      name: FOUND,
      payload: 'passages',
      message: 'Found {count} passages for “{query}”.',
      metadata: { count: ids.length, query },
      objects: [{ name: FOUND, body, meta: { query, ids, spans }, hidden: false }],
      content: [pageResource(state(), body)],
      labels: pageLabels(pageMeta(state(), 'url')),
    };
  },
};

/** Each passage that was found last as a document, the best first. */
export async function foundDocuments(
  state: AgentState,
  read: (hash: string) => Promise<string>,
): Promise<readonly DocumentPart[]> {
  const found = findObject(state, FOUND);
  if (!found) return [];
  const text = await read(found.body.hash);
  const spans = found.meta['spans'] as readonly (readonly [number, number])[];
  return spans.map(([start, end]) => pageDocument(state, text.slice(start, end)));
}
