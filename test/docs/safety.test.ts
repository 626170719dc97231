/** The defences that comments cite by number are those of docs/safety.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const files = [
  'manifest.config.ts',
  ...['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
];
const defined = Array.from(
  readFileSync(join(ROOT, 'docs/safety.md'), 'utf8').matchAll(/^- \*\*(D\d+), /gm),
  ([, id = '']) => id,
);

test('each defence that is cited is defined', () => {
  const cited = files.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/SAFETY ((?:D\d+(?:, )?)+)/g), ([, ids = '']) =>
      (ids.match(/D\d+/g) ?? []).map((id) => ({ file, id })),
    ).flat(),
  );
  expect(cited.length).toBeGreaterThan(40);
  expect(cited.filter(({ id }) => !defined.includes(id))).toEqual([]);
});

test('defences are numbered in order', () => {
  expect(defined).toEqual(defined.map((_, index) => `D${String(index + 1)}`));
});
