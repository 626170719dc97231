/** A browser in which somebody reads: tabs, the panel, a model, an engine and the web, and one use of the product after another. */
import { randomUUID } from 'node:crypto';
import { fiveSteps } from '../../e2e/kit/asking.ts';
import { rawLaunch, type RawPage } from '../../e2e/kit/raw.ts';
import { DYKES, FLOOD, minded, serveTides } from '../../e2e/kit/researching.ts';
import { agentReply, offeredTools } from '../../kit/models/model-server-agent.ts';
import { promptOf, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { startSearchServer } from '../../kit/web/search-server.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import { startSite } from '../../kit/pages/site.ts';
import { placeHosts, startWebHost } from '../../kit/web/web-host.ts';
import { waitForEnd } from './run-end.ts';

const PAGES = ['long-read', 'news', 'docs', 'wiki', 'forum', 'tutorial'];
const QUESTION = { also: [], selection: null, pictures: [], sources: null };
const CLOSE_EVERY = 10;

/** What is asked of the worker, by turns. */
const USES = ['summarise', 'ask', 'explain', 'picture', 'research'] as const;
export const USE_COUNT = USES.length;

export type Reader = Awaited<ReturnType<typeof startReader>>;

export async function startReader(tabCount: number) {
  const [site, server, engine, web] = await Promise.all([
    startSite(),
    startModelServer(),
    startSearchServer(),
    startWebHost(),
  ]);
  const x = await rawLaunch({ args: placeHosts({ 'tides.example.org': web }) });
  serveTides(web);
  engine.find(() => [FLOOD, DYKES]);
  const research = minded();
  server.respond((exchange) => {
    if (/storm tide|search result/i.test(promptOf(exchange))) return research(exchange);
    return offeredTools(exchange).length > 0 ? agentReply(fiveSteps) : reply();
  });
  await x.grantHost('<all_urls>');
  const model = { endpoint: server.url, model: 'test-model', contextTokens: 128_000 };
  await x.setSettings(settingsOf({ ...model, search: { engines: [engine.config('searxng')] } }));

  let made = 0;
  const openTab = (): Promise<RawPage> => {
    made += 1;
    return x.open(`${site.page(PAGES[made % PAGES.length] ?? 'news')}#${String(made)}`);
  };
  const tabs: RawPage[] = [];
  for (let i = 0; i < tabCount; i += 1) tabs.push(await openTab());
  const [first] = tabs;
  if (first === undefined) throw new Error('There is no tab.');
  await x.clickAction(first);
  const panel = await x.sidePanel();

  /** The `nth` use, in the tab whose turn it is. Resolves when its run has ended. */
  async function use(nth: number): Promise<void> {
    const place = nth % tabs.length;
    if (nth % CLOSE_EVERY === CLOSE_EVERY - 1) {
      await tabs[place]?.close();
      tabs[place] = await openTab();
    }
    const tab = tabs[place];
    const name = USES[nth % USES.length];
    if (tab === undefined || name === undefined) throw new Error('There is no such tab.');
    await x.send('Target.activateTarget', { targetId: tab.targetId });
    if (name === 'explain') await tab.evaluate(selectParagraph);
    const tabId = await panel.evaluate(findActiveTab);
    const runId = await start(name, tabId, nth);
    await waitForEnd(panel, runId, `${name}, use ${String(nth)}`);
  }

  async function start(name: (typeof USES)[number], tabId: number, nth: number): Promise<string> {
    const common = { tabId, commandId: randomUUID() };
    const question = { ...common, ...QUESTION };
    const messages: Record<typeof name, object> = {
      summarise: { type: 'run.start', job: 'summarise', ...common },
      ask: { type: 'run.ask', job: 'ask', goal: `How many painters are there? (${String(nth)})`, ...question },
      explain: { type: 'selection.start', action: 'explain', preset: '', ...common },
      picture: { type: 'picture.take', what: 'visible', ...common },
      research: { type: 'run.ask', job: 'research', goal: `How high was storm tide ${String(nth)}?`, ...question },
    };
    const sent = await panel.evaluate(
      (message: object) => chrome.runtime.sendMessage<object, Reply>(message),
      messages[name],
    );
    if (!sent.ok) throw new Error(`${name} was refused: ${JSON.stringify(sent)}`);
    return sent.value.runId;
  }

  return {
    x,
    use,
    async close(): Promise<void> {
      await x.close();
      await Promise.all([site, server, engine, web].map((each) => each.close()));
    },
  };
}

interface Reply {
  readonly ok: boolean;
  readonly value: { readonly runId: string };
}

function selectParagraph(): void {
  const paragraph = document.querySelector('p');
  if (paragraph) getSelection()?.selectAllChildren(paragraph);
}

async function findActiveTab(): Promise<number> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? -1;
}
