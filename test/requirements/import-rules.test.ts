/** The rules of who may import whom: each names files that exist, or it would never fire. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

interface Side {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
}

const { forbidden, options } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string; comment: string; from: Side; to: Side }[];
  options: { exclude: { path: string } };
};

const FILES = ['src', 'test', 'scripts', 'node_modules/yaml'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
);

/** The pattern once for each choice of its alternatives: `a(b|c)?` gives `ab`, `ac` and `a`. */
function expand(pattern: string): readonly string[] {
  const [group = '', alternatives = '', optional] = /\((?!\?)([^()]*)\)(\??)/.exec(pattern) ?? [];
  if (!group) return [pattern];
  return [...alternatives.split('|'), ...(optional ? [''] : [])].flatMap((one) =>
    expand(pattern.replace(group, () => one)),
  );
}

/** Without those that match no file by design: `$1` is filled in by the tool, a query follows the name of a built script. */
function listPatterns({ path = [], pathNot = [] }: Side): readonly string[] {
  return [path, pathNot]
    .flat()
    .filter((pattern) => !pattern.includes('$1') && !pattern.startsWith('\\?'))
    .flatMap((pattern) => expand(pattern.replace('(/|$)', '')));
}

test('each alternative of each path of a rule matches a file', () => {
  const unmatched = forbidden.flatMap(({ name, from, to }) =>
    [from, to]
      .flatMap(listPatterns)
      .filter((pattern) => !FILES.some((file) => new RegExp(pattern).test(file)))
      .map((pattern) => `${name}: ${pattern}`),
  );
  expect(unmatched).toEqual([]);
});

test('each file that the advice of a rule names exists', () => {
  const missing = forbidden.flatMap(({ name, comment }) =>
    Array.from(comment.matchAll(/[\w/-]+\.tsx?\b/g), ([file]) => file)
      .filter((file) => !FILES.some((known) => known.endsWith(`/${file}`)))
      .map((file) => `${name}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test('packages are not excluded: a dependency that is excluded is dropped before any rule sees it', () => {
  expect('node_modules/yaml/dist/index.js').not.toMatch(new RegExp(options.exclude.path));
});
