/** What crxjs does not build as it is needed here: the service worker, and the scripts that are injected into pages. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, mergeConfig, type InlineConfig, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

const WORKER = 'src/background/index.ts';
const PAGE_SCRIPT = '\0page-script:';

/**
 * Builds the worker as classic scripts. They start in half the time of modules, and a part of them can be loaded when it is
 * first needed: `import()` begins such a part, which a worker of modules may not use. The manifest names no worker before.
 * `note` makes a plugin that is told of the modules.
 */
export function buildClassicWorker(note: () => Plugin): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'kl:classic-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async writeBundle({ dir = '' }) {
      await buildScript(config, {
        plugins: [buildPageScripts(note), note(), createLoader],
        build: {
          outDir: dir,
          lib: { entry: WORKER, formats: ['cjs'], fileName: () => 'worker/main.js' },
          rolldownOptions: {
            output: {
              chunkFileNames: 'worker/[name].js',
              banner: ({ fileName }) => `parts['${basename(fileName)}'] = (require, exports, module) => {`,
              footer: '};',
            },
          },
        },
      });
      const path = join(dir, 'manifest.json');
      const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
      await writeFile(path, JSON.stringify({ ...manifest, background: { service_worker: 'worker.js' } }, null, 2));
    },
  };
}

/**
 * Makes `worker.js` of what each wake evaluates. The browser keeps the scripts that are imported when the worker is
 * installed (others cannot be imported later), and sends them all to a starting worker, one after another in the order of
 * their names: the script that it starts with is the only one that waits for none.
 */
const createLoader: Plugin = {
  name: 'kl:worker-loader',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
    for (const name of first)
      for (const each of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) first.add(each);
    const later = chunks.flatMap(({ fileName }) => (first.has(fileName) ? [] : [`'/${fileName}'`])).join(', ');
    let source = `'use strict';
const parts = {};
const modules = {};
oninstall = () => importScripts(${later});
const load = (path) => {
  const name = path.replace('./', '');
  if (modules[name]) return modules[name].exports;
  if (!parts[name]) importScripts('/worker/' + name);
  const module = (modules[name] = { exports: {} });
  parts[name](load, module.exports, module);
  return module.exports;
};
`;
    const sections = [];
    for (const { fileName, code, map } of chunks.filter(({ fileName }) => first.has(fileName))) {
      sections.push({ offset: { line: source.split('\n').length - 1, column: 0 }, map });
      source += `${code.trim()}\n`;
      for (const path of [fileName, `${fileName}.map`]) Reflect.deleteProperty(bundle, path);
    }
    this.emitFile({ type: 'asset', fileName: 'worker.js', source: `${source}load('main.js');\n` });
    if (sections.every(({ map }) => map !== null))
      this.emitFile({ type: 'asset', fileName: 'worker.js.map', source: JSON.stringify({ version: 3, sections }) });
  },
};

/** Builds what is imported as \`?iife\`: a script without imports of its own. The import's value is the script's path in the package. */
export function buildPageScripts(note: () => Plugin): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'kl:page-scripts',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => void (config = resolved),
    async resolveId(source, importer) {
      if (!source.endsWith('?iife')) return null;
      const resolved = await this.resolve(source.replace('?iife', ''), importer);
      return resolved === null ? null : PAGE_SCRIPT + resolved.id;
    },
    async load(id) {
      if (!id.startsWith(PAGE_SCRIPT)) return null;
      const entry = id.slice(PAGE_SCRIPT.length);
      const path = `src/content/${basename(entry, '.ts')}.js`;
      const [script] = await buildScript(config, {
        plugins: [note()],
        build: { write: false, lib: { entry, formats: ['iife'], name: 'entry', fileName: () => path } },
      });
      if (script?.type !== 'chunk') throw new Error(`The bundler gave no script for ${entry}.`);
      this.emitFile({ type: 'asset', fileName: path, source: script.code });
      return `export default '${path}';`;
    },
  };
}

/** The dev server's worker is made of modules, in which \`import()\` is refused. */
export const importStatically: Plugin = {
  name: 'kl:import-statically',
  apply: 'serve',
  transform(code, id) {
    if (!/\/src\/(?:background|chrome)\//.test(id)) return null;
    const paths: string[] = [];
    const replaced = code.replace(/\bimport\((["'])(\.{1,2}\/[^"']+)\1\)/g, (_, _quote, path: string) => {
      paths.push(path);
      return `Promise.resolve(imported${String(paths.length)})`;
    });
    const imports = paths.map((path, i) => `import * as imported${String(i + 1)} from '${path}';\n`);
    return paths.length === 0 ? null : { code: imports.join('') + replaced, map: null };
  },
};

async function buildScript(
  { define, mode, build: { target, minify, sourcemap } }: ResolvedConfig,
  own: InlineConfig,
): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const common: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    mode,
    publicDir: false,
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    build: { target, minify, sourcemap, emptyOutDir: false },
  };
  const built = await build(mergeConfig(common, own));
  return Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : [];
}
