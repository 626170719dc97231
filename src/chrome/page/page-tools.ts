/** Tools that pages offer (WebMCP): listed and called in the tab's document, as far as the extension may read it. */
import type { ServerTool } from '../../lib/agent/frames/server-tool.ts';
import type { ServerToolResult, ToolServers } from '../../lib/agent/ports.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { isRecord, toText } from '../../lib/base/loose.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import { MAX_RESULT } from '../../lib/protocol/offscreen/tool-server.ts';
import type { PageTool } from '../../lib/protocol/page-tools.ts';
import {
  isCallable,
  listRunTools,
  readPageTools,
  toShownTool,
  type ReadPageTool,
} from '../../lib/toolbox/server/page-tools.ts';
import { hasSwitchedTools, loadSwitchedTools, switchPageTool } from '../storage/page-tools.ts';
import { callInDocuments, callInPage, withPageErrors } from './page-scripts.ts';
import { findCurrentTab } from './replaced-tabs.ts';

const LIST_MS = 10_000;
const CALL_MS = 110_000;

export interface PageTools extends Pick<ToolServers, 'call'> {
  /** Rejects with a `UserFacingError` if the tab cannot be read. */
  list(tabId: number): Promise<{ readonly host: string; readonly tools: readonly PageTool[] }>;
  /** Those that are on. None where the tab cannot be read. */
  listForRun(tabId: number): Promise<readonly ServerTool[]>;
  /** Rejects with a `UserFacingError` if another site is there, or the page no longer offers it as it was shown. */
  switch(tabId: number, host: string, tool: Pick<PageTool, 'name' | 'pin'>, on: boolean): Promise<void>;
}

interface Offer {
  readonly page: NonNullable<ServerTool['page']>;
  /** '' where no web page is. */
  readonly origin: string;
  readonly tools: readonly ReadPageTool[];
}

