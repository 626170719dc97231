/** The store build, made only when it is missing or older than what it is made of. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT } from './setup.mjs';

export const STORE_BUILD = join(ROOT, 'dist-store');

const SOURCES = [
  'src',
  'public',
  'scripts/generate',
  'scripts/generate.mjs',
  'scripts/package',
  'scripts/vite-plugins.ts',
  'scripts/worker-build.ts',
  'manifest.config.ts',
  'vite.config.ts',
  'package-lock.json',
  'LICENSE',
];
/** Written by the build's own first step, so that their age says nothing. */
const GENERATED = ['public/pdf', 'public/tok'].map((path) => join(ROOT, path));

function newest(path) {
  const at = statSync(path, { throwIfNoEntry: false });
  if (at === undefined || GENERATED.includes(path)) return 0;
  if (!at.isDirectory()) return at.mtimeMs;
  // a folder's own time tells of files that were removed
  return Math.max(at.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Whether the build is there, up to the file that it writes last, and younger than all its sources. */
function isBuilt() {
  const built = statSync(join(STORE_BUILD, 'sbom.cdx.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.every((path) => newest(join(ROOT, path)) < built);
}

/** Builds when needed; KL_PREBUILT=1 vouches for the build there is. Throws with the build's own output when it fails. */
export function ensureBuild(log = console.log) {
  if (process.env.KL_PREBUILT === '1' || isBuilt()) return;
  log('Building …');
  const [program, ...args] = npm();
  const { status, error, stdout, stderr } = spawnSync(program, [...args, 'run', '--silent', 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: program.endsWith('.cmd'),
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`The build failed.\n${error?.message ?? ''}\n${stdout}\n${stderr}`);
}
