/**
 * A summary's first word: from the request in the panel to the word on its screen. The rule: the server replies at once,
 * so that what is left is the product and the browser.
 */
import { rawLaunch } from '../e2e/raw.ts';
import { reply } from '../kit/model-server-replies.ts';
import { startModelServer } from '../kit/model-server.ts';
import { settingsOf } from '../kit/settings.ts';
import { startSite } from '../kit/site.ts';
import { median, p95, type Figure } from './figure.ts';
import { waitForEnd } from './run-end.ts';

const TIMES = 25;

interface FirstWord {
  readonly runId: string;
  /** Milliseconds until the panel shows the word. */
  readonly took: number;
}

/** Runs in the panel. */
async function summarise(word: string): Promise<FirstWord> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const message = { type: 'run.start', job: 'summarise', tabId: tab?.id, commandId: crypto.randomUUID() };
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
  if (!started.ok) throw new Error(`The summary was refused: ${JSON.stringify(started)}`);
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
    const times = { cold: [] as number[], warm: [] as number[] };
    for (let i = 0; i < 2 * TIMES; i += 1) {
      const isCold = i % 2 === 0;
      if (isCold) await x.killWorker();
      const word = `Word${String(i)}x`;
      server.respond(() => reply({ text: `- ${word} begins the reply, which goes on for a sentence.` }));
      const { runId, took } = await panel.evaluate(summarise, word);
      await waitForEnd(panel, runId, `summary ${String(i)}`);
      times[isCold ? 'cold' : 'warm'].push(took);
    }
    return Object.entries(times).flatMap(([name, values]) => [
      { name: `first word of a summary, worker ${name}, median`, value: median(values), unit: 'ms' },
      { name: `first word of a summary, worker ${name}, p95`, value: p95(values), unit: 'ms' },
    ]);
  } finally {
    await x.close();
    await Promise.all([site.close(), server.close()]);
  }
}
