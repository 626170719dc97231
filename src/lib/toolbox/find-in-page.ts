/**
 * `find_in_page`: the passages of the page that bear on a query, so that a page longer than the window costs a few
 * passages. Deterministic: the same page and query find the same.
 */
import type { Tool } from '../agent/tools.ts';
import { textArg, ToolError } from '../agent/tools.ts';
import { findObject, type AgentState } from '../agent/state.ts';
import { createIndex } from '../pipeline/search/index.ts';
import { passagesInSlices, type Passage } from '../pipeline/text/passages.ts';
import { keepBody, pageLabels, pageMeta, pageOf, pageResource, whenRead } from './page.ts';
import { TOOL_SCHEMAS } from './schemas.ts';

/** Name of the object that holds the passages found last. */
export const FOUND = 'passages';
const LIMIT = 5;

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
    const passages = await passagesInSlices(await read(page.body.hash), language, signal);
    const index = await createIndex(passages, language, signal);
    const hits = index.search(query, typeof args['limit'] === 'number' ? args['limit'] : LIMIT);
    if (hits.length === 0) throw new ToolError(nothing(query), true);
    const { text, spans } = joined(hits.map(({ passage }) => passage));
    const body = await keepBody(text, ports);
    return {
      name: FOUND,
      payload: 'passages',
      message: 'Found {count} passages for “{query}”.',
      metadata: { count: hits.length, query },
      objects: [
        { name: FOUND, body, meta: { query, ids: hits.map(({ passage }) => passage.id), spans }, hidden: false },
      ],
      content: [pageResource(state(), body)],
      labels: pageLabels(pageMeta(state(), 'url')),
    };
  },
};

/** The passages as one text, each under its id and headings, and where each one's own words stand in it. */
function joined(passages: readonly Passage[]): { text: string; spans: readonly (readonly [number, number])[] } {
  let text = '';
  const spans = passages.map((passage): [number, number] => {
    text += `${text === '' ? '' : '\n\n'}[${passage.id}] ${passage.path.join(' › ')}\n`;
    const start = text.length;
    text += passage.text;
    return [start, text.length];
  });
  return { text, spans };
}

/** The words of each passage that was found last, the best first. */
export async function foundPassages(
  state: AgentState,
  read: (hash: string) => Promise<string>,
): Promise<readonly string[]> {
  const found = findObject(state, FOUND);
  if (!found) return [];
  const text = await read(found.body.hash);
  const spans = found.meta['spans'] as readonly (readonly [number, number])[];
  return spans.map(([start, end]) => text.slice(start, end));
}

function nothing(query: string) {
  return {
    code: 'tool.nothing-found',
    message: `No passage of the page has words of “${query.slice(0, 80)}”.`,
    cure: 'Try other words, synonyms or the language of the page; or answer that the page does not say.',
  };
}
