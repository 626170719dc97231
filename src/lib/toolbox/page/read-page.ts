/** `read_page`: the main content of the run's tabs. Idempotent; unreadable added tabs are left out. */
import { toUserError, UserFacingError } from '../../base/errors.ts';
import { findOutcome } from '../../agent/state/fold-tool-calls.ts';
import { UNKNOWN_LABELS } from '../../agent/frames/labels.ts';
import { NO_TAB } from '../../agent/frames/spec.ts';
import {
  OWN_TAB,
  type PlannedCall,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../../agent/tool-calls/index.ts';
import type { Article } from '../../agent/ports.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { buildPageOutcome, requireArticle, storeArticle, type StoredArticle } from './article.ts';
import { getPageLabels, PAGE } from './page-artifacts.ts';
import { listPages, listSources } from '../sources.ts';
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
  errorLabels: getPageLabels(''),
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
    const sources = listSources(state).map(({ name, meta }) =>
      name === PAGE && meta.file === undefined ? meta.tab : null,
    );
    const outcomes: ToolOutcome[] = [];
    for (const { tabId, page } of readings) {
      if ('article' in page && !sources.includes(tabId)) sources.push(tabId, ...(page.comments ? [null] : []));
      outcomes.push(
        'article' in page
          ? await buildPageOutcome(page, { tab: tabId, source: sources.indexOf(tabId) }, context)
          : page,
      );
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

async function readTab(tabId: number, { ports, signal, state }: ToolContext): Promise<StoredArticle> {
  const { byClock } = state().spec ?? {};
  if (byClock && tabId === NO_TAB) return readKept(byClock.page, ports);
  const reading = await ports.pages.read(tabId, signal);
  const stored = await storeArticle(requireArticle(reading), ports);
  return { ...stored, stale: reading.kind === 'article' && reading.stale === true };
}

/** The page of a scheduled run, which was read for it before it began. */
async function readKept(hash: string, ports: ToolContext['ports']): Promise<StoredArticle> {
  const text = await ports.blobs.get(hash);
  if (text === undefined) throw new UserFacingError(KEPT_GONE_ERROR);
  return storeArticle(requireArticle({ kind: 'article', article: JSON.parse(text) as Article }), ports);
}

const KEPT_GONE_ERROR = {
  code: 'page.gone',
  message: 'The page that was read for this run is not kept any more.',
  hint: 'Run the schedule again.',
};

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
