/** Citations (SAFETY D12): quotes are verified against stored text, never against what the model claims. */
import type { Citation, CitedPlace } from '../agent/frames/frames.ts';
import { NO_TAB } from '../agent/frames/spec.ts';
import { MAX_ASKED_LENGTH } from '../agent/loop/opinion.ts';
import type { ClaimChecks, ReadText } from '../agent/ports.ts';
import { findArtifact, type FoundArtifact } from '../agent/state/artifacts.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { EXTRACTIVE_ID } from '../models/config.ts';
import { checkQuotes } from '../pipeline/cite/check-quotes.ts';
import { openSource } from '../pipeline/cite/source.ts';
import type { Alignment } from '../pipeline/cite/align.ts';
import { SELECTION } from '../toolbox/page/explain-text-with-context.ts';
import { COMMENTS, PAGE, PICTURE, WEB, type Source } from '../toolbox/page/page-artifacts.ts';
import { listSources } from '../toolbox/sources.ts';
import { isUsable } from '../toolbox/web/web-artifacts.ts';

/** Markdown links: every model writes them well, and they stay readable if unchecked. */
export const CITE_RULES = [
  'Back what you take from the documents with their own words: right after the claim write [words copied exactly](#id), with the id that stands in square brackets before the passage, or (#) where none stands there.',
  'Copy at most 25 words and change none of them. Cite nothing that you have not read.',
].join(' ');

/**
 * In order, each located in a source or marked as missing; with `checkClaims`, also what its sentence says otherwise than the
 * source; with `listClaims`, also that sentence.
 */
export async function verifyCitations(
  answer: string,
  state: AgentState,
  read: ReadText,
  { checkClaims, listClaims }: Partial<ClaimChecks> = {},
): Promise<readonly Citation[]> {
  const sources = await openSources(state, read);
  if (sources.length === 0) return [];
  const writesItself = state.spec?.models.main.id !== EXTRACTIVE_ID;
  const checked = await checkQuotes(
    answer,
    sources.map(({ source }) => source),
    { form: writesItself ? 'links' : 'sentences' },
  );
  const places = writesItself ? checked.map(({ start, end, alignment: { place } }) => ({ start, end, place })) : [];
  const claimSources = sources.map(({ source, found: { meta } }) => ({
    source,
    language: meta.language,
    known: [meta.title, meta.url, state.spec?.goal ?? ''].join('\n'),
  }));
  const mismatches = (await checkClaims?.(answer, places, claimSources)) ?? [];
  const claims = (await listClaims?.(answer, places, claimSources, MAX_ASKED_LENGTH)) ?? [];
  return checked.map(({ quote, ref, alignment }, i) => ({
    quote,
    ref,
    form: writesItself ? 'link' : 'words',
    verdict: alignment.verdict,
    place: toCitedPlace(alignment, sources),
    mismatches: mismatches[i] ?? [],
    ...(claims[i] && { claim: claims[i] }),
  }));
}

type CitableArtifact = Source | FoundArtifact<typeof SELECTION>;

interface OpenedSource {
  readonly found: CitableArtifact;
  readonly source: ReturnType<typeof openSource>;
}

async function openSources(state: AgentState, read: ReadText): Promise<readonly OpenedSource[]> {
  const selection = findArtifact(state, SELECTION);
  const all = selection ? [...listSources(state), selection] : listSources(state);
  const opened = await Promise.all(
    all.map(async (found) => {
      // keeps the index, which passage refs depend on
      const text = isUsable(found, state) ? await read(found.body.hash).catch(() => null) : '';
      return text === null ? [] : [{ found, source: openSource(text, found.meta.language) }];
    }),
  );
  return opened.flat();
}

function toCitedPlace({ place }: Alignment, sources: readonly OpenedSource[]): CitedPlace | null {
  if (!place) return null;
  const { source, ...span } = place;
  const found = sources[source]?.found;
  if (!found) return null;
  const part = found.name === PAGE ? found.meta.parts?.findLast(({ start }) => start <= span.start) : undefined;
  return {
    hash: found.body.hash,
    ...(found.name === PICTURE ? { picture: found.meta.picture } : {}),
    ...(found.name === PAGE && found.meta.file !== undefined ? { file: found.meta.file } : {}),
    ...(found.name === PAGE && found.meta.isPdf === true ? { isPdf: true } : {}),
    ...(found.name === PAGE && found.meta.isFromData === true ? { isFromData: true } : {}),
    ...(found.name === COMMENTS ? { inComments: true } : {}),
    ...(found.name === COMMENTS && found.meta.reviews ? { reviews: found.meta.reviews } : {}),
    url: part?.url ?? found.meta.url,
    title: part?.title ?? getCitedTitle(found),
    tabId: found.name === WEB ? NO_TAB : found.meta.tab,
    ...span,
  };
}

/** Tells readers of the copied answer that the words come from a picture. */
function getCitedTitle(found: CitableArtifact): string {
  const title = found.meta.title;
  if (found.name !== PICTURE) return title;
  return title === '' ? 'Picture' : `Picture from “${title}”`;
}
