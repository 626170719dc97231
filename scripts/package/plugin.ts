/**
 * Writes into the package its licence, the notices of all that it contains, and a bill of materials. What it contains is read
 * off the bundles' own modules and the copied files; of a package that merely stands in the lock file nothing is said.
 */
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import pkg from '../../package.json' with { type: 'json' };
import { compare, describePackage, unique, type Component } from './components.ts';
import { composeBill, composeNotices, sortComponents } from './papers.ts';
import { COPIED } from './parts.ts';

const WITHIN_PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
/** What the bundler itself puts in. */
const OF_BUNDLER = /^\0(rolldown|vite)\//;

export interface PackagePapers {
  /** For every build whose bundles go into the package: notes their modules. */
  readonly noteModules: () => Plugin;
  /** For the one that ends last: writes. */
  readonly write: Plugin;
}

export function makePapers(): PackagePapers {
  /** A package's folder, which may be relative to the project's → its files in the bundles. */
  const used = new Map<string, Set<string>>();
  const use = (folder: string, file?: string): void => {
    const files = used.get(folder) ?? new Set();
    used.set(folder, files);
    if (file !== undefined) files.add(file);
  };
  let config: ResolvedConfig;
  return {
    noteModules: () => ({
      name: 'kl:note-modules',
      apply: 'build',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle))
          for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
            const [, tool] = OF_BUNDLER.exec(id) ?? [];
            if (tool !== undefined) use(join('node_modules', tool));
            const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
            const [, folder] = WITHIN_PACKAGE.exec(path) ?? [];
            if (folder !== undefined) use(folder, path);
          }
      },
    }),
    write: {
      name: 'kl:package-papers',
      apply: 'build',
      configResolved: (resolved) => void (config = resolved),
      closeBundle(error?: Error) {
        if (error !== undefined) return;
        const { root, publicDir, build } = config;
        for (const name of listCopiedPackages(publicDir)) use(join('node_modules', name));
        const into = resolve(root, build.outDir);
        for (const [file, text] of Object.entries(composePapers(root, used))) writeFileSync(join(into, file), text);
      },
    },
  };
}

/** Each paper's name → its text. Throws where a licence is missing. */
export function composePapers(root: string, used: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string> {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
  const folders = new Map<string, string[]>();
  for (const [folder, files] of used) {
    const real = realpathSync(resolve(root, folder));
    folders.set(real, [...(folders.get(real) ?? []), ...files]);
  }
  const components = sortComponents(
    [...folders].map(([folder, files]) => describePackage(folder, unique(files).toSorted(compare), root)),
  );
  const product: Component = {
    name: pkg.name,
    version: pkg.version,
    licence: pkg.license,
    website: '',
    texts: [licence],
    parts: [],
  };
  return {
    'LICENSE.txt': licence,
    'licences.txt': composeNotices('KnowledgeLens', components),
    'sbom.cdx.json': composeBill(product, components),
  };
}

/** The packages that files in the folder were copied from. Throws for a file that is not listed. */
export function listCopiedPackages(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const names = files.map((file) => {
    const listed = Object.entries(COPIED).find(([start]) => file.startsWith(start));
    if (!listed) throw new Error(`Where does public/${file} come from? List it in scripts/package/parts.ts.`);
    return listed[1];
  });
  return unique(names.filter((name) => name !== null)).toSorted(compare);
}
