/** How the model is shown and cites a run's sources. A passage's id is derived from its words. */
import { formatNumber } from '../base/locale.ts';
import { findArtifactsByName, type FoundArtifact } from '../agent/state/artifacts.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { splitIntoPassagesAsync, type Passage } from '../pipeline/text/passages.ts';
import { COMMENTS, PAGE, PICTURE, WEB, type Source } from './page/page-artifacts.ts';

/** In order of first reading, without parts of pictures; a snippet never replaces a page that was read. `to`: turn, exclusive. */
export function listSources(state: AgentState, to = Infinity): readonly Source[] {
  const sources = new Map<number | string, Source>();
  for (const object of findArtifactsByName(state, PAGE, COMMENTS, PICTURE, WEB)) {
    const key = getSourceKey(object);
    const known = sources.get(key);
    const isWorse =
      object.name === WEB && object.meta.how === 'snippet' && known?.name === WEB && known.meta.how === 'page';
    const isPart = object.name === PICTURE && object.meta.readShare !== undefined;
    if (object.turn < to && !isWorse && !isPart) sources.set(key, object);
  }
  return [...sources.values()];
}

function getSourceKey({ name, meta }: Source): number | string {
  if (name === PAGE) return meta.file ?? meta.tab;
  if (name === COMMENTS) return `${COMMENTS} ${String(meta.tab)}`;
  return name === WEB ? meta.url : meta.picture;
}

export const listPages = (state: AgentState, to = Infinity): readonly FoundArtifact<typeof PAGE>[] =>
  listSources(state, to).filter((source) => source.name === PAGE);

export const listPictures = (state: AgentState, to = Infinity): readonly FoundArtifact<typeof PICTURE>[] =>
  listSources(state, to).filter((source) => source.name === PICTURE);

/** The id, prefixed with the source's number from the second source on. */
export function formatPassageRef(passage: Pick<Passage, 'id'>, source: number): string {
  return source === 0 ? passage.id : `${String(source + 1)}/${passage.id}`;
}

/** Most tokens of a page that is shown whole: of a longer one the model is shown an outline. */
export const MAX_WHOLE_TOKENS = 6000;

export async function renderSource(
  markdown: string,
  { language, source, tokens }: { readonly language: string; readonly source: number; readonly tokens: number },
  signal: AbortSignal,
): Promise<string> {
  const passages = await splitIntoPassagesAsync(markdown, language, signal);
  return tokens <= MAX_WHOLE_TOKENS ? renderPassages(passages, source) : renderOutline(passages, source, tokens);
}

function renderPassages(passages: readonly Passage[], source: number): string {
  return passages.map((passage) => `[${formatPassageRef(passage, source)}]\n${passage.shown}`).join('\n\n');
}

/** With their ids they take the tokens of some 60 without: a small window must hold the page that nobody has looked at. */
const MAX_HEADINGS = 40;
const MAX_BEGINNING_CHARS = 2000;

function renderOutline(passages: readonly Passage[], source: number, tokens: number): string {
  const first: Passage[] = [];
  for (let length = 0, i = 0; i < passages.length && length < MAX_BEGINNING_CHARS; i += 1) {
    const passage = passages[i];
    if (passage) first.push({ ...passage, shown: passage.shown.slice(0, MAX_BEGINNING_CHARS) });
    length += passage?.shown.length ?? 0;
  }
  const headings = listHeadings(passages, (passage) => formatPassageRef(passage, source));
  const shownHeadings = headings.slice(0, MAX_HEADINGS);
  const more =
    headings.length > shownHeadings.length ? `\n- … and ${String(headings.length - shownHeadings.length)} more` : '';
  const outline =
    shownHeadings.length === 0
      ? ''
      : `Headings of the page, each after the id of the passage where it begins:\n- ${shownHeadings.join('\n- ')}${more}\n\n`;
  return `${outline}Its beginning:\n\n${renderPassages(first, source)}\n\n[The page goes on: some ${formatNumber(tokens)} tokens in all. find_in_page brings passages that bear on a query, or a \`section\` by its id.]`;
}

/** Each with its ref, once, in order. */
export function listHeadings<P extends Passage>(
  passages: readonly P[],
  formatRef: (passage: P) => string,
): readonly string[] {
  const refs = new Map<string, string>();
  for (const passage of passages) {
    const heading = passage.path.join(' › ');
    if (heading !== '' && !refs.has(heading)) refs.set(heading, formatRef(passage));
  }
  return Array.from(refs, ([heading, ref]) => `[${ref}] ${heading}`);
}
