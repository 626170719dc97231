/**
 * `npm run bench`: sets up what is missing, measures the product (and others beside it), prints a table and writes
 * bench-results.json. Each group runs in a process of its own; one that fails says so and the rest goes on.
 *
 *   npm run bench            everything but what takes an hour
 *   npm run bench -- NAME…   only these groups
 */
import { fork, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuild } from './lib/build.mjs';
import { ensurePackages, npm, ROOT, setUp } from './lib/setup.mjs';
import { formatGroup } from './lib/bench-table.mjs';

/** Module and function under test/bench of each group, and how long it may take. `onDemand`: only if named. */
const GROUPS = {
  size: { file: 'browser/size.ts', run: 'sizeBench', minutes: 1 },
  toolbar: { file: 'browser/toolbar.ts', run: 'toolbarBench', minutes: 5 },
  worker: { file: 'browser/worker.ts', run: 'workerBench', minutes: 5 },
  panel: { file: 'browser/panel.ts', run: 'panelBench', minutes: 5 },
  'first-word': { file: 'browser/first-word.ts', run: 'firstWordBench', minutes: 5 },
  store: { file: 'browser/store.ts', run: 'storeBench', minutes: 5 },
  loop: { file: 'runs/loop.ts', run: 'loopBench', minutes: 5 },
  reflection: { file: 'runs/reflection.ts', run: 'reflectionBench', minutes: 2 },
  research: { file: 'research/research.ts', run: 'researchBench', minutes: 3 },
  tokens: { file: 'tokens/tokens.ts', run: 'tokensBench', minutes: 10 },
  estimates: { file: 'runs/estimates.ts', run: 'estimatesBench', minutes: 5 },
  summary: { file: 'retrieval/summary.ts', run: 'summaryBench', minutes: 10 },
  extraction: { file: 'reading/extraction.ts', run: 'extractionBench', minutes: 40, peers: 'wanted' },
  fidelity: { file: 'reading/fidelity.ts', run: 'fidelityBench', minutes: 5, peers: 'wanted' },
  retrieval: { file: 'retrieval/retrieval.ts', run: 'retrievalBench', minutes: 10, peers: 'wanted' },
  quotes: { file: 'quotes/quotes.ts', run: 'quotesBench', minutes: 15 },
  citations: { file: 'quotes/citations.ts', run: 'citationsBench', minutes: 5 },
  claims: { file: 'quotes/claims.ts', run: 'claimsBench', minutes: 10 },
  ocr: { file: 'ocr/ocr.ts', run: 'ocrBench', minutes: 40 },
  'ocr-memory': { file: 'ocr/ocr-memory.ts', run: 'ocrMemoryBench', minutes: 30 },
  'ocr-tables': { file: 'ocr/ocr-tables.ts', run: 'ocrTablesBench', minutes: 10 },
  repair: { file: 'runs/repair.ts', run: 'repairBench', minutes: 5 },
  growth: { file: 'runs/growth.ts', run: 'growthBench', minutes: 5 },
  rendering: { file: 'rendering/rendering.ts', run: 'renderingBench', minutes: 10 },
  'hostile-rendering': { file: 'rendering/rendering.ts', run: 'hostileRenderingBench', minutes: 60, onDemand: true },
  egress: { file: 'safety/egress.ts', run: 'egressBench', minutes: 180, onDemand: true },
  injection: { file: 'safety/injection.ts', run: 'injectionBench', minutes: 30, onDemand: true },
  conformance: {
    file: 'servers/conformance.ts',
    run: 'conformanceBench',
    minutes: 30,
    peers: 'needed',
    onDemand: true,
  },
  'tool-servers': {
    file: 'servers/real-tool-servers.ts',
    run: 'realToolServersBench',
    minutes: 30,
    peers: 'needed',
    onDemand: true,
  },
  day: { file: 'browser/day.ts', run: 'dayBench', minutes: 90, onDemand: true },
  'photo-reader': { file: 'browser/photo-reader.ts', run: 'photoReaderBench', minutes: 60, onDemand: true },
  'peer-tokens': { file: 'tokens/peer-tokens.ts', run: 'peerTokensBench', minutes: 5, peers: 'needed' },
  'peer-loop': { file: 'runs/peer-loop.ts', run: 'peerLoopBench', minutes: 5, peers: 'needed' },
  'peer-rendering': { file: 'rendering/peer-rendering.ts', run: 'peerRenderingBench', minutes: 10, peers: 'needed' },
};

