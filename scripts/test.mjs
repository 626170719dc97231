/**
 * `npm test`: sets up what is missing, then unit and property tests, the store build, and the end-to-end tests of that very
 * build, with types, lint, import rules and deliberate holes, which the unit tests have to catch, beside them. It goes on
 * after a failure and closes with one line, `N passed, N failed`.
 *
 *   npm test                    everything
 *   npm test -- unit [pattern]  unit and property tests
 *   npm test -- e2e [pattern]   the store build and its end-to-end tests
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { ensureBrowser } from './lib/browser.mjs';
import { ROOT, setUp } from './lib/setup.mjs';
import { checkStage, endStages, holesStage, vitestStage } from './lib/stages.mjs';

const [part = 'all', ...patterns] = process.argv.slice(2);
const PREBUILT = { KL_PREBUILT: '1' };
/** Young objects are collected a third as often. By the environment, since vitest's threads take no such flag. */
const ROOMY = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim() };
const NO_BUILD = {
  name: 'e2e',
  seconds: 0,
  passed: 0,
  failed: 1,
  skipped: 0,
  details: ['Not run: there is no build to test.'],
};
const started = performance.now();
const results = [];
/** Prints a stage's result as soon as it is there and keeps it for the table. */
const keep = async (stage) => {
  const result = await stage;
  results.push(result);
  console.log(line(result));
  return result.failed === 0;
};

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => {
    console.log(`\nStopping (${signal}) …`);
    void endStages().then(() => process.exit(code));
  });

if (!['all', 'unit', 'e2e'].includes(part)) {
  console.error(`There is no part "${part}". Use: npm test [-- unit|e2e [pattern]]`);
  process.exit(2);
}

process.env.KL_SEED ??= makeSeed();
console.log(`Properties draw their samples from KL_SEED=${process.env.KL_SEED}.`);

try {
  setUp();
  if (part !== 'unit') ensureBrowser();
  await run();
} catch (error) {
  results.push({ name: 'set-up', seconds: 0, passed: 0, failed: 1, skipped: 0, details: [error.message] });
}
finish();

async function run() {
  await keep(checkStage('generate', 'generate'));
  const havePassed =
    part !== 'e2e' && (await keep(vitestStage('unit', 'unit', { args: patterns, env: ROOMY, minutes: 30 })));
  if (part === 'unit') return;
  const isBuilt = await keep(checkStage('build', 'build'));
  const e2e = isBuilt
    ? vitestStage('e2e', 'e2e', { args: patterns, env: PREBUILT, minutes: 40, onText: fileLines() })
    : NO_BUILD;
  if (part === 'all') {
    // while the browsers wait, which leave little when they do not
    const beside = { minutes: 40, isBeside: true };
    for (const name of ['types', 'lint', 'imports']) await keep(checkStage(name, name, beside));
    await keep(holesStage('holes', 'holes', { args: havePassed ? ['--passed'] : [], ...beside }));
  }
  await keep(e2e);
}

/** From the commit's files: each commit draws samples of its own, and passes or fails alike wherever it is tested. */
function makeSeed() {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
    return String(Number.parseInt(tree.subarray(0, 8), 16) >>> 1);
  } catch {
    return String(randomInt(2 ** 31)); // no repository here
  }
}

/** Prints the lines of vitest's report that tell of a whole file, so that a long stage shows that it lives. */
function fileLines() {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const each of lines) if (/^ [✓❯×] .*\(\d+ tests?\b/.test(each)) console.log(`   ${each}`);
  };
}

function line({ name, seconds, passed, failed, skipped }) {
  const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  return `  ${name.padEnd(9)} ${`${seconds.toFixed(1)} s`.padStart(8)} ${counts}${skipped ? ` ${skipped} skipped` : ''}`;
}

function finish() {
  const broken = results.filter((r) => r.failed > 0);
  // bounded, so that a CI log stays readable however much is broken
  let room = process.env.CI ? 22_000 : 200_000;
  for (const { name, details } of broken)
    for (const [index, detail] of details.entries()) {
      if (room <= 0) {
        console.log(`\n… and ${details.length - index} more in ${name}. Run it alone: npm test -- ${name}`);
        break;
      }
      console.log(`\n── ${name}: ${detail.slice(0, room)}`);
      room -= detail.length;
    }
  const sum = (key) => results.reduce((total, r) => total + r[key], 0);
  console.log(`\n  stage         time`);
  for (const result of results) console.log(line(result));
  console.log(`  ${'total'.padEnd(9)} ${`${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(8)}\n`);
  const failed = sum('failed');
  const passed = sum('passed');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
