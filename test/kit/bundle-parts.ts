/** Which bytes of the built worker come from which part: a folder of ours, or a package. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';
import { build } from 'vite';

export interface Part {
  readonly name: string;
  readonly bytes: number;
  /** Of the part by itself, in bytes. */
  readonly gzip: number;
}

export interface WorkerParts {
  /** Evaluated at each wake. */
  readonly first: readonly Part[];
  /** Scripts that are loaded when they are needed. */
  readonly later: readonly Part[];
}

/** Scripts that the worker's loader imports at once, and those it only keeps: paths in the package. */
export function listWorkerScripts(loader: string): readonly [first: readonly string[], later: readonly string[]] {
  const [first = [], later = []] = [...loader.matchAll(/importScripts\(('[^)]*')\)/g)].map(([, list = '']) =>
    list.split(', ').map((path) => path.slice(2, -1)),
  );
  return [first, later];
}

/** The largest first. Builds the extension with source maps. */
export async function measureWorkerParts(): Promise<WorkerParts> {
  const folder = await mkdtemp(join(tmpdir(), 'knowledgelens-parts-'));
  try {
    await build({ mode: 'store', logLevel: 'error', build: { outDir: folder, sourcemap: 'hidden' } });
    const [first, onDemand] = listWorkerScripts(await readFile(join(folder, 'worker.js'), 'utf8'));
    const later = await Promise.all(
      onDemand.map(async (name) => {
        const code = await readFile(join(folder, name));
        return { name: basename(name), bytes: code.length, gzip: gzipSync(code, { level: 9 }).length };
      }),
    );
    return { first: await measureParts(folder, first), later };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureParts(folder: string, scripts: readonly string[]): Promise<readonly Part[]> {
  const texts = new Map<string, string[]>();
  for (const script of scripts) {
    const code = await readFile(join(folder, script), 'utf8');
    const map = JSON.parse(await readFile(join(folder, `${script}.map`), 'utf8')) as SourceMap;
    for (const [source, text] of splitBySource(code, map)) {
      const part = findPart(source);
      texts.set(part, [...(texts.get(part) ?? []), text]);
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

function* splitBySource(code: string, map: SourceMap): Generator<[source: string, text: string]> {
  const lines = code.split('\n');
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
