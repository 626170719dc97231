/**
 * `npm run screenshots`: the pictures in docs/images, made from the store build in a real browser with its real side
 * panel. The rule: nothing is staged inside the product. A picture is taken when the panel shows what it is a picture
 * of, and a model that has to stand still in mid-sentence is held by its server.
 *
 *   npm run screenshots                      of the store build, made anew when a source is newer
 *   npm run screenshots -- --extension DIR   of another build
 *   npm run screenshots -- --only GROUP      one group of them: `summaries`, `model`, `questions`, `citations`,
 *                                            `conversation`, `settings`, `long`, `screenshot`, `web`, `agents`
 *   npm run screenshots -- --into DIR        somewhere else
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuild, STORE_BUILD } from './lib/build.mjs';
import { pictureAgents } from './lib/pictures-agents.mjs';
import { pictureQuestions } from './lib/pictures-ask.mjs';
import { pictureCitations } from './lib/pictures-cited.mjs';
import { pictureConversation } from './lib/pictures-conversation.mjs';
import { pictureLongRun } from './lib/pictures-long.mjs';
import { pictureScreenshots } from './lib/pictures-screenshot.mjs';
import { pictureSettings } from './lib/pictures-settings.mjs';
import { pictureWeb } from './lib/pictures-web.mjs';
import { ROOT } from './lib/setup.mjs';
import { studio, WIDE } from './lib/studio.mjs';

const IMAGES = join(ROOT, 'docs', 'images');

/** What the scripted model writes where a picture needs a model. */
const SUMMARY = `Volunteers who typed up 140 years of tide notebooks at Merrow Quay found that every reading since **11 February 1932** was **nine centimetres too high**. The city’s £83m flood barrier had been set by that record.

- **The cause:** a new tide board was hung from the old fixings, which had been knocked downwards.
- **What changed:** since 20 February the gates close at a forecast of 3.36 metres, not 3.45. Over eight years that would have meant 31 closures instead of 19.
- **The price:** each closure stops the port for about five hours and costs shipping firms a combined £140,000.
- **The evidence:** radar data from 1993 onward match the corrected record to within six millimetres.
- **Next:** the Harbour Conservancy decides in June.`;
/** Pieces of it that the server sends before it stands still. */
const HELD_AT = 62;

const { values } = parseArgs({
  options: { extension: { type: 'string' }, only: { type: 'string' }, into: { type: 'string', default: IMAGES } },
});
ensureBrowser();
if (values.extension === undefined) ensureBuild();
await mkdir(values.into, { recursive: true });

/** A TypeScript module of the tests. */
async function load(path) {
  const { module } = await runnerImport(join(ROOT, path), { root: ROOT, configFile: false, logLevel: 'error' });
  return module;
}
const { launch } = await load('test/e2e/kit/harness.ts');
const { button, finished, openWithPanel, shows, summarise, warns } = await load('test/e2e/kit/reader.ts');
const { startModelServer } = await load('test/kit/models/model-server.ts');
const { agentReply, pastCalls, promptText, userTexts } = await load('test/kit/models/model-server-agent.ts');
const { gate, refuse, reply } = await load('test/kit/models/model-server-replies.ts');
const { probedModel } = await load('test/kit/models/probed-model.ts');
const { startSearchServer } = await load('test/kit/web/search-server.ts');
const { startSite } = await load('test/kit/pages/site.ts');
const { entryOf, settingsOf } = await load('test/kit/protocol/settings.ts');
const { writeSettingsFile } = await load('src/lib/protocol/settings/settings-file.ts');

const site = await startSite();
const server = await startModelServer(undefined, { models: ['llama3.2'] });
const search = await startSearchServer();
// names where the tests' servers have port numbers that change with every run; `.example` belongs to nobody
const [sitePort, modelPort, searchPort] = [site.url, server.url, search.origin].map((url) => new URL(url).port);
const hosts = [
  `MAP harbour-ledger.example:80 127.0.0.1:${sitePort}`,
  `MAP elsewhere.example:80 127.0.0.1:${sitePort}`,
  `MAP finder.example:80 127.0.0.1:${searchPort}`,
  `MAP localhost:11434 127.0.0.1:${modelPort}`,
];
const x = await launch({
  extension: values.extension === undefined ? STORE_BUILD : resolve(values.extension),
  args: [`--host-resolver-rules=${hosts.join(', ')}`, `--ip-address-space-overrides=127.0.0.1:${sitePort}=public`],
});
const named = (address) => address.replace(site.url, 'http://harbour-ledger.example');
const NEWS = named(site.page('news'));
const LONG = named(site.page('long-read'));
const MODEL = { endpoint: 'http://localhost:11434/v1', model: 'llama3.2' };

const setModel = (changes) => x.setSettings({ ...MODEL, contextTokens: 32_768, ...changes });
const { shoot, hero } = studio(x, values.into);

/**
 * The panel over that page, with access as one click gives; the conversation is left afterwards. A visit after which
 * another panel stands there gives that.
 */
