/** `read_page`: the main content of the tab as Markdown, into the run's environment. Reading again is harmless. */
import { TroubleError } from '../base/errors.ts';
import { clip } from '../agent/bounds.ts';
import type { Article, PageReading } from '../agent/ports.ts';
import { OWN_TAB, type PlannedCall, type Tool } from '../agent/tools.ts';
import { findObject, type AgentState } from '../agent/state.ts';
import { wordCount } from '../pipeline/text/words.ts';
import { keepBody, PAGE, pageLabels } from './page.ts';
import { TOOL_SCHEMAS } from './schemas.ts';

export const readPage: Tool = {
  definition: {
    name: 'read_page',
    description: 'Read the main content of the page in the person’s tab as Markdown.',
    inputSchema: TOOL_SCHEMAS.read_page,
    outputSchema: null,
    examples: [],
    annotations: { title: 'Read the page', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'private-read',
  destination: () => OWN_TAB,
  timeoutMs: 130_000, // a page has half a minute, a PDF a minute and a half more; both end by themselves
  // eslint-disable-next-line require-yield -- makes no model call
  async *run(_args, { ports, signal, state }) {
    const article = articleOf(await ports.pages.read(state().spec?.tabId ?? -1, signal));
    const { markdown, ...about } = article;
    const body = await keepBody(markdown, ports);
    const words = wordCount(markdown);
    return {
      name: PAGE,
      payload: 'page',
      message: 'Read “{title}”: {count} words.',
      metadata: { title: article.title, count: words.toLocaleString('en') },
      objects: [{ name: PAGE, body, meta: { ...about, words }, hidden: false }],
      content: [{ type: 'resource', title: article.title, uri: article.url, language: article.language, body }],
      labels: pageLabels(article.url),
    };
  },
};

/** The call that reads the run's tab, while the page has not been read. */
export function readPageFirst(state: AgentState): PlannedCall | null {
  if (findObject(state, PAGE) || !state.spec) return null;
  return { tool: readPage.definition.name, args: {}, thought: 'The page has to be read first.' };
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
