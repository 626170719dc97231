/**
 * The built-in agents, out of their manifests: YAML for people, and for the service worker objects that were checked when the product
 * was built. The one rule: a manifest with a fault ends the build with its path and its cure.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isFresh, root, write } from './files.mjs';

const folder = `${root}src/lib/agents/built-in/`;
const reader = `${root}src/lib/agents/manifest/yaml.ts`;
const code = `${folder}compiled/manifests.js`;
const types = `${folder}compiled/manifests.d.ts`;
/** What the output was made from, one path a line. */
const list = `${folder}compiled/inputs.txt`;

const TYPES = `import type { AgentManifest } from '../../../agent/frames/manifest.ts';
export declare const manifests: readonly AgentManifest[];
`;

/** Returns what was made, or nothing when the output is fresh. */
export async function generateAgents() {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).map((name) => folder + name);
  const known = (await readFile(list, 'utf8').catch(() => '')).split('\n');
  const same = files.every((file) => known.includes(file));
  if (same && (await isFresh([code, types, list], known))) return;
  const { runnerImport } = await import('vite'); // Node 20 cannot read TypeScript
  const { module, dependencies } = await runnerImport(reader, { configFile: false, root, logLevel: 'error' });
  const manifests = [];
  for (const file of files) {
    const read = module.readManifest(await readFile(file, 'utf8'));
    if (!read.ok) throw new Error(`${file.slice(root.length)}:\n${read.faults.map(inWords).join('\n')}`);
    manifests.push(read.manifest);
  }
  await write(code, `export const manifests = ${JSON.stringify(manifests, null, 2)};\n`);
  await write(types, TYPES);
  await write(list, [fileURLToPath(import.meta.url), reader, ...files, ...dependencies].join('\n'));
  return code.slice(root.length);
}

const inWords = ({ path, problem, hint, line }) => `  line ${line ?? 1}: ${path} ${problem}. ${hint}`;
