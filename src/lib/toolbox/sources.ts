/**
 * The pages and pictures that a run has read, as passages: how a model is shown them, and by which names it may cite them.
 * The one rule: a passage's name comes from its own words, so that it is the same wherever and whenever it is shown.
 */
import { foundAs, type AgentState, type Found } from '../agent/state.ts';
import { passagesInSlices, type Passage } from '../pipeline/text/passages.ts';
import { metaText, PAGE, PICTURE, tabOf, WEB } from './page.ts';

/**
 * The pages by their tabs, the pictures by their hash and what is on the web by its address, each as it was read last, in the
 * order in which they were read first. What an engine says of a page takes the place of none that was read. `to`: found in turns
 * below it.
 */
export function sourcesIn(state: AgentState, to = Infinity): readonly Found[] {
  const sources = new Map<number | string, Found>();
  for (const object of foundAs(state, PAGE, PICTURE, WEB)) {
    const place = placeIn(object, state);
    const isLess = object.meta['how'] === 'snippet' && sources.get(place)?.meta['how'] === 'page';
    if (object.turn < to && !isLess) sources.set(place, object);
  }
  return [...sources.values()];
}

function placeIn(object: Found, state: AgentState): number | string {
  if (object.name === PAGE) return tabOf(object, state);
  return metaText(object, object.name === WEB ? 'url' : 'picture');
}

/** The pages among them. */
export const pagesOf = (state: AgentState, to = Infinity): readonly Found[] =>
  sourcesIn(state, to).filter(({ name }) => name === PAGE);

/** The pictures among them. */
export const picturesOf = (state: AgentState, to = Infinity): readonly Found[] =>
  sourcesIn(state, to).filter(({ name }) => name === PICTURE);

/** How a passage is named to a model: by its id, and from the second source on by the source's number too. */
export function refOf(passage: Pick<Passage, 'id'>, source: number): string {
  return source === 0 ? passage.id : `${String(source + 1)}/${passage.id}`;
}

/** Tokens up to which a model is shown a page whole. Of a longer one it sees the outline, and looks up what it needs. */
export const WHOLE = 6000;

/** What a model is shown of a page that has just been read. `source`: its place among the run's, from 0. */
export async function shownOf(
  markdown: string,
  { language, source, tokens }: { readonly language: string; readonly source: number; readonly tokens: number },
  signal: AbortSignal,
): Promise<string> {
  const passages = await passagesInSlices(markdown, language, signal);
  return tokens <= WHOLE ? marked(passages, source) : outlined(passages, source, tokens);
}

/** A text with each passage under its name. */
export function marked(passages: readonly Passage[], source: number): string {
  return passages.map((passage) => `[${refOf(passage, source)}]\n${passage.text}`).join('\n\n');
}

/** Most headings of an outline, and most characters of the beginning. */
const HEADINGS = 60;
const BEGINNING = 2000;

function outlined(passages: readonly Passage[], source: number, tokens: number): string {
  const first: Passage[] = [];
  for (let length = 0, i = 0; i < passages.length && length < BEGINNING; i += 1) {
    const passage = passages[i];
    if (passage) first.push({ ...passage, text: passage.text.slice(0, BEGINNING) });
    length += passage?.text.length ?? 0;
  }
  const headings = new Set(passages.map(({ path }) => path.join(' › ')).filter((path) => path !== ''));
  const listed = Array.from(headings).slice(0, HEADINGS);
  const more = headings.size > listed.length ? `\n- … and ${String(headings.size - listed.length)} more` : '';
  const outline = listed.length === 0 ? '' : `Headings of the page:\n- ${listed.join('\n- ')}${more}\n\n`;
  return `${outline}Its beginning:\n\n${marked(first, source)}\n\n[The page goes on: some ${tokens.toLocaleString('en')} tokens in all. find_in_page brings the passages that bear on a query.]`;
}

/** The language of a source, a BCP 47 tag; '' where it is not known. */
export const languageOf = (source: Found): string => metaText(source, 'language');
