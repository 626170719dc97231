/**
 * Prompts and built-in agents, out of texts for people: for the service worker objects that were checked when the product was
 * built. A text with a fault ends the build and names its place.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFresh, root, write } from './files.mjs';

const KINDS = [
  {
    folder: 'src/lib/agents/built-in/',
    ending: '.yaml',
    reader: 'src/lib/agents/manifest/yaml.ts',
    name: 'manifests',
    read({ readManifest }, text) {
      const read = readManifest(text);
      if (read.ok) return read.manifest;
      throw new Error(
        read.faults.map(({ path, problem, hint, line }) => `line ${line ?? 1}: ${path} ${problem}. ${hint}`).join('\n'),
      );
    },
    types: () => `import type { AgentManifest } from '../../../agent/frames/manifest.ts';
export declare const manifests: readonly AgentManifest[];
`,
  },
  {
    folder: 'src/lib/agent/context/prompts/',
    ending: '.md',
    reader: 'src/lib/agent/context/prompts/template-text.ts',
    name: 'templates',
    read: ({ parseTemplate }, text) => parseTemplate(text),
    types: (templates) => `import type { PromptTemplate } from '../template.ts';
export declare const templates: readonly (PromptTemplate & { readonly name: ${templates.map(({ name }) => `'${name}'`).join(' | ')} })[];
`,
  },
];

/** Returns what was made, or nothing when the output is fresh. */
export async function generateTexts() {
  const made = [];
  for (const kind of KINDS) if (await generate(kind)) made.push(kind.name);
  return made.join(', ');
}

async function generate({ folder, ending, reader, name, read, types }) {
  const output = `${root}${folder}compiled/`;
  const files = (await readdir(root + folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => root + folder + file);
  /** What the output was made from, one path a line, from the project's folder. */
  const list = `${output}inputs.txt`;
  const known = (await readFile(list, 'utf8').catch(() => '')).split('\n').map((path) => join(root, path));
  const results = [`${output}${name}.js`, `${output}${name}.d.ts`, list];
  const isKnown = files.every((file) => known.includes(file));
  if (isKnown && (await isFresh(results, known))) return false;
  const { runnerImport } = await import('vite'); // Node 20 cannot read TypeScript
  const { module, dependencies } = await runnerImport(root + reader, { configFile: false, root, logLevel: 'error' });
  const values = [];
  for (const file of files) {
    try {
      values.push(read(module, await readFile(file, 'utf8')));
    } catch (error) {
      throw new Error(`${file.slice(root.length)}:\n${error.message}`, { cause: error });
    }
  }
  const [code, declarations] = results;
  await write(code, `export const ${name} = ${JSON.stringify(values, null, 2)};\n`);
  await write(declarations, types(values));
  const inputs = [fileURLToPath(import.meta.url), root + reader, ...files, ...dependencies];
  await write(list, inputs.map((path) => relative(root, path)).join('\n'));
  return true;
}
