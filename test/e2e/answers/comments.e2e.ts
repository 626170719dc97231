/** Comments below an article and reviews of a product, as a user meets them: no part of its text, found by a question, and never taken for the author's words. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReply, pastCalls } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { type Harness, launch } from '../kit/harness.ts';
import { lit, look, press, seen } from '../kit/lit.ts';
import { checkLook } from '../kit/looks.ts';
import { openWithPanel, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

const STORY = Array.from(
  { length: 14 },
  (_, n) =>
    `<p>Chapter ${n} of the story tells of the river, of its locks and its bridges, and of the people who row on it by day and by night.</p>`,
).join('');
const REMARK = 'The weir at Lowfield was closed in March after the flood';
const COMMENTS = Array.from(
  { length: 12 },
  (_, n) =>
    `<li class="comment"><b>Reader ${n} says</b><p>${n === 8 ? REMARK : `Remark ${n}: I have known these waters all of my life`}.</p></li>`,
).join('');
const PAGE = `<!doctype html><html lang="en"><head><title>On rivers</title><meta property="og:type" content="article"></head>
<body><main><article><h1>On rivers</h1>${STORY}</article>
<section id="comments"><h2>12 comments</h2><ol class="comment-list">${COMMENTS}</ol></section></main></body></html>`;

const FAULT = 'The handle came off after three weeks of use';
const REVIEWS = Array.from(
  { length: 12 },
  (_, n) =>
    `<div class="review"><b>Buyer ${n}</b><p>${n === 8 ? FAULT : `Review ${n}: I have had this kettle since the spring`}.</p></div>`,
).join('');
const PRODUCT = `<!doctype html><html lang="en"><head><title>A kettle</title><meta property="og:type" content="product"></head>
<body><main><h1>A kettle</h1>${STORY.replace(/story/g, 'kettle')}<section class="customer-reviews"><h2>12 reviews</h2>${REVIEWS}</section></main></body></html>`;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
  for (const [path, body] of [
    ['/rivers', PAGE],
    ['/kettle', PRODUCT],
  ] as const)
    await x.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
    );
  await x.grantHost('http://localhost/*');
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const QUESTION = 'When was the weir at Lowfield closed?';
const CHIP = `Quote 1, word for word, from a comment: “${REMARK}`;

test('the built-in engine marks what it quotes of the comments', async () => {
  const { page, panel } = await openWithPanel(x, `${site.url}/rivers`);
  await ask(panel, QUESTION);
  expect(await answered(panel)).toContain(REMARK);
  await panel.getByRole('button', { name: CHIP }).waitFor();
  await page.close();
});

test('customers’ reviews of a product are found by a question about them', async () => {
  const { page, panel } = await openWithPanel(x, `${site.url}/kettle`);
  await ask(panel, 'What do buyers complain about: the handle?');
  expect(await answered(panel)).toContain(FAULT);
  const chip = panel.getByRole('button', { name: CHIP.replace('a comment', 'a review').replace(REMARK, FAULT) });
  await chip.waitFor();
  expect(await chip.getAttribute('data-shown')).toMatch(/^\d+ · review$/);
  await page.close();
});

test('what only a comment says is answered with a quote that is marked as a comment, and shown on the page', async () => {
  await useServer(x, server, { contextTokens: 128_000 });
  const results: (string | null)[] = [];
  server.respond(() =>
    agentReply((exchange) => {
      const calls = pastCalls(exchange);
      if (calls.length < 2)
        return { calls: [{ name: 'find_in_page', arguments: { reasoning: 'Look.', query: 'weir Lowfield closed' } }] };
      results.push(...calls.map(({ result }) => result));
      return { text: `A reader says that [${REMARK}](#).` };
    }),
  );
  const { page, panel } = await openWithPanel(x, `${site.url}/rivers`);
  await ask(panel, QUESTION);
  expect(await answered(panel)).toContain('A reader says');
  const [read = '', found = ''] = results;
  expect(read).toContain('Chapter 13 of the story');
  expect(read).not.toContain('Remark');
  expect(read).toMatch(/Comments and reviews on the page \(\d+ words\) are kept apart/);
  expect(found).toContain(REMARK);
  expect(found).toContain('In comments and reviews › 12 comments');
  const chip = panel.getByRole('article', { name: 'Answer' }).getByRole('button', { name: CHIP });
  expect(await chip.getAttribute('data-shown')).toBe('1 · comment');
  await panel.locator('.quotes .entry', { hasText: 'In comments and reviews › 12 comments' }).waitFor();
  await checkLook(x, panel, 'comments');
  expect(await press(panel)).toBe('highlighted');
  expect(await lit(page)).toEqual([REMARK]);
  expect(await look(page)).toEqual(seen);
  await page.close();
});
