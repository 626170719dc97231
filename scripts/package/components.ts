/** The software in the package: name, version, licence and the texts that have to go along with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSIDE, NOT_SHIPPED, TEXTS, WHOLE_TEXTS, type Part } from './parts.ts';

export interface Component {
  readonly name: string;
  /** Empty for work inside a package, which does not say. */
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly website: string;
  /** Licence texts, and notices in the files that were used. At least one. */
  readonly texts: readonly string[];
  readonly parts: readonly Component[];
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?!.*\.[jt]s$)/i;
/** Where a licence file goes on with those of a package's own tools, none of which are shipped. */
const OF_TOOLS = /\n# Licenses of bundled dependencies\n[^]*/;

/** Throws where a licence or its text is missing; the message says what to do. `files` are those used, as paths. */
export function describePackage(folder: string, files: readonly string[], root: string): Component {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as PackageJson;
  const listed = TEXTS[name];
  const licence = listed?.licence ?? license;
  if (licence === undefined) throw new Error(`${name} names no licence. Look for it and list it in ${PARTS}.`);
  const own = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .toSorted(compare)
    .map((file) => readText(join(folder, file)));
  if (own.length === 0 && !listed)
    throw new Error(`${name} is in the package without a licence text. List the text and its source in ${PARTS}.`);
  const parts = listParts(name, version);
  for (const path of listNestedLicences(folder).map((file) => `${name}/${file}`))
    if (!NOT_SHIPPED.includes(path) && parts.every(({ text }) => text !== `node_modules/${path}`))
      throw new Error(
        `${path} is the licence of something inside a package. List whose it is, or that it is not shipped, in ${PARTS}.`,
      );
  const whole = WHOLE_TEXTS[licence];
  return {
    name,
    version,
    licence,
    website: homepage ?? formatRepository(repository),
    texts: unique([
      ...(own.length === 0 && listed ? readTexts(listed, root) : own),
      ...(whole === undefined ? [] : [readText(join(root, whole))]),
      ...files.flatMap((file) => findNotices(readFileSync(file, 'utf8'))),
    ]),
    parts: parts.map((part) => describePart(part, root)),
  };
}

const PARTS = 'scripts/package/parts.ts';

/** Of others' work within the package; what is installed within it is a package of its own. With slashes, sorted. */
function listNestedLicences(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .toSorted((a, b) => compare(a.name, b.name))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listNestedLicences(folder, path);
      return below !== '' && LICENCE_FILE.test(entry.name) ? [path] : [];
    });
}

function listParts(name: string, version: string): readonly Part[] {
  const known = Object.keys(INSIDE).find((key) => key.startsWith(`${name}@`));
  if (known !== undefined && known !== `${name}@${version}`)
    throw new Error(
      `${PARTS} says what is inside ${known}; this is ${version}. Look at what it contains and list that.`,
    );
  return INSIDE[known ?? ''] ?? [];
}

const describePart = (part: Part, root: string): Component => ({
  name: part.name,
  version: '',
  licence: part.licence,
  website: part.source.startsWith('http') ? part.source : '',
  texts: readTexts(part, root),
  parts: [],
});

/** A text that several share is apart from whose copyright it is. */
function readTexts({ copyright, text }: Omit<Part, 'name'>, root: string): string[] {
  if (text.startsWith('node_modules/')) return [copyright, readText(join(root, text))].filter(Boolean);
  return [`${copyright}\n\n${readText(join(root, 'scripts/package/texts', text))}`];
}

/** Comments that have a copyright or a licence in them: minifying drops them, the licences want them kept. */
export function findNotices(code: string): string[] {
  const comments = code.match(/\/\*[^]*?\*\//g) ?? [];
  return comments
    .filter((comment) => /copyright|licensed (?:under|to)/i.test(comment))
    .map((comment) =>
      comment
        .slice(2, -2)
        .replace(/^[ \t]*\*?[ \t]?/gm, '')
        .trim(),
    );
}

function readText(path: string): string {
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n').replace(OF_TOOLS, '');
  return text.replace(/[ \t]+$/gm, '').trim();
}

function formatRepository(repository: PackageJson['repository']): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  return url
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
    .replace(/^(?:git:\/\/|ssh:\/\/git@)/, 'https://')
    .replace(/^(?:github:)?(?=[\w-]+\/[\w.-]+$)/, 'https://github.com/');
}

/** By code units, so that no locale has a say in the order. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
