/**
 * `npm start`: the extension in a browser with a throw-away profile, an article and the panel open, one click from a
 * summary. Without a display it makes that click itself and prints what the panel shows.
 *
 *   npm start                        the sample article
 *   npm start -- https://… | page.html   a page of one's own
 *   npm start -- --headless [page]   in the terminal, display or not
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuild, STORE_BUILD } from './lib/build.mjs';
import { launchChrome, within } from './lib/chrome.mjs';
import { continuation, pressReceipt, pressSummarise, settled, watchPanel } from './lib/panel-reader.mjs';
import { serveFolder } from './lib/serve.mjs';
import { ROOT, setUp } from './lib/setup.mjs';

const SAMPLE = join(ROOT, 'test', 'fixtures', 'pages', 'news', 'source.html');
const PANEL = 'src/sidepanel/index.html';
const RUN_MS = 15 * 60_000;

const flags = process.argv.slice(2).filter((a) => a.startsWith('--'));
const [wanted, ...more] = process.argv.slice(2).filter((a) => !a.startsWith('--'));
/** Undone in reverse order, whatever happens. */
const cleanups = [];

async function main() {
  const unknown = flags.find((flag) => flag !== '--headless');
  if (unknown !== undefined || more.length > 0)
    throw new Error(`Usage: npm start -- [--headless] [https://… | file.html]${unknown ? `  (not: ${unknown})` : ''}`);
  const place = locate(wanted ?? SAMPLE); // before the long part, so that a typing mistake costs no time
  setUp(say);
  const executable = ensureBrowser(say);
  ensureBuild(say);
  const url = place.url ?? (await serve(place.file));
  const windowed = !flags.includes('--headless') && hasDisplay();
  say(`Opening ${url}`);
  const chrome = await open(executable, windowed);
  const page = await chrome.firstPage();
  await page.goto(url);
  await chrome.clickAction(page);
  const panel = await chrome.sidePanel(PANEL);
  if (chrome.headless) return summarise(panel);
  await panel.detach();
  await page.detach();
  say('\nThe panel is open beside the article. Press “Summarise this page” there.');
  say('Any other page: open it, click the KnowledgeLens icon (under the puzzle piece), then summarise.');
  say('Close the window or press Ctrl-C here to end; the throw-away profile goes with it.');
  await Promise.race([chrome.ended, chrome.until((all) => all.every((t) => t.type !== 'tab'), 'the end', Infinity)]);
}

const say = (line) => console.log(line);

/** The page to open: an address, or a file that will be served. Throws when it is neither. */
function locate(argument) {
  if (/^https?:\/\//i.test(argument)) {
    try {
      return { url: new URL(argument).href };
    } catch {
      throw new Error(`${argument} is not a complete address.`);
    }
  }
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), argument);
  if (existsSync(file) && statSync(file).isFile()) return { file };
  throw new Error(`${argument} is neither an address that begins with http:// or https:// nor a file that exists.`);
}

/** A file is served, for an extension may not read file:// pages without a further grant. */
async function serve(file) {
  const server = await serveFolder(dirname(file));
  cleanups.push(server.close);
  return `${server.origin}/${encodeURIComponent(basename(file))}`;
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

async function open(executable, windowed) {
  const launch = async (headless) => {
    const chrome = await launchChrome({ executable, extension: STORE_BUILD, headless });
    cleanups.push(chrome.close);
    return { ...chrome, headless };
  };
  if (!windowed) return launch(true);
  try {
    return await launch(false);
  } catch (error) {
    say(`No window could be opened: ${error.message} Going on in the terminal.`);
    return launch(true);
  }
}

/** Presses the button and prints what the panel shows until the run has ended. */
async function summarise(panel) {
  let pressed = false;
  let printed = '';
  let status = '';
  const steps = new Map();
  const ended = new Promise((done, fail) => {
    const shown = (now) => {
      if (!pressed) {
        if (now.stage === 'error') done(now);
        else if (now.button && now.stage === 'ready') {
          pressed = true;
          say(`Pressing “Summarise this page”\n`);
          panel.evaluate(pressSummarise).catch(fail);
        }
        return;
      }
      const over = ['done', 'failed', 'stopped', 'error'].includes(now.stage);
      const text = settled(now.text, over);
      const fresh = continuation(printed, text);
      if (fresh !== '') {
        process.stdout.write(fresh);
        printed = text;
      }
      if (now.status !== status && printed === '') say(`[${(status = now.status)}]`);
      for (const [index, step] of now.steps.entries()) steps.set(index, step);
      if (over && now.receipt && now.tokens === null) panel.evaluate(pressReceipt).catch(fail);
      else if (over) done(now);
    };
    panel.on('Runtime.bindingCalled', ({ payload }) => shown(JSON.parse(payload)));
  });
  await panel.send('Runtime.enable');
  await panel.send('Runtime.addBinding', { name: 'klReport' });
  await panel.evaluate(watchPanel);
  const last = await within(ended, RUN_MS, 'the summary');
  report(last, [...steps.values()]);
  if (last.stage !== 'done') process.exitCode = 1;
}

function report(last, steps) {
  const marks = { done: '✓', failed: '✗', running: '…' };
  say('');
  if (steps.length > 0) say('\nSteps');
  for (const step of steps) say(`  ${marks[step.state] ?? '·'} ${step.text}`);
  if (last.tokens !== null) {
    const { input, output, sessionInput, sessionOutput } = last.tokens;
    say(`\nTokens   this run ${input} in, ${output} out · this session ${sessionInput} in, ${sessionOutput} out`);
    say(`         ${last.engine}`);
  }
  if (last.note !== '') say(`\nNote: ${last.note}`);
  if (last.stage === 'done') say(`\n${last.status}`);
  else console.error(`\n${last.alert.join('\n') || `The run ended as “${last.stage}”. ${last.status}`}`);
}

let cleaning;
const cleanUp = () =>
  (cleaning ??= (async () => {
    for (const undo of cleanups.reverse()) await undo().catch(() => undefined);
  })());

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => void cleanUp().then(() => process.exit(code)));

// the reader of our output has gone, as `head` does
process.stdout.on('error', () => void cleanUp().then(() => process.exit()));

try {
  await main();
} catch (error) {
  // after Ctrl-C the browser's end is no error
  if (cleaning === undefined) {
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
} finally {
  await cleanUp();
}
