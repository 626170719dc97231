/**
 * Sizes of the store build. The one rule: a script counts with everything it statically imports, since that is what the
 * browser reads before the script's first line; what is fetched later (the token table) counts on its own.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { STORE_BUILD } from '../../../scripts/lib/build.mjs';
import { listLaterScripts, measureBuild, WORKER_SCRIPT, type Part } from '../../kit/product/bundle-parts.ts';
import { listPageFiles, readManifest } from '../../kit/product/package-files.ts';
import type { Figure } from '../figure.ts';

const KB = 1000;
const read = (path: string): Buffer => readFileSync(join(STORE_BUILD, path));

/** Every file of the package, by its path inside it. */
function files(folder = STORE_BUILD): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [relative(STORE_BUILD, path).split(sep).join('/')];
  });
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

/** What a wake and the opening of the panel read, by part. */
async function partsOfBuild(): Promise<Figure[]> {
  const { worker, panel } = await measureBuild();
  const name = (of: string, parts: readonly Part[]): Figure[] =>
    parts.map((part) => ({ name: `size: ${of}, ${part.name}, gzip`, value: part.gzip / KB, unit: 'KB' }));
  return [...name('worker', worker.first), ...name('panel', panel.parts)];
}

const isForRuns = (path: string): boolean => !path.endsWith('check-claims.js');

export async function sizeBench(): Promise<Figure[]> {
  const manifest = readManifest(STORE_BUILD);
  const all = files();
  const later = listLaterScripts(read(WORKER_SCRIPT).toString('utf8'));
  const page = (path: string): readonly string[] => listPageFiles(STORE_BUILD, path);
  return [
    ...rows('worker, read at each wake', [WORKER_SCRIPT]),
    ...rows('worker, loaded by the first run or request', later.filter(isForRuns)),
    ...rows(
      'worker, loaded by the first answer with quotes',
      later.filter((path) => !isForRuns(path)),
    ),
    ...(await partsOfBuild()),
    ...rows('panel at opening (page, scripts, styles)', page(manifest.side_panel.default_path)),
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
