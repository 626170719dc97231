/**
 * The first word of a summary and of an explanation: from the request in the panel to the word on its screen. The rule: the
 * server replies at once, so that what is left is the product and the browser.
 */
import { rawLaunch } from '../../e2e/kit/raw.ts';
import { reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer } from '../../kit/models/model-server.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import { startSite } from '../../kit/pages/site.ts';
import { median, p95, type Figure } from '../figure.ts';
import { waitForEnd } from './run-end.ts';

const TIMES = 25;

interface FirstWord {
  readonly runId: string;
  /** Milliseconds until the panel shows the word. */
  readonly took: number;
}

const REQUESTS = {
  'a summary': { type: 'run.start', job: 'summarise' },
  'an explanation': { type: 'selection.start', action: 'explain', preset: '' },
} as const;

/** Runs in the panel. */
async function ask(word: string, request: object): Promise<FirstWord> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const message = { ...request, tabId: tab?.id, commandId: crypto.randomUUID() };
  const shown = new Promise<void>((resolve) => {
    const check = (): void => {
      if (!document.body.innerText.includes(word)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const began = performance.now();
  const started = await chrome.runtime.sendMessage<object, { ok: boolean; value: { runId: string } }>(message);
  if (!started.ok) throw new Error(`It was refused: ${JSON.stringify(started)}`);
  await shown;
  return { runId: started.value.runId, took: performance.now() - began };
}

export async function firstWordBench(): Promise<Figure[]> {
  const [x, site, server] = await Promise.all([rawLaunch(), startSite(), startModelServer()]);
  try {
    await x.grantHost('http://127.0.0.1/*');
    await x.setSettings(settingsOf({ endpoint: server.url, model: 'test-model', contextTokens: 128_000 }));
    const article = await x.open(site.page('news'));
    await x.clickAction(article);
    const panel = await x.sidePanel();
    await article.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body));
    const figures: Figure[] = [];
    for (const [what, request] of Object.entries(REQUESTS)) {
      const times = { cold: [] as number[], warm: [] as number[] };
      for (let i = 0; i < 2 * TIMES; i += 1) {
        const isCold = i % 2 === 0;
        if (isCold) await x.killWorker();
        const word = `${request.type.replace('.', '')}${String(i)}x`;
        server.respond(() => reply({ text: `- ${word} begins the reply, which goes on for a sentence.` }));
        const { runId, took } = await panel.evaluate(ask, word, request);
        await waitForEnd(panel, runId, `${what} ${String(i)}`);
        times[isCold ? 'cold' : 'warm'].push(took);
      }
      for (const [name, values] of Object.entries(times))
        figures.push(
          { name: `first word of ${what}, worker ${name}, median`, value: median(values), unit: 'ms' },
          { name: `first word of ${what}, worker ${name}, p95`, value: p95(values), unit: 'ms' },
        );
    }
    return figures;
  } finally {
    await x.close();
    await Promise.all([site.close(), server.close()]);
  }
}
