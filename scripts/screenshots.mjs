/* global document, innerWidth, innerHeight, CSSStyleSheet */
/**
 * `npm run screenshots`: the pictures in docs/images, made from the store build in a real browser with its real side
 * panel. The rule: nothing is staged inside the product. A picture is taken when the panel shows what it is a picture
 * of, and a model that has to stand still in mid-sentence is held by its server.
 *
 *   npm run screenshots                      of the store build, made anew when a source is newer
 *   npm run screenshots -- --extension DIR   of another build
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuild, STORE_BUILD } from './lib/build.mjs';
import { squeeze } from './lib/png.mjs';
import { ROOT } from './lib/setup.mjs';

const IMAGES = join(ROOT, 'docs', 'images');
/** Panel sizes in CSS pixels; a picture has two pixels for each. */
const [NARROW, WIDE, LEAST_HEIGHT] = [360, 600, 600];

/** Progress bars stand still half-way: what moves looks different in each picture. */
const STILL = `progress::-webkit-progress-value { transition: none !important; }
  progress::-webkit-progress-bar { animation-play-state: paused !important; animation-delay: -0.9s !important; }`;

/** What the scripted model writes where a picture needs a model. */
const SUMMARY = `Volunteers who typed up 140 years of tide notebooks at Merrow Quay found that every reading since **11 February 1932** was **nine centimetres too high**. The city’s £83m flood barrier had been set by that record.

- **The cause:** a new tide board was hung from the old fixings, which had been knocked downwards.
- **What changed:** since 20 February the gates close at a forecast of 3.36 metres, not 3.45. Over eight years that would have meant 31 closures instead of 19.
- **The price:** each closure stops the port for about five hours and costs shipping firms a combined £140,000.
- **The evidence:** radar data from 1993 onward match the corrected record to within six millimetres.
- **Next:** the Harbour Conservancy decides in June.`;
/** Pieces of it that the server sends before it stands still. */
const HELD_AT = 62;

const { values } = parseArgs({ options: { extension: { type: 'string' } } });
ensureBrowser();
if (values.extension === undefined) ensureBuild();
await mkdir(IMAGES, { recursive: true });

/** A TypeScript module of the tests. */
async function load(path) {
  const { module } = await runnerImport(join(ROOT, path), { root: ROOT, configFile: false, logLevel: 'error' });
  return module;
}
const { launch } = await load('test/e2e/harness.ts');
const { button, finished, openWithPanel, shows, summarise, warns } = await load('test/e2e/reader.ts');
const { startModelServer } = await load('test/kit/model-server.ts');
const { gate, refuse, reply } = await load('test/kit/model-server-replies.ts');
const { startSite } = await load('test/kit/site.ts');

const site = await startSite();
const server = await startModelServer(undefined, { models: ['llama3.2'] });
// names where the tests' servers have port numbers that change with every run; `.example` belongs to nobody
const [sitePort, modelPort] = [site.url, server.url].map((url) => new URL(url).port);
const hosts = [
  `MAP harbour-ledger.example:80 127.0.0.1:${sitePort}`,
  `MAP elsewhere.example:80 127.0.0.1:${sitePort}`,
  `MAP localhost:11434 127.0.0.1:${modelPort}`,
];
const x = await launch({
  extension: values.extension === undefined ? STORE_BUILD : resolve(values.extension),
  args: [`--host-resolver-rules=${hosts.join(', ')}`],
});
const named = (address) => address.replace(site.url, 'http://harbour-ledger.example');
const NEWS = named(site.page('news'));
const MODEL = { provider: 'openai-compatible', endpoint: 'http://localhost:11434/v1', model: 'llama3.2' };

/** The page as it looks now, once per colour scheme, as high as what there is to see. */
async function shoot(name, page, width = NARROW) {
  await page.mouse.move(0, 0); // no button looks pointed at
  await page.evaluate(holdStill, STILL);
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await x.look(page, { scheme, width, height: LEAST_HEIGHT });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await x.look(page, { scheme, width, height });
    await save(`${name}-${scheme}`, await picture(page));
  }
}

function holdStill(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

async function save(name, png) {
  await writeFile(join(IMAGES, `${name}.png`), squeeze(png));
  console.log(`docs/images/${name}.png`);
}

/** What is in view, as a PNG. Playwright's own screenshots know nothing of a scale that was set after the start. */
async function picture(page) {
  const size = await page.evaluate(() => document.fonts.ready.then(() => ({ width: innerWidth, height: innerHeight })));
  const devtools = await x.context.newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { clip: { x: 0, y: 0, ...size, scale: 2 } });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}

/** The panel over that page, with access as one click gives; the session is forgotten afterwards. */
async function over(address, visit) {
  const { page, panel } = await openWithPanel(x, address);
  await visit(panel, page);
  await button(panel, 'Clear session').click();
  await panel.getByRole('button', { name: /^(Summarise this page|Look again|Allow on all sites)/ }).waitFor();
  await page.close();
}

