/** The documents against the repository: what they point to exists, and the code they show is the code. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const documents = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const prose = (text: string): string => text.replace(/^ *```.*?^ *```$/gms, '').replace(/`[^`\n]*`/g, '');

/** A heading's anchor, as the place where these are read makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/ /g, '-');

function anchorsIn(name: string): ReadonlySet<string> {
  return new Set(Array.from(textOf(name).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => anchorOf(heading)));
}

test('every relative link leads somewhere, its anchor included', () => {
  const broken: string[] = [];
  let checked = 0;
  for (const name of documents) {
    const links = [...prose(textOf(name)).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '');
    for (const link of links.filter((target) => !/^[a-z]+:/.test(target))) {
      checked += 1;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? name : relative(ROOT, resolve(ROOT, dirname(name), path));
      const found = existsSync(join(ROOT, target));
      if (!found || (anchor !== undefined && !anchorsIn(target).has(anchor))) broken.push(`${name}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThan(50);
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expanded(path: string): readonly string[] {
  const [whole, inside] = /\{([^}]*)\}/.exec(path) ?? [];
  if (whole === undefined || inside === undefined) return [path];
  return inside.split(',').flatMap((name) => expanded(path.replace(whole, name.trim())));
}

test('every file of the repository that is named exists', () => {
  const missing: string[] = [];
  let checked = 0;
  for (const name of documents) {
    for (const [, path = ''] of textOf(name).matchAll(/`((?:src|test|scripts|docs)\/[^`\s]*)`/g)) {
      if (/[<*…]|node_modules/.test(path)) continue; // a pattern, a name to be chosen, or what an install makes
      for (const one of expanded(path)) {
        checked += 1;
        if (!existsSync(join(ROOT, one))) missing.push(`${name}: ${one}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(checked).toBeGreaterThan(50);
});

/** A line of code without what a document says beside it. */
const bare = (line: string): string => line.replace(/\s*\/\/.*$/, '').trim();

test('code that is shown as a file’s stands in that file, line by line', () => {
  let checked = 0;
  for (const name of documents) {
    for (const [, path = '', code = ''] of textOf(name).matchAll(
      /^ *```ts\n *\/\/ (src\/[^\s,]+)[^\n]*\n(.*?)^ *```$/gms,
    )) {
      const lines = new Set(textOf(path).split('\n').map(bare));
      for (const line of code.split('\n').map(bare)) expect([name, path, lines.has(line)]).toEqual([name, path, true]);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(1);
});

test('the functions of the table “where to look” are exported by the files beside them', () => {
  const rows = [...textOf('docs/architecture.md').matchAll(/^\| (`[^|]*`) +\|[^|]*\| `(src\/[^`]*)` +\|$/gm)];
  for (const [, names = '', path = ''] of rows) {
    const code = expanded(path)
      .map((one) => textOf(one))
      .join('\n');
    for (const [, called = ''] of names.matchAll(/`(\w+)`/g)) {
      expect(code).toMatch(new RegExp(`export (?:async )?function\\*? ${called}\\b`));
    }
  }
  expect(rows.length).toBeGreaterThan(8);
});

test('no document is left alone: each is linked from another', () => {
  const linked = new Set(
    documents.flatMap((name) =>
      [...textOf(name).matchAll(/\]\(([^)\s#]+)/g)].map(([, path = '']) =>
        relative(ROOT, resolve(ROOT, dirname(name), path)),
      ),
    ),
  );
  const alone = documents.filter((name) => name !== 'README.md' && !linked.has(name));
  expect(alone.filter((name) => statSync(join(ROOT, name)).isFile())).toEqual([]);
});

test('the README takes five minutes, and the glossary is no dictionary', () => {
  expect(textOf('README.md').split(/\s+/).length).toBeLessThanOrEqual(1500);
  expect([...textOf('docs/glossary.md').matchAll(/^\| (?!term|-)/gm)].length).toBeLessThanOrEqual(40);
});
