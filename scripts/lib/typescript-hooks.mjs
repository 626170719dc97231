/** Node's loader hook behind typescript.mjs: a `.ts` or `.tsx` file becomes a module without types. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

export async function load(url, context, nextLoad) {
  if (!/^file:.*\.tsx?$/.test(url) || url.includes('/node_modules/')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'node20', sourcemap: false });
  return { format: 'module', source: code, shortCircuit: true };
}
