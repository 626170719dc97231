/** The pages and other sources that a run has read. Their text is untrusted. */
import type { Body, ContentBlock, Labels } from '../../agent/frames/frames.ts';
import type { DocumentPart, RunPorts } from '../../agent/ports.ts';
import { findArtifact, findArtifactsByName, type AgentState, type FoundArtifact } from '../../agent/store/run-state.ts';
import { ToolError } from '../../agent/tools/index.ts';

export const PAGE = 'page';
export const PICTURE = 'picture';
export const WEB = 'web';

export function checkPageRead(state: AgentState): true | string {
  return findArtifact(state, PAGE) ? true : 'the page has not been read yet; call read_page first.';
}

function findPage(state: AgentState): FoundArtifact | undefined {
  const pages = findArtifactsByName(state, PAGE);
  return pages.findLast((page) => getTabId(page, state) === state.spec?.tabId) ?? pages.at(-1);
}

/** Runs of earlier versions stored none and had a single tab until a follow-up. */
export function getTabId({ meta }: Pick<FoundArtifact, 'meta'>, { exchanges, spec }: AgentState): number {
  const { tab } = meta;
  return typeof tab === 'number' ? tab : (exchanges.at(0)?.tabId ?? spec?.tabId ?? -1);
}

/** Throws a `ToolError` if no page has been read. */
export function requirePage(state: AgentState): FoundArtifact {
  const page = findPage(state);
  if (page) return page;
  const error = { code: 'tool.no-page', message: 'The page has not been read.', hint: 'Call read_page first.' };
  throw new ToolError(error, true);
}

/** '' if missing. */
export function getPageMeta(state: AgentState, name: string): string {
  return getMetaText(findPage(state), name);
}

/** '' if missing. */
export function getMetaText(found: Pick<FoundArtifact, 'meta'> | undefined, name: string): string {
  const value = found?.meta[name];
  return typeof value === 'string' ? value : '';
}

export function createPageDocument(state: AgentState, text: string): DocumentPart {
  return createSourceDocument(findPage(state), text);
}

export function createSourceDocument(source: FoundArtifact | undefined, text: string): DocumentPart {
  const [title, url, language] = [
    getMetaText(source, 'title'),
    getMetaText(source, 'url'),
    getMetaText(source, 'language'),
  ];
  return { type: 'document', title, url, language, text };
}

export function createPageResource(state: AgentState, body: Body): ContentBlock {
  return createResource(findPage(state), body);
}

export function createResource(source: Pick<FoundArtifact, 'meta'> | undefined, body: Body): ContentBlock {
  const [title, uri, language] = [
    getMetaText(source, 'title'),
    getMetaText(source, 'url'),
    getMetaText(source, 'language'),
  ];
  return { type: 'resource', title, uri, language, body };
}

/** Untrusted, and private because it is what this user sees. */
export function getPageLabels(url: string): Labels {
  const origin = URL.canParse(url) ? new URL(url).origin : 'page';
  return { integrity: 'untrusted', confidentiality: 'private', origin };
}

/** Stores a text under its hash; the returned body goes into the frame. */
export async function storeBody(text: string, { blobs, tokens }: Pick<RunPorts, 'blobs' | 'tokens'>): Promise<Body> {
  const hash = await blobs.put(text);
  return { hash, length: text.length, tokens: await tokens.count(text), preview: text.slice(0, 200) };
}
