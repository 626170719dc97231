/**
 * What a fresh clone needs before anything else: a new enough Node and the installed packages.
 * The rule: it imports nothing but Node, since it runs before `npm ci`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Smallest Node that every tool of the build runs on. */
const LEAST_NODE = [20, 19];

/** Throws with the cure when this Node is too old. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new Error(
    `Node ${LEAST_NODE.join('.')} or later is needed; this is ${version}. Get it from https://nodejs.org`,
  );
}

/** Program and first arguments that run npm, without a shell where npm itself started us. */
export function npm() {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/**
 * Whether the installed packages are those of the lock file. Compares versions, not times: npm keeps its own copy of
 * the lock among the packages, and a checkout touches files that did not change.
 */
function isInstalled(folder) {
  const packages = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).packages;
  try {
    const installed = packages('node_modules/.package-lock.json');
    const wanted = existsSync(join(folder, 'package-lock.json')) ? packages('package-lock.json') : {};
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
    );
  } catch {
    return false; // nothing there yet, or an installation that was cut short
  }
}

/** Installs the packages of a folder when they are missing or not those of its lock file. */
export function ensurePackages(log = console.log, folder = ROOT) {
  if (isInstalled(folder)) return;
  const command = existsSync(join(folder, 'package-lock.json')) ? 'ci' : 'install';
  log(`Installing packages${folder === ROOT ? '' : ` of ${relative(ROOT, folder)}`} (npm ${command}) …`);
  const [program, ...args] = npm();
  // `npm run` hands the product's strictness about Node on; other folders hold packages that claim a newer one and run on ours.
  const strict = `--engine-strict=${folder === ROOT}`;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', strict];
  const { status, error } = spawnSync(program, [...args, command, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: program.endsWith('.cmd'),
  });
  if (status !== 0)
    throw new Error(
      `npm ${command} failed${error ? `: ${error.message}` : '; its message is above'}. Then run this again.`,
    );
}

/** Everything at once. */
export function setUp(log = console.log) {
  checkNode();
  ensurePackages(log);
}
