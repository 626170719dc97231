/**
 * Sizes of the store build. The one rule: a script counts with everything it statically imports, since that is what the
 * browser reads before the script's first line; what is fetched later (the token table) counts on its own.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { STORE_BUILD } from '../../scripts/lib/build.mjs';
import { listWorkerScripts, measureWorkerParts } from '../kit/bundle-parts.ts';
import type { Figure } from './figure.ts';

const KB = 1000;
const read = (path: string): Buffer => readFileSync(join(STORE_BUILD, path));

/** Every file of the package, by its path inside it. */
function files(folder = STORE_BUILD): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [relative(STORE_BUILD, path).split(sep).join('/')];
  });
}

/** What a module imports statically, as paths inside the package. */
function importsOf(path: string): string[] {
  const code = read(path).toString('utf8');
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"'\n]{1,200})["']/g);
  return [...found].map(([, name = '']) => posix.normalize(posix.join(dirname(path), name)));
}

/** The scripts and style sheets that a page of the package names. */
function namedBy(page: string): string[] {
  const found = read(page)
    .toString('utf8')
    .matchAll(/\b(?:src|href)="\/([^"]{1,200}\.(?:js|css))"/g);
  return [...found].map(([, name = '']) => name);
}

function withImports(entries: readonly string[]): string[] {
  const all = new Set(entries);
  for (const path of all) if (path.endsWith('.js')) for (const name of importsOf(path)) all.add(name);
  return [...all];
}

function rows(name: string, paths: readonly string[]): Figure[] {
  if (paths.length === 0) throw new Error(`The build holds nothing for ${name}.`);
  const sum = (size: (bytes: Buffer) => number): number => paths.reduce((total, path) => total + size(read(path)), 0);
  return [
    { name: `size: ${name}`, value: sum((bytes) => bytes.length) / KB, unit: 'KB' },
    { name: `size: ${name}, gzip`, value: sum((bytes) => gzipSync(bytes, { level: 9 }).length) / KB, unit: 'KB' },
  ];
}

/** Each script that runs in pages. They import nothing: each is one file. */
function contentScripts(all: readonly string[]): Figure[] {
  const scripts = all.flatMap((path) => {
    const [, name] = /^src\/content\/([\w-]+)\.iife\.js$/.exec(path) ?? [];
    return name === undefined ? [] : [{ path, name }];
  });
  if (scripts.length === 0) throw new Error('The build holds no content script.');
  return scripts.flatMap(({ path, name }) => rows(`content script, ${name}`, [path]));
}

/** Bytes of a plain zip of these files: local header, data and central entry of each, and the end record. */
function zipSize(paths: readonly string[]): number {
  const entry = (path: string): number =>
    30 + 46 + 2 * Buffer.byteLength(path) + deflateRawSync(read(path), { level: 9 }).length;
  return paths.reduce((total, path) => total + entry(path), 22);
}

/** What a wake reads, by part. */
async function partsOfWorker(): Promise<Figure[]> {
  const { first } = await measureWorkerParts();
  return first.map(({ name, gzip }) => ({ name: `size: worker, ${name}, gzip`, value: gzip / KB, unit: 'KB' }));
}

const isForRuns = (path: string): boolean => !path.endsWith('check-claims.js');

interface Manifest {
  readonly side_panel: { readonly default_path: string };
  readonly options_ui: { readonly page: string };
}

export async function sizeBench(): Promise<Figure[]> {
  const manifest = JSON.parse(read('manifest.json').toString('utf8')) as Manifest;
  const all = files();
  const [first, later] = listWorkerScripts(read('worker.js').toString('utf8'));
  const page = (path: string): string[] => withImports([path, ...namedBy(path)]);
  return [
    ...rows('worker, read at each wake', ['worker.js', ...first]),
    ...rows('worker, loaded by the first run or request', later.filter(isForRuns)),
    ...rows(
      'worker, loaded by the first answer with quotes',
      later.filter((path) => !isForRuns(path)),
    ),
    ...(await partsOfWorker()),
    ...rows('panel (page, scripts, styles)', page(manifest.side_panel.default_path)),
    ...rows('settings page (page, scripts, styles)', page(manifest.options_ui.page)),
    ...contentScripts(all),
    ...rows(
      'token table, fetched on first use',
      all.filter((path) => path.startsWith('tok/')),
    ),
    { name: 'size: package, unpacked', value: all.reduce((sum, path) => sum + read(path).length, 0) / KB, unit: 'KB' },
    { name: 'size: package, zip', value: zipSize(all) / KB, unit: 'KB' },
  ];
}