async function over(address, visit) {
  const { page, panel: opened } = await openWithPanel(x, address);
  const panel = (await visit(opened, page)) ?? opened;
  await button(panel, 'New conversation').click();
  if (await button(panel, 'Stop and start new').isVisible()) await button(panel, 'Stop and start new').click();
  await panel.locator('.start').locator('.estimate, .error').first().waitFor();
  await page.close();
}

async function stop(panel) {
  await button(panel, 'Stop').click();
  await panel.getByText('Stopped', { exact: true }).waitFor();
}

async function withoutModel() {
  await over(NEWS, async (panel, page) => {
    await panel.getByText('Estimate:').waitFor();
    await shoot('ready', panel);
    await summarise(panel);
    await finished(panel);
    await button(page, 'Accept all cookies').click();
    await hero('summary-page', page, panel);
    await panel
      .getByText(/^Worked /)
      .last()
      .click();
    await shoot('done-wide', panel, WIDE);
  });
  await over(NEWS, async (panel, page) => {
    await panel.getByText('Estimate:').waitFor();
    await page.goto(NEWS.replace('harbour-ledger', 'elsewhere')); // another site: the access of one click ends
    await warns(panel, /can’t read this page yet/);
    await shoot('no-access', panel);
  });
}

async function withModel() {
  await x.grantHost('http://localhost:11434/*');
  await setModel({});
  const held = gate();
  server.respond(() => reply({ text: SUMMARY, before: { [HELD_AT]: held.pass } }));
  await over(NEWS, async (panel) => {
    await panel.getByText(/^likely .* tokens/).waitFor();
    await summarise(panel);
    await held.reached;
    await shows(panel, SUMMARY.slice(0, 40));
    await shoot('running', panel);
    await stop(panel);
  });
  held.release();

  server.respond(() => refuse(401, 'Incorrect API key provided.'));
  await over(NEWS, async (panel) => {
    await summarise(panel);
    await warns(panel, /API key/);
    await shoot('failed', panel);
  });
}

async function settings() {
  const kit = { button, entryOf, settingsOf, writeSettingsFile, probedModel };
  await x.grantHost('http://localhost:11434/*');
  await pictureSettings({ x, shoot, server, kit, refuse });
}

async function questions() {
  await x.grantHost('http://localhost:11434/*');
  await setModel({});
  const kit = { agentReply, pastCalls, userTexts, gate, button };
  const pictures = pictureQuestions({ over, shoot, server, kit, x, page: NEWS });
  await pictures.onItsWay();
  await pictures.asksBack();
  await pictures.needsAYes();
  await pictures.restarted();
}

async function citations() {
  await x.grantHost('http://localhost:11434/*');
  const kit = { agentReply };
  const pictures = pictureCitations({ x, over, shoot, hero, server, kit, setModel, page: NEWS });
  await pictures.byAModel();
}

async function conversation() {
  await x.grantHost('http://localhost:11434/*');
  await setModel({});
  const kit = { agentReply, promptText, button };
  const pictures = pictureConversation({ over, shoot, server, kit, page: NEWS });
  await pictures.threeExchanges();
  await pictures.codeSelected();
  await pictures.history();
}

async function long() {
  await x.grantHost('http://localhost:11434/*');
  const kit = { agentReply, pastCalls, promptText };
  await pictureLongRun({ over, shoot, server, kit, setModel, longPage: LONG })();
}

async function screenshot() {
  await x.grantHost('http://localhost:11434/*');
  const kit = { agentReply, button };
  const pictures = pictureScreenshots({ x, over, shoot, server, kit, setModel, page: NEWS });
  await pictures.wasRead();
  await pictures.quoted();
}

async function web() {
  await x.grantHost('http://finder.example/*');
  const pages = { noise: LONG, news: NEWS };
  await x.grantHost('<all_urls>');
  const kit = { button, refuse };
  await pictureWeb({ x, over, shoot, search, settingsOf, kit, pages, page: NEWS }).answered();
}

async function agents() {
  await x.grantHost('http://localhost:11434/*');
  await setModel({});
  const kit = { agentReply, pastCalls, promptText, button };
  const pictures = pictureAgents({ over, shoot, server, kit, page: NEWS });
  await pictures.pages();
  await pictures.atWork();
}

const GROUPS = {
  summaries: withoutModel,
  model: withModel,
  settings,
  long,
  citations,
  conversation,
  questions,
  screenshot,
  web,
  agents,
};

try {
  for (const [name, group] of Object.entries(GROUPS)) if ((values.only ?? name) === name) await group();
  const refused = /Failed to load resource|No SW/; // the browser's own notes of the 429, the 401 and the reload
  const problems = (await x.problems()).filter((problem) => !refused.test(problem));
  if (problems.length > 0) throw new Error(`The extension reported:\n${problems.join('\n')}`);
} finally {
  await Promise.all([x.close(), site.close(), server.close(), search.close()]);
}
