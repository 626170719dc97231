/** Which bytes of a built script come from which part: a folder of ours, or a package. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';
import { build } from 'vite';

export interface Part {
  readonly name: string;
  readonly bytes: number;
  /** Of the part by itself, in bytes. */
  readonly gzip: number;
}

/** What a module of the package imports statically, as paths inside the package. */
export function findImports(path: string, code: string): string[] {
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"'\n]{1,200})["']/g);
  return [...found].map(([, name = '']) => posix.normalize(posix.join(dirname(path), name)));
}

/** Parts of the service worker with all its imports, the largest first. Builds the extension with source maps. */
export async function measureWorkerParts(): Promise<readonly Part[]> {
  const folder = await mkdtemp(join(tmpdir(), 'knowledgelens-parts-'));
  try {
    await build({ mode: 'store', logLevel: 'error', build: { outDir: folder, sourcemap: 'hidden' } });
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      readonly background: { readonly service_worker: string };
    };
    const texts = new Map<string, string[]>();
    const scripts = new Set([manifest.background.service_worker]);
    for (const script of scripts) {
      const code = await readFile(join(folder, script), 'utf8');
      for (const name of findImports(script, code)) scripts.add(name);
      const map = await readFile(join(folder, `${script}.map`), 'utf8').catch(() => null);
      if (map === null) continue; // the loader, which only imports
      for (const [source, text] of splitBySource(code, JSON.parse(map) as SourceMap)) {
        const part = findPart(posix.join(dirname(script), source));
        texts.set(part, [...(texts.get(part) ?? []), text]);
      }
    }
    return [...texts]
      .map(([name, pieces]) => ({
        name,
        bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
        gzip: gzipSync(pieces.join(''), { level: 9 }).length,
      }))
      .toSorted((a, b) => b.bytes - a.bytes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
