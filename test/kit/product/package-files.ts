/** Which files of a built package a page reads before its first line: those it names, with all they statically import. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

interface Manifest {
  readonly side_panel: { readonly default_path: string };
  readonly options_ui: { readonly page: string };
}

export const readManifest = (folder: string): Manifest => JSON.parse(read(folder, 'manifest.json')) as Manifest;

/** Paths inside the package, the page's first. */
export function listPageFiles(folder: string, page: string): readonly string[] {
  const files = new Set([page, ...listNamed(folder, page)]);
  for (const path of files) if (path.endsWith('.js')) for (const name of listImports(folder, path)) files.add(name);
  return [...files];
}

/** The scripts and style sheets that a page of the package names. */
function listNamed(folder: string, page: string): readonly string[] {
  const found = read(folder, page).matchAll(/\b(?:src|href)="\/([^"]{1,200}\.(?:js|css))"/g);
  return [...found].map(([, name = '']) => name);
}

/** What a module imports statically. */
function listImports(folder: string, path: string): readonly string[] {
  const found = read(folder, path).matchAll(/(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`\n]{1,200})["'`]/g);
  return [...found].map(([, name = '']) => posix.normalize(posix.join(dirname(path), name)));
}
