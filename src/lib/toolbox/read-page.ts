/**
 * `read_page`: the main content of the run's tabs as Markdown, into its environment. Reading again is harmless. The one rule:
 * only the tab at hand has to be readable; of those that were added, one that is not is left out, and that is said.
 */
import { TroubleError, troubleOf } from '../base/errors.ts';
import { clip } from '../agent/bounds.ts';
import { signature } from '../agent/fold.ts';
import type { Body } from '../agent/frames.ts';
import { NOBODYS } from '../agent/labels.ts';
import type { Article, PageReading } from '../agent/ports.ts';
import { OWN_TAB, type PlannedCall, type Tool, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import type { AgentState } from '../agent/state.ts';
import { wordCount } from '../pipeline/text/words.ts';
import { keepBody, PAGE, pageLabels, tabOf } from './page.ts';
import { TOOL_SCHEMAS } from './schemas.ts';
import { pagesOf, shownOf, sourcesIn } from './sources.ts';

export const readPage: Tool = {
  definition: {
    name: 'read_page',
    description:
      'Read the main content of the page in the person’s tab, and of the tabs they added, as Markdown. Each passage stands under its id.',
    inputSchema: TOOL_SCHEMAS.read_page,
    outputSchema: null,
    examples: [],
    annotations: { title: 'Read the page', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'private-read',
  destination: () => OWN_TAB,
  timeoutMs: 130_000, // a page has half a minute, a PDF a minute and a half more; both end by themselves
  async *run(_args, context) {
    const state = context.state();
    // side by side; what each brings is recorded in their order
    const read = await Promise.all(
      tabsToRead(state).map(async (tabId) => {
        const page = readTab(tabId, context);
        return { tabId, page: await (tabId === state.spec?.tabId ? page : page.catch(unread)) };
      }),
    );
    const sources = sourcesIn(state).map((source) => (source.name === PAGE ? tabOf(source, state) : null));
    const outcomes: ToolOutcome[] = [];
    for (const { tabId, page } of read) {
      if ('article' in page && !sources.includes(tabId)) sources.push(tabId);
      outcomes.push('article' in page ? await outcomeOf(page, tabId, sources.indexOf(tabId), context) : page);
    }
    for (const outcome of outcomes.slice(0, -1)) yield* context.give(outcome);
    return outcomes.at(-1) ?? unread(null);
  },
};

/**
 * Tabs of the run that have not been read; where all have been, the one at hand, to be read anew. What this very call had
 * read before an interruption is read again: its results are told apart by their order.
 */
function tabsToRead(state: AgentState): readonly number[] {
  const { tabId = -1, also = [] } = state.spec ?? {};
  const before = pagesOf(state, state.past.length);
  const known = new Set(before.map((page) => tabOf(page, state)));
  const fresh = [tabId, ...also].filter((tab, i, all) => !known.has(tab) && all.indexOf(tab) === i);
  return fresh.length > 0 ? fresh : [tabId];
}

interface ReadPage {
  readonly article: Article;
  readonly body: Body;
}

async function readTab(tabId: number, { ports, signal }: ToolContext): Promise<ReadPage> {
  const article = articleOf(await ports.pages.read(tabId, signal));
  return { article, body: await keepBody(article.markdown, ports) };
}

/** `source`: the page's place among the run's. */
async function outcomeOf(
  { article, body }: ReadPage,
  tabId: number,
  source: number,
  { ports, signal }: ToolContext,
): Promise<ToolOutcome> {
  const { markdown, ...about } = article;
  const { title, url, language } = article;
  const shown = await keepBody(await shownOf(markdown, { language, source, tokens: body.tokens }, signal), ports);
  const words = wordCount(markdown);
  return {
    name: PAGE,
    payload: 'page',
    message: 'Read “{title}”: {count} words.',
    metadata: { title, count: words.toLocaleString('en') },
    objects: [{ name: PAGE, body, meta: { ...about, words, tab: tabId }, hidden: false }],
    content: [{ type: 'resource', title, uri: url, language, body: shown }],
    labels: pageLabels(url),
  };
}

/** A tab that was added and cannot be read: the run goes on without it, and says so. */
function unread(thrown: unknown): ToolOutcome {
  const { message } = troubleOf(thrown);
  return {
    name: PAGE,
    payload: 'text',
    message: 'One of the tabs that were added could not be read: {why}',
    metadata: { why: message },
    objects: [],
    labels: NOBODYS,
  };
}

/** The call that reads the run's tabs, while there is one to be read. */
export function readPageFirst(state: AgentState): PlannedCall | null {
  if (!state.spec || isRead(state)) return null;
  return { tool: readPage.definition.name, args: {}, thought: 'The page has to be read first.' };
}

/** Whether the tab at hand has been read, and those that were added with the present wish have been tried. */
function isRead(state: AgentState): boolean {
  const { tabId = -1, also = [] } = state.spec ?? {};
  const known = new Set(pagesOf(state).map((page) => tabOf(page, state)));
  if (!known.has(tabId)) return false;
  const tried = state.outcomes.get(signature(readPage.definition.name, {}));
  return also.every((tab) => known.has(tab)) || (tried !== undefined && tried.turn >= state.since);
}

/** The article in a reading, or the trouble that there is none. */
export function articleOf(reading: PageReading): Article {
  switch (reading.kind) {
    case 'article':
      return bounded(reading.article);
    case 'empty':
      throw new TroubleError({
        code: 'page.empty',
        message: 'It may be made of pictures, or its text may not have come yet.',
        cure: 'If the page is still loading, wait until its text shows and try again.',
      });
  }
}

/** Characters of the longest page that is read: some 2,000 printed pages. */
const MAX_PAGE = 5_000_000;
/** Characters of what a page says about itself. */
const MAX_TITLE = 500;
const MAX_ADDRESS = 8_000;

/** The article in bounds: a page may be of any size and call itself anything. */
function bounded(article: Article): Article {
  const { title, byline, site, published, language, url, markdown } = article;
  if (markdown.length > MAX_PAGE)
    throw new TroubleError({
      code: 'page.too-large',
      message: `This page has ${markdown.length.toLocaleString('en')} characters, more than KnowledgeLens reads at once.`,
      cure: 'Open a part of it, such as one chapter, and ask about that.',
    });
  return {
    ...article,
    title: clip(title, MAX_TITLE),
    byline: clip(byline, MAX_TITLE),
    site: clip(site, MAX_TITLE),
    published: clip(published, 100),
    language: clip(language, 100),
    url: clip(url, MAX_ADDRESS),
  };
}
