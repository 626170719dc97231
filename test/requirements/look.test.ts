/** Type and motion of all that is shown: four sizes, three weights, and nothing moves but what fades in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const TOKENS = 'src/tokens.css';
const SIZES = { title: 20, body: 15, fine: 13, small: 12 };
/** 13 px of the reader's own default, which is all that a page leaves to what stands in it. */
const SIZE_IN_PAGES = '0.8125em';

interface Declaration {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

const sheets = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.css'))
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((path) => ({
    path: relative(ROOT, path).replaceAll('\\', '/'),
    css: readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, ''),
  }));

const declarations: readonly Declaration[] = sheets.flatMap(({ path, css }) =>
  Array.from(css.matchAll(/(?<=[{};]\s*)([\w-]+):\s*([^;{}]+);/g), ([, name = '', value = '']) => ({
    path,
    name,
    value: value.replaceAll(/\s+/g, ' ').trim(),
  })),
);

const list = (names: RegExp, isAllowed: RegExp): readonly Declaration[] =>
  declarations.filter(({ name, value }) => names.test(name) && !isAllowed.test(value));

const find = (token: string): string | undefined =>
  declarations.find(({ path, name }) => path === TOKENS && name === token)?.value;

test('all sheets are read', () => {
  expect(declarations.length).toBeGreaterThan(500);
});

test('there are four sizes of type, which grow with the text size that is set', () => {
  const tokens = declarations.filter(({ name }) => name.startsWith('--size-'));
  expect(Object.fromEntries(tokens.map(({ name, value }) => [name, value]))).toEqual(
    Object.fromEntries(Object.entries(SIZES).map(([name, pixels]) => [`--size-${name}`, `${String(pixels / 16)}rem`])),
  );
  expect(tokens).toHaveLength(4);
  const sized = list(/^font-size$/, /^(?:var\(--size-(?:title|body|fine|small)\)|0|inherit)$/);
  expect(sized.map(({ path, value }) => [path, value])).toEqual([
    ['src/theme.css', '92%'],
    ['src/theme.css', '120%'],
  ]);
  const fonts = list(
    /^font$/,
    /^(?:inherit|(?:600 )?var\(--size-(?:body|fine|small)\) \/ [\d.]+ (?:system-ui, sans-serif|var\(--mono\)))$/,
  );
  expect(fonts.map(({ path, value }) => [path, value])).toEqual([
    ['src/content/shadow-host.css', `${SIZE_IN_PAGES}/1.4 system-ui, sans-serif`],
  ]);
});

test('there are three weights', () => {
  expect(list(/^font-weight$/, /^(?:400|500|600|inherit)$/)).toEqual([]);
});

test('nothing moves, and what comes fades in within 120 ms', () => {
  expect(find('--fade')).toBe('opacity 120ms ease-out');
  expect(list(/^transition/, /^(?:var\(--fade\)|none !important)$/)).toEqual([]);
  expect(list(/^(?:animation|scroll-behavior)/, /^auto !important$/)).toEqual([]);
  expect(sheets.filter(({ css }) => css.includes('@keyframes')).map(({ path }) => path)).toEqual([]);
});
