/** Pages for the tests of reading: each its own jsdom window, so that computed styles are real. */
import { JSDOM } from 'jsdom';
import type { Article } from '../../../../src/lib/pipeline/page/read/article.ts';
import * as fetched from '../../../../src/lib/pipeline/page/fetched/read-fetched.ts';
import * as flattening from '../../../../src/lib/pipeline/page/read/flatten.ts';
import * as conversion from '../../../../src/lib/pipeline/page/read/markdown.ts';
import * as metadata from '../../../../src/lib/pipeline/page/read/metadata.ts';
import * as reading from '../../../../src/lib/pipeline/page/read/read-article.ts';
import * as selecting from '../../../../src/lib/pipeline/page/selection/read-selection.ts';
import { runAtOnce } from '../../../kit/base/run-at-once.ts';

/** A step of reading without its pauses. */
const atOnce =
  <A extends unknown[], T>(work: (...args: A) => Generator<undefined, T>) =>
  (...args: A): T =>
    runAtOnce(work(...args));
export const readPage = atOnce(reading.readPage);
export const readFetched = atOnce(fetched.readFetched);
export const readMetadata = atOnce(metadata.readMetadata);
export const readSelection = atOnce(selecting.readSelection);
export const readSelectionByText = atOnce(selecting.readSelectionByText);
export const flatten = atOnce(flattening.flatten);
export const toMarkdown = (root: Element): string => runAtOnce(conversion.toMarkdown(root)).markdown;

export const URL_OF_PAGE = 'https://example.org/section/page.html';

export function documentOf(html: string, contentType = 'text/html'): Document {
  return new JSDOM(html, { url: URL_OF_PAGE, contentType }).window.document;
}

export const openShadow = (el: Element): ShadowRoot | null => el.shadowRoot;

/** Reads `html` as a page; fails the test when it is no article. */
export function articleOf(html: string | Document, shadow = openShadow): Article {
  const reading = readPage(typeof html === 'string' ? documentOf(html) : html, shadow);
  if (reading.kind !== 'article') throw new Error(`expected an article, got ${reading.kind}`);
  return reading.article;
}

export const markdownOf = (body: string): string => articleOf(`<!doctype html><body>${body}</body>`).markdown;

/** Prose of about `strings` words, to be the evident content of a page. */
export const prose = (words = 120): string =>
  Array.from(
    { length: Math.ceil(words / 12) },
    (_, i) => `<p>Sentence ${i} tells of rivers, and of the people who row on them, slowly.</p>`,
  ).join('');
