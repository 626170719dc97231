/**
 * Adobe's tables of character codes as packaged data, out of pdf.js: a CJK file may name one instead of bringing it. Those for
 * UTF-8 and UTF-32 stay out: the PDF standard has no name for them.
 */
import { createRequire } from 'node:module';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFresh, root } from './files.mjs';

const require = createRequire(import.meta.url);
const from = join(dirname(require.resolve('pdfjs-dist/package.json')), 'cmaps');
const into = `${root}public/pdf/cmaps`;

/** Returns what was made, or nothing when the output is fresh. */
export async function generateCmaps() {
  const names = (await readdir(from)).filter((name) => !/UTF(?:8|32)-/.test(name));
  const outputs = names.map((name) => join(into, name));
  if (await isFresh(outputs, [require.resolve('pdfjs-dist/package.json'), fileURLToPath(import.meta.url)])) return;
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  await Promise.all(names.map((name) => copyFile(join(from, name), join(into, name))));
  return into.slice(root.length);
}