async function stop(panel) {
  await button(panel, 'Stop').click();
  await panel.getByText('Stopped', { exact: true }).waitFor();
}

async function withoutModel() {
  await over(NEWS, async (panel, page) => {
    await panel.getByText('no model, costs nothing').waitFor();
    await shoot('ready', panel);
    await summarise(panel);
    await finished(panel);
    await hero(page, panel);
    await panel.getByText(/^Steps/).click();
    await shoot('done', panel);
    await shoot('done-wide', panel, WIDE);
  });
  await over(named(site.bad('empty')), async (panel) => {
    await warns(panel, /no text/i);
    await shoot('empty-page', panel);
  });
  await over('chrome://version/', async (panel) => {
    await warns(panel, /browser’s own pages/);
    await shoot('browser-page', panel);
  });
  await over(NEWS, async (panel, page) => {
    await panel.getByText('no model, costs nothing').waitFor();
    await page.goto(NEWS.replace('harbour-ledger', 'elsewhere')); // another site: the access of one click ends
    await warns(panel, /No access/);
    await shoot('no-access', panel);
  });
}

async function withModel() {
  await x.grantHost('http://localhost:11434/*');
  await x.setSettings({ ...MODEL, contextTokens: 32_768 });
  const held = gate();
  server.respond(() => reply({ text: SUMMARY, before: { [HELD_AT]: held.pass } }));
  await over(NEWS, async (panel) => {
    await panel.getByText(/up to .* tokens/).waitFor();
    await shoot('ready-model', panel);
    await summarise(panel);
    await held.reached;
    await shows(panel, SUMMARY.slice(0, 40));
    await shoot('running', panel);
    await shoot('running-wide', panel, WIDE);
    await stop(panel);
    await shoot('stopped', panel);
  });
  held.release();

  server.respond(() => refuse(429, 'Rate limit reached.', 'rate_limit', { 'retry-after': '40' }));
  await over(NEWS, async (panel) => {
    await summarise(panel);
    await panel.getByText(/Trying again in/).waitFor();
    await shoot('waiting', panel);
    await stop(panel);
  });

  server.respond(() => refuse(401, 'Incorrect API key provided.'));
  await over(NEWS, async (panel) => {
    await summarise(panel);
    await warns(panel, /API key/);
    await shoot('failed', panel);
  });
  await inParts();
}

/** A page longer than the model's window, held in its third part. */
async function inParts() {
  await x.setSettings({ ...MODEL, contextTokens: 4096 });
  const before = server.calls.length;
  const third = gate();
  server.respond(() =>
    server.calls.length - before < 3 ? reply({ text: '- A note on this part.' }) : reply({ before: { 0: third.pass } }),
  );
  await over(named(site.page('long-read')), async (panel) => {
    await summarise(panel);
    await third.reached;
    await panel.getByText(/Reading part 3 of/).waitFor();
    await shoot('parts', panel);
    await stop(panel);
  });
  third.release();
}

async function settings() {
  server.respond(() => undefined);
  await x.setSettings({ ...MODEL, contextTokens: 32_768 });
  const page = await x.open(x.url('src/options/index.html'));
  await button(page, 'Test connection').click();
  await page.getByText('The connection works.').waitFor();
  await shoot('settings', page, 720);
  await page.close();
}

/** Page and panel side by side, as in a browser's window. */
async function hero(page, panel) {
  const height = 760;
  await button(page, 'Accept all cookies').click();
  const pictures = [];
  for (const [view, width] of [
    [page, 900],
    [panel, 380],
  ]) {
    await x.look(view, { scheme: 'light', width, height });
    await view.evaluate(() => document.documentElement.scrollTo(0, 0));
    pictures.push(`data:image/png;base64,${(await picture(view)).toString('base64')}`);
  }
  const sheet = await x.open('about:blank');
  await sheet.setContent(`<style>
    body { margin: 0; padding: 28px; background: #e4e8e4; }
    div { display: flex; overflow: hidden; width: 1281px; border-radius: 12px; box-shadow: 0 4px 24px #0003; }
    img { display: block; height: ${height}px; }
    img + img { border-left: 1px solid #d9ddd7; }
  </style><div>${pictures.map((source) => `<img src="${source}">`).join('')}</div>`);
  await x.look(sheet, { width: 1337, height: height + 56 });
  await sheet.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await save('page-and-panel', await picture(sheet));
  await sheet.close();
  await page.bringToFront();
}

try {
  await withoutModel();
  await withModel();
  await settings();
  const refused = /Failed to load resource/; // the browser's own note of the 429 and the 401
  const problems = (await x.problems()).filter((problem) => !refused.test(problem));
  if (problems.length > 0) throw new Error(`The extension reported:\n${problems.join('\n')}`);
} finally {
  await Promise.all([x.close(), site.close(), server.close()]);
}
