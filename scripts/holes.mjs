/**
 * `npm run holes`: plants each deliberate hole of test/holes/holes.ts in a copy of the sources and runs the test that has to
 * catch it. The rule: a hole counts as caught only when that very test fails, and passes without the hole.
 *
 *   npm run holes                 all of them
 *   npm run holes -- WORDS        those whose name has the words
 *   npm run holes -- --report=F   writes what was found to F as JSON too
 *   npm run holes -- --passed     without the run that shows that the tests pass as they are: they did just now
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './lib/setup.mjs';
import { acceptTypeScript } from './lib/typescript.mjs';

const LANES = 2;
/** A test that hangs because of a hole has caught it, but says so late: it gets so much more time than the file takes without one. */
const [MINUTES, UNHARMED_MINUTES] = [2, 10];
/** By file of tests; a file that did not run without a hole may take this long. */
const unharmedMs = new Map();
const UNKNOWN_MS = 3 * 60_000;
const LANE = fileURLToPath(new URL('lib/lane.mjs', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'bench', 'e2e']);

acceptTypeScript();
const { HOLES } = await import('../test/holes/holes.ts');
const args = process.argv.slice(2);
const report = args.find((arg) => arg.startsWith('--report='))?.slice('--report='.length);
const havePassed = args.includes('--passed');
const words = args.filter((arg) => !arg.startsWith('--')).join(' ');
const wanted = HOLES.filter(({ name }) => name.includes(words));

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'knowledgelens-holes-')));
const children = new Set();
const clean = () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
};
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => {
    clean();
    process.exit(code);
  });

const began = performance.now();
const lines = [];
try {
  const lanes = Array.from({ length: LANES }, (_, i) => openLane(copy(join(folder, String(i)))));
  const queue = groupByFile(wanted);
  const sound = havePassed ? null : await unharmed(lanes);
  await Promise.all(
    lanes.map(async (lane) => {
      for (let holes = queue.shift(); holes; holes = queue.shift())
        for (const hole of holes) {
          const line = await plant(hole, lane, sound);
          lines.push(line);
          console.log(
            `  ${line.caught ? 'caught' : 'MISSED'} ${`${line.seconds.toFixed(1)} s`.padStart(7)}  ${line.name}`,
          );
          if (!line.caught) console.log(`         ${line.why.replaceAll('\n', '\n         ')}`);
        }
    }),
  );
} finally {
  clean();
}
const missed = lines.filter(({ caught }) => !caught);
const seconds = (performance.now() - began) / 1000;
console.log(`\n${lines.length - missed.length} caught, ${missed.length} missed, in ${seconds.toFixed(0)} s`);
if (report) writeFileSync(report, JSON.stringify(lines));
process.exitCode = missed.length > 0 || lines.length === 0 ? 1 : 0;

/** What the tests need of the repository, in a folder of its own. */
function copy(lane) {
  const filter = (path) => !LEFT_OUT.has(basename(path));
  for (const part of [
    'src',
    'test',
    'scripts',
    'vitest.config.ts',
    'manifest.config.ts',
    'tsconfig.json',
    'package.json',
  ])
    cpSync(join(ROOT, part), join(lane, part), { recursive: true, filter });
  symlinkSync(join(ROOT, 'node_modules'), join(lane, 'node_modules'), 'junction');
  return lane;
}

/** The tests asked for, and whether they pass without any hole. One that does not would catch everything. */
async function unharmed(lanes) {
  const groups = groupByFile(wanted);
  const tests = await Promise.all(
    lanes.map(async (lane) => {
      const found = [];
      for (let holes = groups.shift(); holes; holes = groups.shift()) {
        const names = holes.map(({ caughtBy }) => caughtBy.test);
        found.push(...(await lane.run(holes[0].caughtBy.file, names)).tests);
      }
      return found;
    }),
  );
  return tests.flat();
}

/** One lane runs all holes of a file of tests, whose modules it then need not prepare twice. */
function groupByFile(holes) {
  const groups = new Map();
  for (const hole of holes) {
    const { file } = hole.caughtBy;
    groups.set(file, [...(groups.get(file) ?? []), hole]);
  }
  return [...groups.values()];
}

/** Takes a hole's turn in a lane. */
async function plant({ name, file, find, replace, caughtBy }, lane, sound) {
  const start = performance.now();
  const line = (caught, why = '') => ({ name, caught, why, seconds: (performance.now() - start) / 1000 });
  const named = sound?.filter((test) => test.file === caughtBy.file && test.name.includes(caughtBy.test));
  if (named?.length === 0) return line(false, `${caughtBy.file} has no test “${caughtBy.test}”.`);
  const failing = named?.find(({ passed }) => !passed);
  if (failing) return line(false, `This fails without the hole too: ${failing.name}`);
  const path = join(lane.folder, file);
  const source = readFileSync(path, 'utf8');
  const times = source.split(find).length - 1;
  if (times !== 1) return line(false, `${file} has ${times} of this, expected 1: ${find}`);
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    const { tests, errors } = await lane.run(caughtBy.file, [caughtBy.test], path);
    if (tests.some(({ passed }) => !passed)) return line(true);
    const why = tests.length === 0 ? `No test ran:\n${errors.join('\n')}` : 'The test passes all the same.';
    return line(false, why);
  } finally {
    writeFileSync(path, source);
  }
}

/** A text as a pattern that fits it alone. */
function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Runs tests in a lane: the tests that ran, and whether they passed. A time-out is a failure of the tests asked for. */
function openLane(folder) {
  let child = null;
  let planted = []; // the file of the run before, which is whole again
  const start = async () => {
    child = fork(LANE, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', KL_SHRINK: 'no' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    children.add(child);
    await once(child, 'message');
  };
  return {
    folder,
    async run(file, names, ...holed) {
      if (child === null) await start();
      const lane = child;
      const isHoled = holed.length > 0;
      const withinMs = isHoled ? MINUTES * 60_000 + (unharmedMs.get(file) ?? UNKNOWN_MS) : UNHARMED_MINUTES * 60_000;
      const began = performance.now();
      const timer = setTimeout(() => lane.kill('SIGKILL'), withinMs);
      lane.send({ file, pattern: names.map(escaped).join('|'), changed: [...planted, ...holed] });
      planted = holed;
      const over = new AbortController();
      const reply = await Promise.race([once(lane, 'message', over), once(lane, 'exit', over).then(() => null)]);
      over.abort();
      clearTimeout(timer);
      if (!isHoled) unharmedMs.set(file, performance.now() - began);
      if (reply) return reply[0];
      children.delete(lane);
      child = null; // the next run starts another
      return { tests: names.map((name) => ({ file, name, passed: false })), errors: [] };
    },
  };
}
