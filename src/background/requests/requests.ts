/** Handles accepted requests of pages and toolbar: always replies, errors included. */
import type { MirroredStore } from '../../lib/agent/store/mirror.ts';
import { requirePress } from '../../chrome/selection-toolbar/toolbar-press.ts';
import { restoreToolbar } from '../../chrome/selection-toolbar/toolbar.ts';
import type { SignIn } from '../../chrome/offscreen/sign-in.ts';
import type { ChromeToolServers } from '../../chrome/offscreen/tool-servers.ts';
import type { PageTools } from '../../chrome/page/page-tools.ts';
import { dropTypedKey } from '../../chrome/storage/keys.ts';
import { loadSettings } from '../../chrome/storage/settings.ts';
import { signOut } from '../../chrome/storage/sign-ins.ts';
import type { SpendingLedger } from '../../chrome/storage/spending-ledger.ts';
import type { PanelHub } from '../runs/panel-hub.ts';
import { toUserError, UserFacingError } from '../../lib/base/errors.ts';
import type { ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import type { Replies, Reply, Request, RequestName } from '../../lib/protocol/requests/requests.ts';
import { SIGN_IN_MS } from '../../lib/protocol/requests/bounds.ts';
import type { ModelProber } from '../probing.ts';
import type { DraftService } from '../drafting.ts';
import { estimateFile, estimatePage, estimateSelection, type EstimateDeps } from './estimates.ts';
import type { QuestionEstimator } from './question-estimate.ts';
import type { PictureService } from '../presses/picturing.ts';
import { createHistoryHandlers, type HistoryRequestDeps } from './history-requests.ts';
import { createRunHandlers, type Handlers, type RunRequestDeps } from './run-requests.ts';
import type { Schedules } from '../schedules.ts';
import type { SearchService } from '../engine-tests.ts';
import { createPress, type SelectionService } from '../presses/selecting.ts';

interface RequestDeps extends RunRequestDeps, HistoryRequestDeps, EstimateDeps {
  readonly store: MirroredStore;
  readonly probing: ModelProber;
  readonly toolServers: Pick<ChromeToolServers, 'list' | 'listResources' | 'getText'>;
  readonly pageTools: Pick<PageTools, 'list' | 'switch'>;
  readonly signIn: SignIn;
  readonly searching: SearchService;
  readonly selecting: SelectionService;
  readonly picturing: PictureService;
  readonly drafting: DraftService;
  readonly loadSchedules: () => Promise<Pick<Schedules, 'save' | 'enable' | 'runNow' | 'remove'>>;
  readonly estimateQuestion: QuestionEstimator;
  /** Deletes those that no conversation names. */
  readonly discardBodies: (hashes: readonly string[]) => Promise<void>;
  readonly ledger: Pick<SpendingLedger, 'listRows' | 'clear' | 'loadExpenses'>;
  readonly hub: Pick<PanelHub, 'refresh' | 'showExpenses' | 'hasOtherPanels'>;
}

/** A last resort: pages, tests and lists have shorter timeouts of their own. */
const REQUEST_TIMEOUT_MS = 120_000;
const startTimeout = (): AbortSignal => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

const PROMPT_OFF_ERROR = {
  code: 'tool-server.prompt-off',
  message: 'This prompt is switched off, or its server is gone.',
  hint: 'Open Settings, Tools, to see what is on.',
};

const SERVER_GONE_ERROR = {
  code: 'tool-server.removed',
  message: 'This server was removed, or has another address now.',
  hint: 'Open Settings, Tools, to see which there are.',
};

/** `gesture`: of a request that must come from a user's press; whether it does. */
type HandleRequest = (
  request: Request,
  sender: chrome.runtime.MessageSender,
  gesture?: Promise<boolean>,
) => Promise<Reply<RequestName>>;

export function createRequestHandler(deps: RequestDeps): HandleRequest {
  const { agents, ledger } = deps;
  /** The tests and lists of models under way, each with the page that waits for it. */
  const controllers = new Map<AbortController, string | undefined>();
  const runAbortable = async <T>(
    { documentId }: chrome.runtime.MessageSender,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController();
    controllers.set(controller, documentId);
    try {
      return await work(AbortSignal.any([controller.signal, startTimeout()]));
    } finally {
      controllers.delete(controller);
    }
  };
  const handlers: Handlers = {
    ...createRunHandlers(deps),
    ...createHistoryHandlers(deps),
    'selection.start': async ({ tabId, action, preset, commandId }) => ({
      runId: await deps.selecting.startAction({ ...createPress(tabId, action, commandId), preset }),
    }),
    'selection.estimate': ({ tabId }) => estimateSelection(tabId, deps, startTimeout()),
    'selection.act': ({ action, preset, text, commandId }, sender) =>
      deps.selecting.handleToolbarAction({ action, preset, text, commandId }, sender),
    'selection.menu': () => deps.selecting.getMenu(),
    'picture.take': ({ tabId, what, commandId }) => deps.picturing.takePicture(tabId, what, commandId),
    'picture.read': ({ tabId, pictures, commandId }) => deps.picturing.readPictures(tabId, pictures, commandId),
    // the same file may be attached in another panel, and is deleted later if no conversation names it
    'attachment.discard': async ({ hashes }, { documentId }) => {
      if (!deps.hub.hasOtherPanels(documentId)) await deps.discardBodies(hashes);
    },
    'region.chosen': ({ ticket, region }, sender) => deps.picturing.handleRegion(ticket, region, sender),
    'selection.hide': ({ where }, sender) => deps.selecting.hide(where, sender),
    'selection.show': (_, { tab }) => restoreToolbar(tab?.id ?? -1),
    'agents.list': () => agents.list(),
    'agents.save': ({ text, manifest }) => agents.save(text, manifest),
    'agents.enable': ({ id, enabled }) => agents.enable(id, enabled),
    'agents.remove': ({ id }) => agents.remove(id),
    'agents.estimate-draft': () => deps.drafting.estimate(),
    'agents.draft': async ({ task, commandId }) => ({ draft: await deps.drafting.draft(task, commandId) }),
    'agents.stop-draft': ({ commandId }) => {
      deps.drafting.stop(commandId);
      return Promise.resolve();
    },
    'web.outlook': () => deps.searching.estimateSearch(),
    'search.test': ({ config, key }) => deps.searching.testEngine(config, key, startTimeout()),
    'page.estimate': ({ tabId }) => estimatePage(tabId, deps, startTimeout()),
    'file.estimate': ({ file }) => estimateFile(file, deps, startTimeout()),
    'question.estimate': deps.estimateQuestion,
    'spending.list': async () => ({ rows: await ledger.listRows() }),
    'spending.clear': async () => {
      await ledger.clear();
      deps.hub.showExpenses(await ledger.loadExpenses());
    },
    'model.test': ({ candidate, commandId }, sender) =>
      runAbortable(sender, (signal) => deps.probing.testModel(candidate, commandId, signal)),
    'model.list': async ({ candidate }, sender) => ({
      models: await runAbortable(sender, (signal) => deps.probing.listModels(candidate, signal)),
    }),
    'tool-server.test': async ({ address, key }) => {
      try {
        return await deps.toolServers.list(address, key, startTimeout());
      } finally {
        await dropTypedKey(key); // the page that had it may be closed before the test ends
      }
    },
    'tool-server.get-prompt': async ({ server, address, name, values }) => {
      const { prompts = [] } = await findServer(server, address);
      const prompt = prompts.find((each) => each.name === name);
      if (!prompt) throw new UserFacingError(PROMPT_OFF_ERROR);
      const { pin } = prompt;
      return deps.toolServers.getText({ type: 'prompt', address, name, pin, values }, startTimeout());
    },
    'tool-server.find-resources': async ({ server }) => {
      const { address } = await findServer(server);
      return deps.toolServers.listResources(address, startTimeout());
    },
    'tool-server.read-resource': async ({ server, address, uri, values }) => {
      await findServer(server, address);
      return deps.toolServers.getText({ type: 'resource', address, uri, values }, startTimeout());
    },
    'page-tools.list': ({ tabId }) => deps.pageTools.list(tabId),
    'page-tools.switch': ({ tabId, host, name, pin, on }) => deps.pageTools.switch(tabId, host, { name, pin }, on),
    'tool-server.sign-in': (request) => deps.signIn(request, AbortSignal.timeout(SIGN_IN_MS)),
    'tool-server.sign-out': async ({ address }) => ({ isKept: await signOut(address) }),
    'schedules.save': async ({ schedule }) => (await deps.loadSchedules()).save(schedule),
    'schedules.enable': async ({ id, on }) => (await deps.loadSchedules()).enable(id, on),
    'schedules.run': async ({ id, at }) => (await deps.loadSchedules()).runNow(id, at),
    'schedules.remove': async ({ id, removed }) => (await deps.loadSchedules()).remove(id, removed),
    'model.stop': (_, { documentId }) => {
      for (const [controller, asker] of controllers) if (asker === documentId) controller.abort();
      return Promise.resolve();
    },
  };

  return async (request, sender, gesture) => {
    try {
      if (gesture !== undefined) await requirePress(sender, gesture, request.type === 'selection.show');
      const handler = handlers[request.type] as (
        r: Request,
        s: chrome.runtime.MessageSender,
      ) => Promise<Replies[RequestName] | undefined>;
      return { ok: true, value: (await handler(request, sender)) ?? {} };
    } catch (thrown) {
      return { ok: false, error: toUserError(thrown) };
    }
  };
}

/** `shown`: its address, if something that was typed goes there. */
async function findServer(id: string, shown?: string): Promise<ToolServerSettings> {
  const served = (await loadSettings()).toolServers.find((server) => server.id === id);
  if (served && (shown === undefined || served.address === shown)) return served;
  throw new UserFacingError(SERVER_GONE_ERROR);
}
