/** `recall`: restores an artifact that compaction removed, with its original labels. */
import { truncateAtLine } from '../../agent/context/render-results.ts';
import { createEnvironment, type Environment, type FoundArtifact } from '../../agent/context/environment.ts';
import type { Body } from '../../agent/frames/frames.ts';
import type { ContentBlock } from '../../agent/frames/frame-of.ts';
import { findTurnAt } from '../../agent/state/turns.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { getTextArg, ToolError, type Tool, type ToolContext } from '../../agent/tool-calls/index.ts';
import { computeTokenBudget } from '../../agent/budget/window-split.ts';
import { storeBody, PAGE, PICTURE } from './page-artifacts.ts';
import { createNotFoundError, createPassageSearch, DEFAULT_PASSAGES } from './passage-search.ts';
import type { TokenCounter } from '../../models/tokens/token-counter.ts';
import { createDefinition, createTextProperty, LOCAL_READ } from '../definition.ts';

export const RECALLED = 'recalled';

const MAX_PROMPT_SHARE = 0.25;
const MAX_LISTED_REFS = 20;

export const recall: Tool = {
  definition: createDefinition({
    name: 'recall',
    title: 'Look back',
    description:
      'Bring back something found earlier in this run that is no longer shown, by its reference: its beginning, or with a query the passages of it that bear on that.',
    properties: {
      ref: createTextProperty(12, 'The reference of what was found, such as e3.'),
      query: createTextProperty(
        500,
        'Words that should stand in the passages to bring back. Without it, the beginning comes back.',
      ),
    },
    required: ['ref'],
    examples: [{ input: { ref: 'e3', query: 'battery life' }, description: 'what did it say about the battery?' }],
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: 30_000,
  checkAvailability: ({ view }) => (view.compactions.length > 0 ? true : 'all that was found is still shown.'),
  async run(args, context) {
    const found = resolveRef(getTextArg(args, 'ref').trim(), createEnvironment(context.state()));
    const source = findProvenance(found, context.state());
    const query = args['query'] === undefined ? null : getTextArg(args, 'query');
    const text =
      query === null ? await context.read(found.body.hash) : await searchArtifact(query, found, source, context);
    const maxTokens = Math.floor(
      computeTokenBudget(context.model('decide'), context.state().request.windowShare).prompt * MAX_PROMPT_SHARE,
    );
    const body = await storeBody(await truncateToTokenLimit(text, maxTokens, context.ports.tokens), context.ports);
    return {
      name: RECALLED,
      payload: 'passages',
      message: query === null ? formatBeginningMessage(found, body) : 'Brought back what {ref} says on “{query}”.',
      metadata: { ref: found.ref, query, shown: body.tokens, all: found.body.tokens },
      objects: [{ name: RECALLED, body, meta: { ref: found.ref, query }, hidden: true }],
      content: [{ type: 'resource', ...source, body }],
      labels: found.labels,
    };
  },
};

/** Throws a `ToolError` that lists the existing references. */
function resolveRef(ref: string, environment: Environment): FoundArtifact {
  const found = environment.get(ref);
  if (found) return found;
  const refs: string[] = [];
  for (const known of environment.iterateNewestFirst()) {
    if (refs.length === MAX_LISTED_REFS) break;
    refs.push(known.ref);
  }
  const more = environment.count > refs.length ? ' and older ones' : '';
  const error = {
    code: 'tool.no-such-reference',
    message: `There is nothing to bring back under ${ref}.`,
    hint: refs.length === 0 ? 'Go on without it.' : `There are: ${refs.join(', ')}${more}. Choose one of these.`,
  };
  throw new ToolError(error, true);
}

type Source = Pick<ContentBlock & { type: 'resource' }, 'title' | 'uri' | 'language'>;

/** The source by the result that produced the artifact; pages and pictures fall back to their metadata. */
function findProvenance(found: FoundArtifact, state: AgentState): Source {
  for (const { results } of findTurnAt(state, found.turn)?.calls ?? [])
    for (const { content } of results)
      for (const block of content)
        if (block.type === 'resource' && block.body.hash === found.body.hash) {
          const { title, uri, language } = block;
          return { title, uri, language };
        }
  if (found.name !== PAGE && found.name !== PICTURE) return { title: '', uri: '', language: '' };
  const { title, url, language } = found.meta;
  return { title, uri: url, language };
}

async function searchArtifact(
  query: string,
  { ref, body }: FoundArtifact,
  { language }: Source,
  { read, signal }: ToolContext,
): Promise<string> {
  const search = await createPassageSearch([{ text: await read(body.hash), language }], signal);
  const found = search.find([query], DEFAULT_PASSAGES);
  if (!found) throw createNotFoundError(query, ref, `Try other words, or call recall for ${ref} without a query.`);
  return found.text;
}

function formatBeginningMessage({ body: all }: FoundArtifact, { length }: Body): string {
  return length < all.length
    ? 'Brought back the beginning of {ref}: {shown} of {all} tokens. A query brings back what stands further on.'
    : 'Brought back {ref}.';
}

const CHARACTERS_PER_TOKEN = 8;

/** Ends at a line end if one is near; '' if nothing fits. */
export async function truncateToTokenLimit(
  text: string,
  maxTokens: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  let head = truncateAtLine(text, Math.max(0, maxTokens) * CHARACTERS_PER_TOKEN);
  for (;;) {
    const count = head === '' ? 0 : await tokens.count(head);
    if (count <= maxTokens) return head;
    // shrinks by at least a tenth, so the loop ends
    head = truncateAtLine(text, Math.floor(head.length * Math.min(0.9, maxTokens / count)));
  }
}
