/**
 * Citations of an answer: how a model is told to write them, and how code checks them (SAFETY D12). The one rule: what is
 * checked against is the text as the run keeps it, never what the model was told or says.
 */
import type { Citation, CitedPlace } from '../agent/frames.ts';
import type { ReadText } from '../agent/ports.ts';
import { findObject, type AgentState, type Found } from '../agent/state.ts';
import { EXTRACTIVE_ID } from '../models/config.ts';
import { checkQuotes, openSource, type Alignment } from '../pipeline/cite/index.ts';
import { SELECTION } from '../toolbox/explain-text-with-context.ts';
import { metaText, PICTURE, tabOf, WEB } from '../toolbox/page.ts';
import { languageOf, sourcesIn } from '../toolbox/sources.ts';
import { isUsable } from '../toolbox/usable.ts';

/** For the model. The link is Markdown, which every model writes well, and reads well where nobody checks it. */
export const CITE = [
  'Back what you take from the documents with their own words: right after the claim write [words copied exactly](#id), with the id that stands in square brackets before the passage, or (#) where none stands there.',
  'Copy at most 25 words and change none of them. Cite nothing that you have not read.',
].join(' ');

/** What an answer quotes, in its order: each found in what the run has read, or marked as missing. */
export async function citationsIn(answer: string, state: AgentState, read: ReadText): Promise<readonly Citation[]> {
  const sources = await openSources(state, read);
  if (sources.length === 0) return [];
  const writesItself = state.spec?.models.main.id !== EXTRACTIVE_ID;
  const checked = await checkQuotes(
    answer,
    sources.map(({ source }) => source),
    { form: writesItself ? 'links' : 'sentences' },
  );
  return checked.map(({ quote, ref, alignment }) => ({
    quote,
    ref,
    form: writesItself ? 'link' : 'words',
    verdict: alignment.verdict,
    place: placeOf(alignment, sources, state),
  }));
}

interface Opened {
  readonly found: Found;
  readonly source: ReturnType<typeof openSource>;
}

/** Pages and pictures, as a model is told of them by number, then the selection. What is no longer stored cannot be cited. */
async function openSources(state: AgentState, read: ReadText): Promise<readonly Opened[]> {
  const selection = findObject(state, SELECTION);
  const all = selection ? [...sourcesIn(state), selection] : sourcesIn(state);
  const opened = await Promise.all(
    all.map(async (found) => {
      // what may not be cited keeps its place, or names of passages would say another source
      const text = isUsable(found, state) ? await read(found.body.hash).catch(() => null) : '';
      return text === null ? [] : [{ found, source: openSource(text, languageOf(found)) }];
    }),
  );
  return opened.flat();
}

function placeOf({ place }: Alignment, sources: readonly Opened[], state: AgentState): CitedPlace | null {
  if (!place) return null;
  const { source, ...where } = place;
  const found = sources[source]?.found;
  if (!found) return null;
  return {
    hash: found.body.hash,
    ...(found.name === PICTURE ? { picture: metaText(found, 'picture') } : {}),
    url: metaText(found, 'url'),
    title: titleOf(found),
    tabId: found.name === WEB ? NO_TAB : tabOf(found, state),
    ...where,
  };
}

/** Of a page that no tab showed. */
const NO_TAB = -1;

/** As a reader of the copied answer has to know it: the words stand in no text of the page. */
function titleOf(found: Found): string {
  const title = metaText(found, 'title');
  if (found.name !== PICTURE) return title;
  return title === '' ? 'Picture' : `Picture from “${title}”`;
}
