/** Which bytes of the built worker and panel come from which part: a folder of ours, or a package. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';
import { build } from 'vite';
import { OFFSCREEN_PAGE } from '../../../src/lib/protocol/offscreen/offscreen.ts';
import { listPageFiles, readManifest } from './package-files.ts';

export interface Part {
  readonly name: string;
  readonly bytes: number;
  /** Of the part by itself, in bytes. */
  readonly gzip: number;
}

export interface BuildParts {
  readonly worker: {
    /** Evaluated at each wake. */
    readonly first: readonly Part[];
    /** Scripts that are loaded when they are needed. */
    readonly later: readonly Part[];
  };
  /** What is loaded at its opening. */
  readonly panel: {
    readonly parts: readonly Part[];
    /** Bytes of the scripts, each compressed by itself. */
    readonly scripts: number;
    readonly styles: number;
  };
  /** What the hidden page loads at its opening. */
  readonly hidden: readonly Part[];
}

export const WORKER_SCRIPT = 'worker.js';

/** Scripts that the worker loads when they are needed: paths in the package. */
export function listLaterScripts(worker: string): readonly string[] {
  const [, list = ''] = /importScripts\(('[^)]*')\)/.exec(worker) ?? [];
  return list.split(', ').map((path) => path.slice(2, -1));
}

/** The largest first. Builds the extension with source maps. */
export async function measureBuild(): Promise<BuildParts> {
  const folder = await mkdtemp(join(tmpdir(), 'knowledgelens-parts-'));
  try {
    await build({ mode: 'store', logLevel: 'error', build: { outDir: folder, sourcemap: 'hidden' } });
    const compress = async (name: string): Promise<number> =>
      gzipSync(await readFile(join(folder, name)), { level: 9 }).length;
    return {
      worker: await measureWorker(folder, compress),
      panel: await measurePanel(folder, compress),
      hidden: await measureParts(folder, listPageFiles(folder, OFFSCREEN_PAGE).filter(isModule)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isModule = (name: string): boolean => name.startsWith('assets/') && name.endsWith('.js');

type Compress = (name: string) => Promise<number>;

async function measureWorker(folder: string, compress: Compress): Promise<BuildParts['worker']> {
  const scripts = listLaterScripts(await readFile(join(folder, WORKER_SCRIPT), 'utf8'));
  const later = scripts.map(async (name): Promise<Part> => {
    const { size } = await stat(join(folder, name));
    return { name: basename(name), bytes: size, gzip: await compress(name) };
  });
  return { first: await measureParts(folder, [WORKER_SCRIPT]), later: await Promise.all(later) };
}

async function measurePanel(folder: string, compress: Compress): Promise<BuildParts['panel']> {
  const files = listPageFiles(folder, readManifest(folder).side_panel.default_path);
  const add = async (ending: string): Promise<number> =>
    (await Promise.all(files.filter((name) => name.endsWith(ending)).map(compress))).reduce((sum, n) => sum + n, 0);
  return {
    parts: await measureParts(folder, files.filter(isModule)),
    scripts: await add('.js'),
    styles: await add('.css'),
  };
}

async function measureParts(folder: string, scripts: readonly string[]): Promise<readonly Part[]> {
  const texts = new Map<string, string[]>();
  for (const script of scripts) {
    if (!existsSync(join(folder, `${script}.map`))) continue; // the bundler's own
    const code = await readFile(join(folder, script), 'utf8');
    const map = JSON.parse(await readFile(join(folder, `${script}.map`), 'utf8')) as SourceMap | IndexMap;
    for (const [source, text] of splitBySource(code, map)) {
      const part = findPart(source);
      const pieces = texts.get(part) ?? [];
      if (pieces.push(text) === 1) texts.set(part, pieces);
    }
  }
  return Array.from(texts, ([name, pieces]) => ({
    name,
    bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
    gzip: gzipSync(pieces.join(''), { level: 9 }).length,
  })).toSorted((a, b) => b.bytes - a.bytes);
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Of a script that was joined of others. */
interface IndexMap {
  readonly sections: readonly { readonly offset: { readonly line: number }; readonly map: SourceMap }[];
}

function* splitBySource(code: string, map: SourceMap | IndexMap): Generator<[source: string, text: string]> {
  const lines = code.split('\n');
  if ('sections' in map) {
    for (const { offset, map: part } of map.sections) yield* splitBySource(lines.slice(offset.line).join('\n'), part);
    return;
  }
  for (const [row, segments] of decode(map.mappings).entries())
    for (const [i, [from, source]] of segments.entries())
      if (source !== undefined) yield [map.sources[source] ?? '', (lines[row] ?? '').slice(from, segments[i + 1]?.[0])];
}

/** `src/lib/agent`, `src/chrome`, or a package's name. */
function findPart(path: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (name !== undefined) return name;
  const [, part] = /(?:^|\/)(src\/(?:lib\/)?[\w-]+)\//.exec(path) ?? [];
  return part ?? 'the bundler';
}