const PEERS = join(ROOT, 'test/bench');
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  console.error(`There is no group "${unknown[0]}". Use: npm run bench [-- ${Object.keys(GROUPS).join('|')}]`);
  process.exit(2);
}

let child = null;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => {
    endGroup('SIGTERM');
    process.exit(code);
  });

try {
  const browser = prepare();
  const failed = await measure(browser);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Packages, browser, generated files and build. The browser's version, for the table's head. */
function prepare() {
  setUp();
  const browser = ensureBrowser();
  const [program, ...args] = npm();
  const generate = spawnSync(program, [...args, 'run', '--silent', 'generate'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: program.endsWith('.cmd'),
  });
  if (generate.status !== 0) throw new Error(`npm run generate failed.\n${generate.stdout}\n${generate.stderr}`);
  ensureBuild();
  process.env.KL_PREBUILT = '1'; // from here on no group may build it anew under another's feet
  const version = spawnSync(browser, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return version.stdout?.trim() || browser;
}

async function measure(browser) {
  const names = Object.keys(GROUPS).filter((name) =>
    wanted.length === 0 ? !GROUPS[name].onDemand : wanted.includes(name),
  );
  const peers = names.some((name) => GROUPS[name].peers) ? peersMissing() : '';
  const load = loadavg()[0].toFixed(1);
  console.log(
    `Node ${process.versions.node} · ${browser} · ${availableParallelism()} cores, load ${load} at the start`,
  );
  const rows = [];
  let failed = 0;
  for (const name of names) {
    const group = GROUPS[name];
    if (group.peers === 'needed' && peers !== '') {
      console.log(formatGroup(name, { note: `left out: ${peers}` }));
      continue;
    }
    const began = performance.now();
    const result = await runGroup(group);
    const seconds = (performance.now() - began) / 1000;
    console.log(formatGroup(name, { ...result, seconds }));
    rows.push(...(result.figures ?? []));
    if (result.error !== undefined) failed += 1;
  }
  writeFileSync(join(ROOT, 'bench-results.json'), `${JSON.stringify(rows, null, 2)}\n`);
  console.log(`\n${rows.length} rows in bench-results.json${failed > 0 ? `, ${failed} groups failed` : ''}`);
  return failed;
}

/** Installs what is measured beside us. Why it is not there, or '' when it is. */
function peersMissing() {
  try {
    ensurePackages(console.log, PEERS);
    return '';
  } catch (error) {
    return `the packages to compare with could not be installed (${error.message.split('\n')[0]})`;
  }
}

/** The group's figures, or its error. */
function runGroup({ file, run, minutes }) {
  return new Promise((resolve) => {
    let message = { error: 'The group ended without figures; what it printed is above.' };
    child = fork(join(ROOT, 'scripts/lib/bench-group.mjs'), [join(PEERS, file), run], {
      cwd: ROOT,
      detached: process.platform !== 'win32', // a process group of its own, so that ending it ends its browser
    });
    const timer = setTimeout(() => {
      message = { error: `Stopped after ${minutes} minutes.` };
      endGroup('SIGKILL');
    }, minutes * 60_000);
    child.once('message', (said) => (message = said));
    child.once('error', (error) => (message = { error: error.message }));
    child.once('close', () => {
      clearTimeout(timer);
      child = null;
      resolve(message);
    });
  });
}

function endGroup(signal) {
  if (!child) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // it ended by itself in the meantime
  }
}
