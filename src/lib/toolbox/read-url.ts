/**
 * `read_url`: reads one page of the web. The one rule: what it is called with is a reference into the run's link table, or an
 * address that the person typed; an address that a model composed can carry anything out, and is asked about (SAFETY D3).
 */
import { addressesNamed } from '../agent/named.ts';
import { USER, type Grade } from '../agent/frames.ts';
import { LINKED, textArg, ToolError, UNREADABLE, type Tool } from '../agent/tools.ts';
import type { AgentState } from '../agent/state.ts';
import { canonicalUrl } from '../pipeline/web/canonical.ts';
import { grade } from './research-steps.ts';
import { keepBody, metaText, resourceOf } from './page.ts';
import { needOf } from './search-web-for-info.ts';
import { shownOf, sourcesIn } from './sources.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { choiceOf, linkOf, mayCite, pageAt, roundsOf, WEB, whenAskedAnew } from './web.ts';
import { readPage } from './web-reading.ts';

/** What is graded of a page. */
const BEGINNING = 400;

export const readUrl: Tool = {
  definition: {
    name: 'read_url',
    description:
      'Read a page of the web: a search result by its reference, such as w3, or a link that stands on a page that was read. Other addresses are asked about first.',
    inputSchema: TOOL_SCHEMAS.read_url,
    outputSchema: null,
    examples: [{ input: { ref: 'w3' }, description: 'the third result, whose snippet says too little' }],
    annotations: {
      title: 'Read a page of the web',
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: true,
    },
  },
  tier: 'public-read',
  destination: ({ ref }, state) =>
    state && typeof ref === 'string' && (linkOf(ref, state) ?? typed(ref, state)) !== null ? LINKED : UNREADABLE,
  timeoutMs: 60_000,
  available: whenAskedAnew,
  async *run(args, context) {
    const ref = textArg(args, 'ref');
    const url = linkOf(ref, context.state()) ?? canonicalUrl(ref.trim());
    if (url === null) throw new ToolError(unknownRef(ref), true);
    if (choiceOf(context.state()).banned.includes(url)) throw new ToolError(BANNED, false);
    const about = aboutOf(url, context.state());
    const known = pageAt(url, context.state());
    if (!known) yield* context.once(() => readPage(about, context));
    const page = known ?? pageAt(url, context.state());
    if (!page) throw new Error('A page that was read is nowhere.');
    const text = await context.read(page.body.hash);
    const need = needOf(context.state());
    const title = metaText(page, 'title');
    if (!mayCite(url, context.state())) {
      if (typed(ref, context.state()) !== null)
        yield* context.grade({ need: need.text, grades: [namedGrade(url)], labels: USER });
      else yield* grade([{ ...about, title, snippet: text.slice(0, BEGINNING) }], need, context);
    }
    const state = context.state();
    if (!mayCite(url, state)) throw new ToolError(ofNoUse(title, state.grades.get(url)?.reason ?? ''), true);
    const source = sourcesIn(state).findIndex((one) => one.name === WEB && metaText(one, 'url') === url);
    const language = metaText(page, 'language');
    const shown = await shownOf(text, { language, source, tokens: page.body.tokens }, context.signal);
    return {
      name: 'shown',
      payload: 'text',
      message: 'Read “{title}”.',
      metadata: { title },
      objects: [],
      content: [resourceOf(page, await keepBody(shown, context.ports))],
      labels: page.labels,
    };
  },
};

/** A result keeps its reference; any other page is named by its address. */
function aboutOf(
  url: string,
  state: AgentState,
): { readonly ref: string; readonly url: string; readonly title: string } {
  for (const { results } of roundsOf(state)) for (const result of results) if (result.url === url) return result;
  return { ref: url, url, title: url };
}

/** The address, where the person's own words have it. */
function typed(ref: string, state: AgentState): string | null {
  const url = canonicalUrl(ref.trim());
  return url !== null && addressesNamed(state).some((address) => canonicalUrl(address) === url) ? url : null;
}

/** Whose address the person wrote needs no other's judgement. */
const namedGrade = (url: string): Grade => ({
  url,
  relevance: 'relevant',
  confidence: 1,
  reason: 'Named by the person.',
  by: 'person',
});

const BANNED = {
  code: 'web.banned',
  message: 'The person does not want this source to be used.',
  cure: 'Read another result, or answer without it.',
};
const unknownRef = (ref: string) => ({
  code: 'tool.bad-address',
  message: `${ref.slice(0, 80)} is no search result and no web address.`,
  cure: 'Give the reference of a result, such as w3, or a link of a page that was read.',
});
const ofNoUse = (title: string, why: string) => ({
  code: 'web.of-no-use',
  message: `“${title.slice(0, 80)}” was read, and bears not on what is wanted. ${why}`.trim(),
  cure: 'Read another result, or search with other words.',
});
