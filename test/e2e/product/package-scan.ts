/**
 * What a web store reviewer would look for in the built files: code from elsewhere, or from strings. The rule: there
 * are no exceptions; what a library brings of the kind and never runs is taken out by the build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface Finding {
  readonly file: string;
  readonly rule: string;
  /** The text found, with a little of what stands around it. */
  readonly text: string;
}

const RULES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['remote script address', /(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}\/[^\s"'`<>()]{0,300}\.(?:m?js|wasm)\b/gi],
  ['eval', /(?<![\w$.])eval\s*\(/g],
  [
    'Function constructor',
    /(?<![\w$.])Function\s*\(|[=(,]\s*Function\s*[,;)]|(?<![\w$])new\s+[\w$]{1,3}\(\s*(?:``|''|"")\s*\)/g,
  ],
  ['importScripts', /(?<![\w$.])importScripts\s*\((?!'\/worker\/)/g], // but the worker's own parts
  ['import of an address', /(?<![\w$])(?:import|from)\s*\(?\s*["'`](?:https?:)?\/\//g],
  ['timer from a string', /(?<![\w$])set(?:Timeout|Interval)\s*\(\s*["'`]/g],
  ['development server', /localhost:5173/g],
];

/** Every file of the folder, as paths relative to it with `/`. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Findings in one file's text. */
export function scanText(file: string, text: string): Finding[] {
  return RULES.flatMap(([rule, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({
      file,
      rule,
      text: text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 40),
    })),
  );
}

/** Findings in the scripts and pages of a packaged extension. */
export function scanPackage(folder: string): Finding[] {
  return listFiles(folder)
    .filter((file) => /\.(?:m?js|html)$/.test(file))
    .flatMap((file) => scanText(file, readFileSync(join(folder, file), 'utf8')));
}
