/** Before the end-to-end tests: a browser, and a store build that is not older than its sources. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { npm } from '../../scripts/lib/setup.mjs';
import { STORE_BUILD } from './harness.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['src', 'public', 'scripts/generate', 'manifest.config.ts', 'vite.config.ts', 'package-lock.json'];
/** Written by the build's first step, so that their age says nothing. */
const GENERATED = [join(ROOT, 'src/lib/schema/compiled'), join(ROOT, 'public/tok')];

function newest(path: string): number {
  const at = statSync(path, { throwIfNoEntry: false });
  if (at === undefined || GENERATED.includes(path)) return 0;
  if (!at.isDirectory()) return at.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

export default function setup(): void {
  ensureBrowser();
  if (process.env['KL_PREBUILT'] === '1') return;
  const built = statSync(join(STORE_BUILD, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (SOURCES.every((path) => newest(join(ROOT, path)) < built)) return;
  const [program, ...args] = npm();
  execFileSync(program, [...args, 'run', '--silent', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}
