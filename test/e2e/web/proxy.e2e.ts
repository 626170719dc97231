/** Behind a proxy the browser cannot know where a name leads, and the web is read all the same. */
import { expect, onTestFinished, test } from 'vitest';
import { startModelServer } from '../../kit/models/model-server.ts';
import { startSearchServer } from '../../kit/web/search-server.ts';
import { startSite } from '../../kit/pages/site.ts';
import { startWebHost } from '../../kit/web/web-host.ts';
import { launch } from '../kit/harness.ts';
import { openWithPanel, telling, useServer } from '../kit/reader.ts';
import { answerArticle, answered, askWeb, FLOOD, minded, serveTides } from '../kit/researching.ts';

test('a page that only a proxy reaches is read', async () => {
  const [site, server, engine, proxy] = await Promise.all([
    startSite(),
    startModelServer(minded()),
    startSearchServer(() => [FLOOD]),
    startWebHost(),
  ]);
  serveTides(proxy);
  proxy.on('/generate_204', (_, response) => response.writeHead(204).end());
  const x = await launch({
    args: [`--proxy-server=http://127.0.0.1:${String(proxy.port)}`, '--ignore-certificate-errors'],
  });
  onTestFinished(async () => {
    await x.close();
    await Promise.all([site, server, engine, proxy].map((each) => each.close()));
  });
  await useServer(x, server, { contextTokens: 128_000, search: { engines: [engine.config('searxng')] } });
  await x.grantHost('<all_urls>');
  const { panel } = await openWithPanel(x, site.page('news'));
  await askWeb(panel, 'How high did the storm tide of 1962 rise in Hamburg?');
  await answered(panel);
  await telling(panel, answerArticle(panel).last().locator('.quote-mark').first().waitFor());
  expect(proxy.visits.filter(({ path }) => path === FLOOD.url)).toHaveLength(1);
});
