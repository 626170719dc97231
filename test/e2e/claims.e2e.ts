/** An answer with one faithful and one turned claim: the panel marks the turned one alone, with both words side by side. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reply } from '../kit/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../kit/model-server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { answered, ask } from './asking.ts';
import { type Harness, launch } from './harness.ts';
import { openWithPanel, useServer } from './reader.ts';

let site: Site;
let server: ModelServer;
let x: Harness;
const PATH = '/made/tides';
const PAGE = `<title>The harbour</title><h1>The harbour</h1>
  <p>Traffic in the harbour rose by 14 % in 2015. The new crane may lift up to 40 tonnes.</p>
  ${'<p>Nothing of note happened on the river that day, and nobody wrote it down.</p>'.repeat(30)}`;
const ANSWER =
  'The crane may lift as much as 40 tonnes [may lift up to 40 tonnes](#). Traffic rose by 40 % in 2015 [Traffic in the harbour rose](#).';

beforeAll(async () => {
  [site, server, x] = await Promise.all([startSite(), startModelServer(), launch()]);
  await x.context.route(
    (url) => url.pathname === PATH,
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: PAGE }),
  );
  await useServer(x, server, { contextTokens: 128_000 });
});
afterAll(async () => {
  await x.close();
  await Promise.all([site.close(), server.close()]);
});

test('a claim that says otherwise than its quote is marked, and a faithful one is not [R11.3]', async () => {
  server.respond(() => reply({ text: ANSWER }));
  const { panel } = await openWithPanel(x, site.url + PATH);
  await ask(panel, 'How much does the crane lift?');
  await answered(panel);
  const marks = panel.locator('article .quote-mark');
  await marks.nth(1).waitFor();
  expect(await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-doubt')))).toEqual([
    null,
    'check this',
  ]);
  const told = panel.locator('.mismatch');
  await told.waitFor();
  expect(await told.count()).toBe(1);
  expect(await told.innerText()).toMatch(/check this\s+The answer says\s+“?40 %”?,\s+the source says\s+“?14 %”?/);
  await panel.getByText('1 to check', { exact: false }).first().waitFor();
  const folder = process.env['KL_PICTURES'];
  if (folder !== undefined)
    for (const colorScheme of ['light', 'dark'] as const) {
      await panel.emulateMedia({ colorScheme });
      await panel.screenshot({ path: `${folder}/claims-${colorScheme}.png` });
    }
  expect(await x.problems()).toEqual([]);
});
