/** Finds the article that a page holds as data in its scripts: in JSON-LD, or in the state of its application. */
import { decodeEntities } from '../../text/entities.ts';
import type { Slices } from '../../text/time-slices.ts';
import { listJsonLdNodes, listTypes } from '../read/json-ld.ts';
import { appendProse, isMarkup, MAX_PARSED, type DataPage } from './data-page.ts';

/** Most characters of all blocks together: `JSON.parse` cannot be interrupted. */
const MAX_BLOCKS = 4_000_000;
const MAX_VALUES = 50_000;
const MAX_DEPTH = 30;
/** In characters, of a name. */
const MAX_NAME = 40;
/** In characters: shorter texts are teasers; in a state, also messages. */
const [MIN_DECLARED, MIN_STATE] = [500, 800];
/** In characters, for each sentence. */
const MAX_SENTENCE = 400;
/** As a share of all characters: more is code. */
const MAX_SIGNS = 0.04;
/** As a share of all prose in a state: less is an entry of a catalogue. */
const MIN_SHARE = 0.5;

const ARTICLE_TYPE = /(?:Article|Posting|Report|Question)$/;
/** Names of what is no article however long it is. */
const CATALOGUE_NAME = /i18n|locale|translation|messages|dictionar|consent|cookie|privacy|terms|legal/i;
const SENTENCE_END = /[\p{L}\p{N})%][.!?…۔।]["'”’»)\]]*(?=\s|$)|[。！？]/gu;
const SIGN = /[{}<>=$_\\|[\]#*^~`+]/g;

interface Prose {
  /** The names that lead to it; entries of a list have one in common. */
  readonly place: string;
  readonly text: string;
  readonly length: number;
}

/** Null if there is none, or if several stand in the same place: then they are a list. */
export function* readEmbeddedArticle(doc: Document): Slices<DataPage | null> {
  const longest = selectLongest([yield* findDeclared(doc), yield* findInState(doc)]);
  if (!longest) return null;
  const page = doc.implementation.createHTMLDocument('');
  const { text } = longest;
  appendProse(page.body, isMarkup(text) ? text : decodeEntities(text));
  return { title: '', language: '', doc: page, cut: text.length > MAX_PARSED };
}

function* findDeclared(doc: Document): Slices<Prose | null> {
  const texts: Prose[] = [];
  for (const node of yield* listJsonLdNodes(doc)) {
    yield;
    if (!listTypes(node).some((type) => ARTICLE_TYPE.test(type))) continue;
    for (const place of ['articleBody', 'text', 'description']) addProse(texts, place, node[place], MIN_DECLARED);
  }
  return selectSingle(texts);
}

function* findInState(doc: Document): Slices<Prose | null> {
  const found: Prose[] = [];
  let room = MAX_BLOCKS;
  for (const { textContent } of doc.querySelectorAll('script[type="application/json"]')) {
    if (textContent.length > room) continue;
    room -= textContent.length;
    const { texts, total } = yield* collectProse(textContent);
    const single = selectSingle(texts);
    if (single && single.length >= total * MIN_SHARE) found.push(single);
  }
  return selectSingle(found);
}

/** `total`: characters of all sentences, also of short texts. */
function* collectProse(json: string): Slices<{ readonly texts: readonly Prose[]; readonly total: number }> {
  const texts: Prose[] = [];
  let total = 0;
  let values = 0;
  const stack = [{ value: parseJson(json), place: '', depth: 0 }];
  for (let next = stack.pop(); next && values < MAX_VALUES; next = stack.pop()) {
    yield;
    values += 1;
    const { place, depth } = next;
    const value = unwrapJson(next.value);
    total += addProse(texts, place, value, CATALOGUE_NAME.test(place) ? Infinity : MIN_STATE);
    if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) continue;
    for (const [name, each] of Object.entries(value).slice(0, MAX_VALUES))
      stack.push({ value: each, place: `${place}.${generaliseName(name)}`, depth: depth + 1 });
  }
  return { texts, total };
}

/** Entries of a list, and what is kept by a number, have one name. */
const generaliseName = (name: string): string =>
  /\d/.test(name) && !CATALOGUE_NAME.test(name) ? '*' : name.slice(0, MAX_NAME);

/** A state may hold another as text. */
const unwrapJson = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? (parseJson(value) ?? value) : value;

/** Null if it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Adds a text of at least `min` characters. Returns the length of any; 0 if there are no sentences. */
function addProse(into: Prose[], place: string, text: unknown, min: number): number {
  if (typeof text !== 'string') return 0;
  const length = measureProse(text);
  if (length >= min) into.push({ place, text, length });
  return length;
}

/** In characters, without markup; 0 for what are no sentences: code, addresses, lists of names. */
function measureProse(source: string): number {
  const text = source
    .slice(0, MAX_PARSED)
    .replace(/<[^<>]{0,1000}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(SENTENCE_END) * MAX_SENTENCE >= text.length && count(SIGN) <= text.length * MAX_SIGNS ? text.length : 0;
}

/** The longest that has its place to itself. */
function selectSingle(texts: readonly Prose[]): Prose | null {
  const places = new Map<string, Prose | null>();
  for (const each of texts) {
    const known = places.get(each.place);
    places.set(each.place, known === undefined || known?.text === each.text ? each : null);
  }
  return selectLongest([...places.values()]);
}

const selectLongest = (texts: readonly (Prose | null)[]): Prose | null =>
  texts.reduce((best, each) => ((each?.length ?? 0) > (best?.length ?? 0) ? each : best), null);