export function createPageTools(script: string): PageTools {
  async function readOffer(ofTab: number, documentId?: string): Promise<Offer> {
    const tabId = await findCurrentTab(ofTab);
    const target = documentId === undefined ? { tabId } : { tabId, documentIds: [documentId] };
    const [answer] = await withPageErrors(tabId, { timeoutMs: LIST_MS, error: SILENT_ERROR }, () =>
      callInDocuments({ target, script }, () => globalThis.__klPageTools?.list()),
    );
    const found = isRecord(answer?.result) ? answer.result : {};
    const origin = parseUrl(toText(found['origin']))?.origin ?? '';
    const isWeb = /^https?:/.test(origin);
    return {
      page: { tabId: ofTab, documentId: answer?.documentId ?? '' },
      origin: isWeb ? origin : '',
      tools: isWeb ? await readPageTools(found['tools']) : [],
    };
  }

  async function show(tabId: number): Promise<Omit<Offer, 'tools'> & { readonly tools: readonly PageTool[] }> {
    const offer = await readOffer(tabId);
    const on = offer.tools.length === 0 ? [] : await loadSwitchedTools(offer.origin);
    return { ...offer, tools: offer.tools.map((tool) => toShownTool(tool, on)) };
  }

  return {
    async list(tabId) {
      const { origin, tools } = await show(tabId);
      return { host: parseUrl(origin)?.host ?? '', tools };
    },
    async listForRun(tabId) {
      if (!(await hasSwitchedTools())) return []; // no page is waited for
      const offer = await show(tabId).catch(() => null);
      return offer === null ? [] : listRunTools(offer.tools, offer.origin, offer.page);
    },
    async switch(tabId, host, { name, pin }, on) {
      const { origin, tools } = await readOffer(tabId);
      if (parseUrl(origin)?.host !== host) throw new UserFacingError(MOVED_ERROR);
      const tool = tools.find((each) => each.name === name);
      if (on && (tool?.pin !== pin || !isCallable(tool))) throw new UserFacingError(createChangedError(name));
      await switchPageTool({ origin, name, pin }, on);
    },
    async call({ page, name, pin, address }, args, { id }, _onProgress, signal): Promise<ServerToolResult> {
      if (page === undefined) throw new UserFacingError(MOVED_ERROR);
      const offer = await readOffer(page.tabId, page.documentId).catch(() => null);
      if (offer?.origin !== address) throw new UserFacingError(MOVED_ERROR);
      const on = await loadSwitchedTools(address);
      const tool = offer.tools.find((each) => each.name === name);
      if (tool === undefined) throw new UserFacingError(createGoneError(name));
      if (tool.pin !== pin || !isCallable(tool)) throw new UserFacingError(createChangedError(name));
      if (!toShownTool(tool, on).isOn) throw new UserFacingError(createOffError(name));
      const target = { tabId: await findCurrentTab(page.tabId), documentIds: [page.documentId] };
      if (signal.aborted) throw new UserFacingError(STOPPED_ERROR); // nothing was called yet
      const stop = (): void => {
        const stopIt = (of: string): void => globalThis.__klPageTools?.stop(of);
        void callInPage({ target, at: 'once' }, stopIt, id).catch(() => undefined); // it is gone with its page
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        const end = await withPageErrors(target.tabId, { signal, timeoutMs: CALL_MS, error: CUT_ERROR }, () =>
          callInPage({ target, at: 'once' }, callOnce, tool.raw, args, id, MAX_RESULT),
        );
        return toResult(end, name);
      } catch (thrown) {
        stop();
        // it had begun: what the page did until it went away is not known
        throw thrown instanceof UserFacingError && thrown.error.code.startsWith('page.')
          ? new UserFacingError(CUT_ERROR)
          : thrown;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

const callOnce = (raw: ReadPageTool['raw'], args: object, id: string, maxChars: number) =>
  globalThis.__klPageTools?.call(raw, args, id, maxChars);

/** Data from a renderer is not trusted. */
function toResult(end: unknown, name: string): ServerToolResult {
  const { type, failed, text, cut } = isRecord(end) ? end : {};
  if (type === 'gone') throw new UserFacingError(createGoneError(name));
  if (type === 'changed') throw new UserFacingError(createChangedError(name));
  if (type !== 'done') throw new UserFacingError(CUT_ERROR); // the document went away while it ran
  const said = toText(text);
  return {
    failed: failed !== false,
    text: said.slice(0, MAX_RESULT),
    structured: null,
    cut: cut === true || said.length > MAX_RESULT,
    leftOut: 0,
    declined: 0,
  };
}

/** Calls go to the page or to the server that a tool is of. */
export const joinToolServers = (servers: ToolServers, pages: Pick<ToolServers, 'call'>): ToolServers => ({
  ...servers,
  call: (tool, ...rest) => (tool.page === undefined ? servers : pages).call(tool, ...rest),
});

const LOOK_AGAIN = 'Press +, “Tools of this page”, read what it says now and switch it on again.';

const createGoneError = (name: string): UserError => ({
  code: 'page-tool.gone',
  message: `The page offers no tool ${isolateLine(name)} any more.`,
  hint: 'Reload the page and look again, or do without it.',
});
const createChangedError = (name: string): UserError => ({
  code: 'page-tool.changed',
  message: `The page has changed its tool ${isolateLine(name)}.`,
  hint: LOOK_AGAIN,
});
const createOffError = (name: string): UserError => ({
  code: 'page-tool.off',
  message: `The page’s tool ${isolateLine(name)} is switched off.`,
  hint: LOOK_AGAIN,
});
const MOVED_ERROR: UserError = {
  code: 'page-tool.moved',
  message: 'The page that offers this tool was closed, reloaded or left.',
  hint: 'Open it and ask there.',
};
const STOPPED_ERROR: UserError = {
  code: 'page-tool.stopped',
  message: 'It was stopped before the page’s tool was called.',
  hint: 'Ask again.',
};
const CUT_ERROR: UserError = {
  code: 'page-tool.cut',
  message: 'The page’s tool took too long or was cut off. Whether it did something isn’t known.',
  hint: 'Look at the page.',
};
const SILENT_ERROR: UserError = {
  code: 'page-tool.silent',
  message: 'The page doesn’t say what tools it has.',
  hint: 'Reload it and try again.',
};
