/** Comments of src name what exists, and say what they are about. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm;
/** A function of Chrome that the code does not call, and says why. */
const EXCEPTIONS = ['addHostAccessRequest'];

const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const sources = files
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/compiled/'))
  .map((file) => ({ file: relative(ROOT, file), text: readFileSync(file, 'utf8') }));

const named = sources.flatMap(({ file, text }) =>
  (text.match(COMMENT) ?? []).flatMap((comment) =>
    Array.from(comment.matchAll(/`([^`\n]+)`/g), ([, name = '']) => ({ file, name })),
  ),
);

test('each file that a comment names exists', () => {
  const found = named.filter(({ name }) => /^[\w/-]+\.(?:tsx?|css|html)$/.test(name));
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

test('each identifier that a comment names is in the code', () => {
  const words = new Set(sources.flatMap(({ text }) => text.replace(COMMENT, '').match(/[\w$]+/g) ?? []));
  const found = named.filter(({ name }) => /^[A-Za-z]{4,}(?:\(\))?$/.test(name));
  expect(found.length).toBeGreaterThan(300);
  expect(found.filter(({ name }) => !words.has(name.replace('()', '')) && !EXCEPTIONS.includes(name))).toEqual([]);
});

test('a comment on a declaration does not begin as the rest of a sentence about it (“Of …”, “Where …”)', () => {
  const found = sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\/\*\*[\s*]*(?:Of|Where) .*/g), ([comment]) => `${file}: ${comment}`),
  );
  expect(found).toEqual([]);
});
