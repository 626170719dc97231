/** `read_page`: the main content of the run's tabs. Idempotent; unreadable added tabs are left out. */
import { UserFacingError, toUserError } from '../../base/errors.ts';
import { clip } from '../../agent/frames/bounds.ts';
import { findOutcome } from '../../agent/state/fold-tool-calls.ts';
import type { Body } from '../../agent/frames/frames.ts';
import { UNKNOWN_LABELS } from '../../agent/frames/labels.ts';
import type { Article, PageReading } from '../../agent/ports.ts';
import {
  OWN_TAB,
  type PlannedCall,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../agent/tool-calls/index.ts';
import type { AgentState } from '../../agent/store/run-state.ts';
import { storeBody, PAGE, getPageLabels } from './page-artifacts.ts';
import { listPages, renderSource, listSources } from '../sources.ts';
import { countWords } from '../../pipeline/text/terms.ts';
import { createDefinition, LOCAL_READ } from '../definition.ts';

export const readPage: Tool = {
  definition: createDefinition({
    name: 'read_page',
    title: 'Read the page',
    description:
      'Read the main content of the page in the person’s tab, and of the tabs they added, as Markdown. Each passage stands under its id.',
    promises: LOCAL_READ,
  }),
  tier: 'private-read',
  getDestination: () => OWN_TAB,
  timeoutMs: 130_000, // a page has 30 s, a PDF 90 s more; both time out by themselves
  async *run(_args, context) {
    const state = context.state();
    // read in parallel, recorded in tab order
    const readings = await Promise.all(
      listTabsToRead(state).map(async (tabId) => {
        const page = readTab(tabId, context);
        return { tabId, page: await (tabId === state.spec?.tabId ? page : page.catch(createUnreadOutcome)) };
      }),
    );
    const sources = listSources(state).map((source) => (source.name === PAGE ? source.meta.tab : null));
    const outcomes: ToolOutcome[] = [];
    for (const { tabId, page } of readings) {
      if ('article' in page && !sources.includes(tabId)) sources.push(tabId);
      outcomes.push('article' in page ? await buildPageOutcome(page, tabId, sources.indexOf(tabId), context) : page);
    }
    for (const outcome of outcomes.slice(0, -1)) yield* context.giveResult(outcome);
    return outcomes.at(-1) ?? createUnreadOutcome(null);
  },
};

/** Includes tabs this call read before an interruption, since results are matched by position. */
function listTabsToRead(state: AgentState): readonly number[] {
  const { tabId = -1, also = [] } = state.spec ?? {};
  const earlier = listPages(state, state.past.length);
  const readTabs = new Set(earlier.map(({ meta }) => meta.tab));
  const unreadTabs = [tabId, ...also].filter((tab, i, all) => !readTabs.has(tab) && all.indexOf(tab) === i);
  return unreadTabs.length > 0 ? unreadTabs : [tabId];
}

interface StoredPage {
  readonly stale: boolean;
  readonly article: Article;
  readonly body: Body;
}

async function readTab(tabId: number, { ports, signal }: ToolContext): Promise<StoredPage> {
  const reading = await ports.pages.read(tabId, signal);
  const article = requireArticle(reading);
  const stale = reading.kind === 'article' && reading.stale === true;
  return { stale, article, body: await storeBody(article.markdown, ports) };
}

async function buildPageOutcome(
  { stale, article, body }: StoredPage,
  tabId: number,
  source: number,
  { ports, signal }: ToolContext,
): Promise<ToolOutcome> {
  const { markdown, ...about } = article;
  const { title, url, language } = article;
  const shown = await storeBody(await renderSource(markdown, { language, source, tokens: body.tokens }, signal), ports);
  const words = countWords(markdown);
  return {
    name: PAGE,
    payload: 'page',
    message: [READ_MESSAGE, article.cut === true ? CUT_NOTE : '', stale ? STALE_NOTE : ''].filter(Boolean).join(' '),
    metadata: { title, count: words.toLocaleString('en') },
    objects: [{ name: PAGE, body, meta: { ...about, words, tab: tabId }, hidden: false }],
    content: [{ type: 'resource', title, uri: url, language, body: shown }],
    labels: getPageLabels(url),
  };
}

const READ_MESSAGE = 'Read “{title}”: {count} words.';
/** For people too: the steps and the answer say it. */
export const CUT_NOTE = 'The page is so long that only its first part was read.';
const STALE_NOTE = 'The address is new, but the text is still that of the page before: it may not have loaded yet.';

function createUnreadOutcome(thrown: unknown): ToolOutcome {
  const { message } = toUserError(thrown);
  return {
    name: PAGE,
    payload: 'text',
    message: 'One of the tabs that were added could not be read: {why}',
    metadata: { why: message },
    objects: [],
    labels: UNKNOWN_LABELS,
  };
}

/** Null if they are read. */
export function planReadPage(state: AgentState): PlannedCall | null {
  if (!state.spec || arePagesRead(state)) return null;
  return { tool: readPage.definition.name, args: {}, thought: 'The page has to be read first.' };
}

/** Added tabs need only have been tried. */
function arePagesRead(state: AgentState): boolean {
  const { tabId = -1, also = [] } = state.spec ?? {};
  const readTabs = new Set(listPages(state).map(({ meta }) => meta.tab));
  if (!readTabs.has(tabId)) return false;
  return also.every((tab) => readTabs.has(tab)) || findOutcome(state, readPage.definition.name, {}) !== undefined;
}

/** Throws a `UserFacingError` if the page has none or it is too long. */
export function requireArticle(reading: PageReading): Article {
  if (reading.kind === 'article') return limitArticle(reading.article);
  throw new UserFacingError(reading.kind === 'consent' ? CONSENT_ERROR : EMPTY_ERROR);
}

const EMPTY_ERROR = {
  code: 'page.empty',
  message: 'It may be made of pictures, or its text may not have come yet.',
  hint: 'If the page is still loading, wait until its text shows and try again.',
};
const CONSENT_ERROR = {
  code: 'page.consent',
  message: 'This page shows only a consent dialog.',
  hint: 'Accept or refuse it on the page, then try again.',
};

/** About 2,000 printed pages. */
const MAX_PAGE_CHARS = 5_000_000;
const MAX_META_CHARS = 500;
const MAX_URL_CHARS = 8_000;

function limitArticle(article: Article): Article {
  const { title, byline, site, published, language, url, markdown, cut } = article;
  if (markdown.length > MAX_PAGE_CHARS)
    throw new UserFacingError({
      code: 'page.too-large',
      message: `This page has ${markdown.length.toLocaleString('en')} characters, more than KnowledgeLens reads at once.`,
      hint: 'Open a part of it, such as one chapter, and ask about that.',
    });
  return {
    markdown,
    ...(cut === true && { cut }),
    title: clip(title, MAX_META_CHARS),
    byline: clip(byline, MAX_META_CHARS),
    site: clip(site, MAX_META_CHARS),
    published: clip(published, 100),
    language: clip(language, 100),
    url: clip(url, MAX_URL_CHARS),
  };
}
