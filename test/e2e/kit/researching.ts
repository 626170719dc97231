/** A model's part in research on the web, and what a user does to ask and read. The rule: only the model's mind is scripted. */
import type { Locator, Page } from 'playwright-core';
import { agentReply, type AgentScript } from '../../kit/models/model-server-agent.ts';
import { promptOf, reply } from '../../kit/models/model-server-replies.ts';
import type { Behaviour, Exchange } from '../../kit/models/model-server.ts';
import type { ScriptedResult } from '../../kit/web/search-server.ts';
import type { WebHost } from '../../kit/web/web-host.ts';
import { until } from './behind.ts';
import { telling } from './reader.ts';

export const SAID = 'In the night to 17 February 1962 the storm tide rose to 5.70 metres in Hamburg';
export const TIDES = 'http://tides.example.org';

export const found = (title: string, url: string, snippet = `About ${title}.`): ScriptedResult => ({
  title,
  url,
  snippet,
});
export const FLOOD = found('The flood of 1962', `${TIDES}/flood`, 'What happened in the night to 17 February.');
export const DYKES = found('Dykes', `${TIDES}/dykes`);

/** A page of that host from now on. */
export function html(web: WebHost, path: string, body: string): void {
  web.on(path, (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><head><title>${path.slice(1)}</title></head><body><main>${body}</main></body></html>`,
      ),
  );
}

export function serveTides(web: WebHost): void {
  html(web, '/flood', `<h1>The flood of 1962</h1><p>${SAID}, higher than ever before. Sixty dykes broke.</p>`);
  html(web, '/dykes', '<h1>Dykes</h1><p>Dykes are built of sand and clay, and grass keeps them together.</p>');
}

export interface Mind {
  /** Titles that are of use. */
  readonly useful?: readonly string[];
  readonly rewrite?: (prompt: string) => string;
  readonly answer?: AgentScript;
  readonly grading?: Behaviour;
}

/** A model that grades by title, rewrites as told, and answers with a quote. */
export function minded({
  useful = [FLOOD.title, DYKES.title],
  rewrite = () => 'storm tide',
  answer = () => ({ text: `It [rose to 5.70 metres](#) then, and [reached nine metres](#) later.` }),
  grading,
}: Mind = {}) {
  return (exchange: Exchange): Behaviour => {
    const prompt = promptOf(exchange);
    if (prompt.includes('Judge for each search result')) return grading ?? reply({ text: grades(prompt, useful) });
    if (prompt.includes('Write one other query')) return reply({ text: JSON.stringify({ query: rewrite(prompt) }) });
    return agentReply(answer);
  };
}

export function grades(prompt: string, useful: readonly string[]): string {
  const titles = Array.from(prompt.matchAll(/^\d+\. title: (.*)$/gm), ([, title = '']) => title);
  return JSON.stringify(
    titles.map((title, i) => ({
      index: i + 1,
      relevance: useful.includes(title) ? 'relevant' : 'not_relevant',
      confidence: 0.9,
      reason: useful.includes(title) ? 'it is about the flood' : 'an advertisement',
    })),
  );
}

export async function askWeb(panel: Page, question: string): Promise<void> {
  const web = panel.getByRole('button', { name: 'Web', exact: true });
  const box = panel.getByRole('textbox', { name: 'Ask the web' });
  // the panel may still show the tab before, which has a box of its own
  const isReady = async (): Promise<boolean> => {
    if ((await web.getAttribute('aria-pressed')) !== 'true') await web.click();
    return (await box.isVisible()) && (await panel.getByText(/^Searches /).isVisible());
  };
  await telling(panel, until(isReady, 'the question to be for the web', 30_000));
  await box.fill(question);
  await box.press('Enter');
}

export const answerArticle = (panel: Page): Locator => panel.getByRole('article', { name: 'Answer from the web' });

export async function answered(panel: Page): Promise<string> {
  const ready = panel.getByRole('status').filter({ hasText: 'Answer ready' });
  await telling(panel, ready.first().waitFor({ timeout: 45_000 }));
  return answerArticle(panel).last().innerText();
}
