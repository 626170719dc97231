/**
 * `recall`: brings back something that was found earlier in this run and is no longer shown. The one rule: what comes back
 * is what it was, with the labels it came with; looking back makes nothing more trustworthy.
 */
import { environmentOf, type Environment, type Found } from '../agent/environment.ts';
import type { Body, ContentBlock } from '../agent/frames.ts';
import { turnAt, type AgentState } from '../agent/state.ts';
import { textArg, ToolError, type Tool, type ToolContext } from '../agent/tools.ts';
import { windowsOf } from '../agent/windows.ts';
import { beginningOf } from '../pipeline/text/beginning.ts';
import { keepBody, metaText, PAGE, PICTURE } from './page.ts';
import { nothingFound, passagesOn, PASSAGES } from './passages.ts';
import { TOOL_SCHEMAS } from './schemas.ts';

/** Name of the object that holds what came back. */
export const RECALLED = 'recalled';

/** Part of a prompt that what comes back may fill. */
const SHARE = 0.25;
/** References that a wrong one is answered with. */
const LISTED = 20;

export const recall: Tool = {
  definition: {
    name: 'recall',
    description:
      'Bring back something found earlier in this run that is no longer shown, by its reference: its beginning, or with a query the passages of it that bear on that.',
    inputSchema: TOOL_SCHEMAS.recall,
    outputSchema: null,
    examples: [{ input: { ref: 'e3', query: 'battery life' }, description: 'what did it say about the battery?' }],
    annotations: { title: 'Look back', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: 30_000,
  available: ({ view }) => (view.compactions.length > 0 ? true : 'all that was found is still shown.'),
  // eslint-disable-next-line require-yield -- makes no model call
  async *run(args, context) {
    const found = foundAt(textArg(args, 'ref').trim(), environmentOf(context.state()));
    const source = sourceOf(found, context.state());
    const query = args['query'] === undefined ? null : textArg(args, 'query');
    const text = query === null ? await context.read(found.body.hash) : await search(query, found, source, context);
    const most = Math.floor(windowsOf(context.model('decide'), context.state().share).prompt * SHARE);
    const body = await keepBody(await beginningOf(text, most, context.ports.tokens), context.ports);
    return {
      name: RECALLED,
      payload: 'passages',
      message: query === null ? beginningMessage(found, body) : 'Brought back what {ref} says on “{query}”.',
      metadata: { ref: found.ref, query, shown: body.tokens, all: found.body.tokens },
      // for the person to see what came back: for the model it is in its environment already
      objects: [{ name: RECALLED, body, meta: { ref: found.ref, query }, hidden: true }],
      content: [{ type: 'resource', ...source, body }],
      labels: found.labels,
    };
  },
};

/** What a reference stands for. Throws a `ToolError` that says which references there are. */
function foundAt(ref: string, environment: Environment): Found {
  const found = environment.get(ref);
  if (found) return found;
  const refs: string[] = [];
  for (const known of environment.newestFirst()) {
    if (refs.length === LISTED) break;
    refs.push(known.ref);
  }
  const more = environment.count > refs.length ? ' and older ones' : '';
  const trouble = {
    code: 'tool.no-such-reference',
    message: `There is nothing to bring back under ${ref}.`,
    cure: refs.length === 0 ? 'Go on without it.' : `There are: ${refs.join(', ')}${more}. Choose one of these.`,
  };
  throw new ToolError(trouble, true);
}

type Source = Pick<ContentBlock & { type: 'resource' }, 'title' | 'uri' | 'language'>;

/** What the result that found it said of where it is from; of a source, which is shown otherwise than it is kept, itself. */
function sourceOf(found: Found, state: AgentState): Source {
  for (const { results } of turnAt(state, found.turn)?.calls ?? [])
    for (const { content } of results)
      for (const block of content)
        if (block.type === 'resource' && block.body.hash === found.body.hash) {
          const { title, uri, language } = block;
          return { title, uri, language };
        }
  if (found.name !== PAGE && found.name !== PICTURE) return { title: '', uri: '', language: '' };
  return { title: metaText(found, 'title'), uri: metaText(found, 'url'), language: metaText(found, 'language') };
}

async function search(
  query: string,
  { ref, body }: Found,
  { language }: Source,
  { read, signal }: ToolContext,
): Promise<string> {
  const found = await passagesOn(query, [{ text: await read(body.hash), language }], { limit: PASSAGES, signal });
  if (!found) throw nothingFound(query, ref, `Try other words, or call recall for ${ref} without a query.`);
  return found.text;
}

function beginningMessage({ body: all }: Found, { length }: Body): string {
  return length < all.length
    ? 'Brought back the beginning of {ref}: {shown} of {all} tokens. A query brings back what stands further on.'
    : 'Brought back {ref}.';
}
