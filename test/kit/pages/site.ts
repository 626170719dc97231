/**
 * The web, as far as tests need it: a small server for the golden pages and the awkward ones in test/fixtures.
 * The one rule: it answers at once or, for what is held, when the test says so; never after a time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { bookPage, deepPage, longWordPage } from './huge-pages.ts';
import { pdfFile, type PdfName } from './pdf-files.ts';

export const FIXTURES = resolve(import.meta.dirname, '../../fixtures');
export const PAGES = join(FIXTURES, 'pages');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** What a page of test/fixtures/pages is and must become. Phrases are compared with no-break spaces as spaces. */
export interface Golden {
  readonly kind: string;
  readonly title: string;
  readonly byline: string;
  readonly published: string;
  readonly language: string;
  /** A selector that matches once a late-rendering page is complete. */
  readonly ready?: string;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  /** At least so many of each in the Markdown. */
  readonly structure: Readonly<Record<'headings' | 'listItems' | 'tables' | 'codeBlocks' | 'links', number>>;
}

/** Names of the golden pages, sorted. */
export const goldenNames = (): string[] =>
  readdirSync(PAGES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

export const golden = (name: string): Golden =>
  JSON.parse(readFileSync(join(PAGES, name, 'meta.json'), 'utf8')) as Golden;

/** The awkward pages: made here, or files of test/fixtures/bad. */
export type BadPage =
  | 'empty'
  | 'pdf'
  | 'plain'
  | 'strict-csp'
  /** Its image stays open until `hold('/bad/never.png')` is released. */
  | 'never-loads'
  /** Goes to the docs page once `hold('/bad/leave')` is released. */
  | 'leaves'
  | 'huge'
  | 'deep'
  | 'long-word'
  /** With `document.modelContext`, it registers tools there (WebMCP), and notes their calls in `called`. */
  | 'offers-tools';

const BAD_FILES: Readonly<Partial<Record<BadPage, string>>> = {
  empty: 'empty.html',
  pdf: 'report.pdf',
  plain: 'plain.txt',
  'strict-csp': 'strict-csp.html',
  'never-loads': 'never-loads.html',
  leaves: 'leaves.html',
  'offers-tools': 'offers-tools.html',
};
const BAD_MADE: Readonly<Partial<Record<BadPage, () => string>>> = {
  huge: () => bookPage(160_000),
  deep: () => deepPage(50_000),
  'long-word': () => longWordPage(500_000),
};
const isBad = (name: string): name is BadPage => Object.hasOwn(BAD_FILES, name) || Object.hasOwn(BAD_MADE, name);

/** A path whose requests wait. */
interface Hold {
  /** Resolves when the first request has come in. */
  readonly arrived: Promise<void>;
  /** Answers the requests that wait, and all later ones at once. */
  release(): void;
}

export interface Site {
  /** `http://localhost:PORT` */
  readonly url: string;
  /** Address of a golden page. Throws for a name that has none. */
  page(name: string): string;
  bad(name: BadPage): string;
  /** A PDF (see `pdf-files.ts`), also with `.pdf` at the end. */
  pdf(name: PdfName): string;
  /** A book of about so many words (see `bookPage`). */
  book(words: number): string;
  /** Holds back a path (`/bad/leave`, `/pages/news/`) from now on, or finds the hold that is on it. */
  hold(path: string): Hold;
  close(): Promise<void>;
}

interface Answer {
  readonly body: string | Buffer;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts the server on a free port of the loopback interface. */
export async function startSite(): Promise<Site> {
  const holds = new Map<string, Hold & { enter(go: () => void): void }>();
  const hold = (path: string) => {
    const there = holds.get(path);
    if (there !== undefined) return there;
    const made = makeHold();
    holds.set(path, made);
    return made;
  };
  hold('/bad/never.png');
  hold('/bad/leave');

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const go = () => send(response, answer(pathname, searchParams));
    const held = holds.get(pathname);
    if (held === undefined) go();
    else held.enter(go);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://localhost:${String((server.address() as AddressInfo).port)}`;

  return {
    url,
    page(name) {
      if (!goldenNames().includes(name))
        throw new Error(`No golden page is called ${name}. There are: ${goldenNames().join(', ')}.`);
      return `${url}/pages/${name}/`;
    },
    bad: (name) => `${url}/bad/${name}`,
    pdf: (name) => `${url}/pdf/${name}`,
    book: (words) => `${url}/book?words=${String(words)}`,
    hold,
    close: () =>
      new Promise<void>((done, fail) => {
        server.close((error) => (error === undefined ? done() : fail(error)));
        server.closeAllConnections();
      }),
  };
}

function makeHold() {
  const waiting: (() => void)[] = [];
  let released = false;
  let tell: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (tell = resolve));
  return {
    arrived,
    enter(go: () => void) {
      tell();
      if (released) go();
      else waiting.push(go);
    },
    release() {
      released = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

function answer(path: string, query: URLSearchParams): Answer | null {
  const [, area, name = '', file = ''] = /^\/(pages|bad)\/([a-z-]+)(?:\/([a-z0-9.-]*))?$/.exec(path) ?? [];
  if (area === 'pages' && path.split('/').length === 4) return fromFile(join(PAGES, name, file || 'source.html'));
  if (area === 'bad' && isBad(name)) {
    const made = BAD_MADE[name];
    if (made !== undefined) return { body: made(), type: 'text/html; charset=utf-8' };
    const read = fromFile(join(FIXTURES, 'bad', BAD_FILES[name] ?? ''));
    const policy = { 'content-security-policy': "default-src 'none'" };
    return read !== null && name === 'strict-csp' ? { ...read, headers: policy } : read;
  }
  const pdf = path.startsWith('/pdf/') ? pdfFile(path.slice('/pdf/'.length).replace(/\.pdf$/, '')) : null;
  if (pdf !== null) return { body: pdf, type: 'application/pdf' };
  if (path === '/bad/leave') return { body: 'go', type: 'text/plain; charset=utf-8' };
  if (path === '/book') {
    const words = Number(query.get('words'));
    if (Number.isInteger(words) && words > 0) return { body: bookPage(words), type: 'text/html; charset=utf-8' };
  }
  return null;
}

function fromFile(path: string): Answer | null {
  try {
    return { body: readFileSync(path), type: TYPES[extname(path)] ?? 'application/octet-stream' };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return null;
    throw error;
  }
}

function send(response: ServerResponse, found: Answer | null): void {
  const { body, type, headers } = found ?? { body: 'There is no such page here.', type: 'text/plain; charset=utf-8' };
  response.writeHead(found === null ? 404 : 200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}
