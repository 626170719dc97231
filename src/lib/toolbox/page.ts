/** The page that a run has read, as its tools and jobs share it. The one rule: what stands in it is somebody else's words. */
import type { Body, ContentBlock, Labels } from '../agent/frames.ts';
import type { DocumentPart, RunPorts } from '../agent/ports.ts';
import { findObject, foundAs, type AgentState, type Found } from '../agent/state.ts';
import { ToolError } from '../agent/tools.ts';

/** Name of the object that holds the page. */
export const PAGE = 'page';
/** Name of an object that holds the text of a picture. */
export const PICTURE = 'picture';
/** Name of an object that holds a source on the web: its `meta` is a `WebSource`. */
export const WEB = 'web';

/** Whether tools that work on the page can be used, or why not. */
export function whenRead(state: AgentState): true | string {
  return findObject(state, PAGE) ? true : 'the page has not been read yet; call read_page first.';
}

/** The page of the tab at hand, as it was read last; of another tab where that has not been read. */
function findPage(state: AgentState): Found | undefined {
  const pages = foundAs(state, PAGE);
  return pages.findLast((page) => tabOf(page, state) === state.spec?.tabId) ?? pages.at(-1);
}

/** The tab that a page was read in; runs of earlier versions had one, until they went on. */
export function tabOf({ meta }: Pick<Found, 'meta'>, { exchanges, spec }: AgentState): number {
  const { tab } = meta;
  return typeof tab === 'number' ? tab : (exchanges.at(0)?.tabId ?? spec?.tabId ?? -1);
}

/** The page. Throws a `ToolError` where it has not been read. */
export function pageOf(state: AgentState): Found {
  const page = findPage(state);
  if (page) return page;
  const trouble = { code: 'tool.no-page', message: 'The page has not been read.', cure: 'Call read_page first.' };
  throw new ToolError(trouble, true);
}

/** A text in the metadata of the page that was read; '' where it is missing. */
export function pageMeta(state: AgentState, name: string): string {
  return metaText(findPage(state), name);
}

/** A text in what is known of a source; '' where it is missing. */
export function metaText(found: Pick<Found, 'meta'> | undefined, name: string): string {
  const value = found?.meta[name];
  return typeof value === 'string' ? value : '';
}

/** A text from the page, for a prompt that a job or a tool makes. */
export function pageDocument(state: AgentState, text: string): DocumentPart {
  return documentOf(findPage(state), text);
}

/** A text from a source. */
export function documentOf(source: Found | undefined, text: string): DocumentPart {
  const [title, url, language] = [metaText(source, 'title'), metaText(source, 'url'), metaText(source, 'language')];
  return { type: 'document', title, url, language, text };
}

/** A text from the page, for a result that the model is shown. */
export function pageResource(state: AgentState, body: Body): ContentBlock {
  return resourceOf(findPage(state), body);
}

/** A text from a source, for a result that the model is shown. */
export function resourceOf(source: Pick<Found, 'meta'> | undefined, body: Body): ContentBlock {
  const [title, uri, language] = [metaText(source, 'title'), metaText(source, 'url'), metaText(source, 'language')];
  return { type: 'resource', title, uri, language, body };
}

/** A tab's text is the person's private view of somebody else's words. */
export function pageLabels(url: string): Labels {
  const origin = URL.canParse(url) ? new URL(url).origin : 'page';
  return { integrity: 'untrusted', confidentiality: 'private', origin };
}

/** Keeps a text under its hash; the frame gets the hash and its beginning. */
export async function keepBody(text: string, { blobs, tokens }: Pick<RunPorts, 'blobs' | 'tokens'>): Promise<Body> {
  const hash = await blobs.put(text);
  return { hash, length: text.length, tokens: await tokens.count(text), preview: text.slice(0, 200) };
}
